"""What an experiment is: episodes, random streams, outcomes, trace schemas and the error tree."""

from protocol.behaviour import Cognition, Interrupt, Level, Metacognition
from protocol.episodes import Episode
from protocol.errors import (
    BackendError,
    BudgetError,
    ConfigurationError,
    DataError,
    MalformedReplyError,
    PracticumError,
    SandboxError,
    TraceError,
    TruncatedReplyError,
    UnreadableReplyError,
)
from protocol.outcomes import Outcome
from protocol.streams import Stream, Streams

__all__ = [
    "BackendError",
    "BudgetError",
    "Cognition",
    "ConfigurationError",
    "DataError",
    "Episode",
    "Interrupt",
    "Level",
    "MalformedReplyError",
    "Metacognition",
    "Outcome",
    "PracticumError",
    "SandboxError",
    "Stream",
    "Streams",
    "TraceError",
    "TruncatedReplyError",
    "UnreadableReplyError",
]
