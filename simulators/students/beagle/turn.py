"""One step of work: what the controller asks for, and what the student has before its eyes."""

from dataclasses import dataclass

from protocol import Cognition, Metacognition
from simulators.students.beagle.flaw_injection import KnowledgeConstraint
from simulators.students.student import Situation


@dataclass(frozen=True)
class Direction:
    """Where in the course of its work a student is.

    Args:
        segment: Index of the metacognitive segment, from 1.
        dwell: Length drawn for it, in steps; None where nobody draws one.
        metacognition: M.
        cognition: C.
    """

    segment: int
    dwell: int | None
    metacognition: Metacognition
    cognition: Cognition


@dataclass(frozen=True)
class Turn:
    """What the Strategist and the Executor are given in a step.

    Args:
        situation: What the student found at the start of the step.
        direction: Where in its work it is.
        opens: Whether a segment begins here.
        output: What the student has seen: of this step's run if there was one, else of the last.
        error: Type of the error that it saw in this step's run; None if it saw none.
        read: Whether it saw the output of a run in this step.
        constraints: kappa_t, what it knows and does not know.
    """

    situation: Situation
    direction: Direction
    opens: bool
    output: str | None
    error: str | None
    read: bool
    constraints: tuple[KnowledgeConstraint, ...]
