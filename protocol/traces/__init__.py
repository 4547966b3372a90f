"""What a run leaves behind: one schema per kind of trace, declared here and checked at writing."""

from protocol.traces.episodes import EPISODES
from protocol.traces.programming import PROGRAMMING_STEPS
from protocol.traces.tables import read_trace, table, write_trace

__all__ = ["EPISODES", "PROGRAMMING_STEPS", "read_trace", "table", "write_trace"]
