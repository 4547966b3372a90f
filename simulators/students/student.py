"""What a student is: someone who is enrolled for an episode and acts, one step at a time, at a desk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from backends import LanguageModel
from environments.programming import Observation, Problem
from protocol import Cognition, Episode, Interrupt, Metacognition
from simulators.tutors.tutor import HelpRequest, Hint

NOT_EXECUTED = "(this code has been written, but not run)"
"""What a student is shown after a step in which nothing was run."""


@dataclass(frozen=True)
class Enrolment:
    """What a student and a tutor are given for one episode.

    Args:
        episode: Names the episode, and holds its random streams.
        problem: What is to be solved.
        model: Speaks and writes for them.
        max_steps: Length of the session.
    """

    episode: Episode
    problem: Problem
    model: LanguageModel
    max_steps: int


@dataclass(frozen=True)
class Situation:
    """What a student finds at the start of a step.

    Args:
        step: Index of the step, from 1.
        max_steps: Length of the session.
        code: The program as it stands.
        last_output: What the student was shown last; None before the first step.
        progress: Share of unit tests that pass, in [0, 1]; for control, never told to a model.
        hint: The tutor's answer to the question of the step before, if one was asked.
    """

    step: int
    max_steps: int
    code: str
    last_output: str | None
    progress: float
    hint: Hint | None = None


class Desk(Protocol):
    """What the session lends to a student for one step."""

    async def run(self) -> Observation:
        """Run the program as it stands: this step's observation."""

    def evidence(self, code: str) -> Mapping[str, bool | None]:
        """What the IDE oracle reads off a program without running it, by knowledge component."""


@dataclass(frozen=True)
class Strategy:
    """What a segment is for (BEAGLE, Eq. 3)."""

    goal: str
    mindset: str
    directive: str


@dataclass(frozen=True)
class Action:
    """What a student did in one step, and what it was thinking: a row of the trace.

    Args:
        code: The program after the step.
        utterance: What the student said aloud.
        cognition: What the step was; None if it was an interrupt.
        metacognition: The phase it was in, if the student has one.
        interrupt: What took the student away from the work.
        seen: What the student was shown of the run; None if it was shown all.
        segment: Index of the metacognitive segment, from 1.
        dwell: Length drawn for the segment, in steps.
        mastery: Probability of mastery by knowledge component, after the step.
        blocked: Knowledge components that were withheld.
        strategy: What the segment is for.
        question: Asked of the tutor.
        thoughts: Reasoning written down, or the rules that fired.
    """

    code: str
    utterance: str
    cognition: Cognition | None
    metacognition: Metacognition | None = None
    interrupt: Interrupt | None = None
    seen: str | None = None
    segment: int | None = None
    dwell: int | None = None
    mastery: Mapping[str, float] = field(default_factory=dict)
    blocked: tuple[str, ...] = ()
    strategy: Strategy | None = None
    question: HelpRequest | None = None
    thoughts: tuple[str, ...] = ()


class Student(Protocol):
    """A learner in the middle of an episode."""

    async def act(self, situation: Situation, desk: Desk) -> Action:
        """Do one step of the work.

        Raises:
            MalformedReplyError: the model's reply could not be read; the session records the step as lost.
            BackendError: the model could not be asked; the session ends the episode.
        """


class StudentModel(Protocol):
    """A kind of student: what `conf/student/*.yaml` names as its `_target_`."""

    def enrol(self, enrolment: Enrolment) -> Student:
        """A new student of this kind, for one episode."""
