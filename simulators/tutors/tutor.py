"""What a tutor is: someone who answers a student's request for help."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol

from protocol import Metacognition

if TYPE_CHECKING:
    from simulators.students.student import Enrolment


class Scaffold(IntEnum):
    """How directly a hint helps (BEAGLE, Table 10)."""

    NONE = 0
    MINIMAL = 1
    GUIDING = 2
    EXPLICIT = 3


@dataclass(frozen=True)
class HelpRequest:
    """A question, with what the tutor may know of who asks (BEAGLE, App. B.4).

    Args:
        step: When it is asked.
        question: In the student's words.
        code: The program as it stands.
        metacognition: The phase that the student is in, if it has one.
        mastery: Probability of mastery by knowledge component; empty where nobody traces knowledge.
        evidence: What the IDE oracle reads off the program, by knowledge component.
        recent_errors: Types of the latest errors, oldest first.
        last_output: What the student was shown last.
    """

    step: int
    question: str
    code: str
    metacognition: Metacognition | None = None
    mastery: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, bool | None] = field(default_factory=dict)
    recent_errors: tuple[str, ...] = ()
    last_output: str | None = None


@dataclass(frozen=True)
class Hint:
    """A tutor's answer.

    Args:
        text: What the student is told.
        scaffold: How directly it helps.
        target: The knowledge component that it is about, if any.
    """

    text: str
    scaffold: Scaffold
    target: str | None = None


class Tutor(Protocol):
    """A tutor in the middle of an episode."""

    async def answer(self, request: HelpRequest) -> Hint:
        """A hint for a question.

        Raises:
            MalformedReplyError: the model's reply could not be read; the student gets no hint.
            BackendError: the model could not be asked.
        """


class TutorModel(Protocol):
    """A kind of tutor: what `conf/tutor/*.yaml` names as its `_target_`."""

    def assign(self, enrolment: "Enrolment") -> Tutor:
        """A new tutor of this kind, for one episode."""
