"""What a run leaves behind: one schema per kind of trace, declared here and checked at writing."""

from protocol.traces.classroom import (
    CLASSROOM_STEPS,
    Behaviour,
    Bloom,
    Emotion,
    Move,
    Request,
    Role,
    Stage,
    TeachingAct,
    Tone,
)
from protocol.traces.debugging import DEBUGGING_TURNS, DebuggingAct, Fault, Party, Verdict
from protocol.traces.episodes import EPISODES
from protocol.traces.programming import PROGRAMMING_STEPS
from protocol.traces.socratic import PREFERENCES, QUESTION_RATINGS, SOCRATIC_TURNS, BugType
from protocol.traces.tables import read_trace, table, write_trace
from protocol.traces.tutoring import DEMONSTRATIONS, GRADED_ACTIONS, TUTOR_TRANSACTIONS, ActionSource, Response

__all__ = [
    "CLASSROOM_STEPS",
    "DEBUGGING_TURNS",
    "DEMONSTRATIONS",
    "EPISODES",
    "GRADED_ACTIONS",
    "PREFERENCES",
    "PROGRAMMING_STEPS",
    "QUESTION_RATINGS",
    "SOCRATIC_TURNS",
    "TUTOR_TRANSACTIONS",
    "ActionSource",
    "Behaviour",
    "Bloom",
    "BugType",
    "DebuggingAct",
    "Emotion",
    "Fault",
    "Move",
    "Party",
    "Request",
    "Response",
    "Role",
    "Stage",
    "TeachingAct",
    "Tone",
    "Verdict",
    "read_trace",
    "table",
    "write_trace",
]
