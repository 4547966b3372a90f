"""What BEAGLE's agents are told: the shared context, and what each adds to it."""

from collections.abc import Iterator

from backends import Reply, View
from protocol import Cognition, Level, Metacognition
from simulators.students.beagle.flaw_injection import KnowledgeConstraint, Status
from simulators.students.beagle.memory import ErrorEpisode


class ContextView(View):
    """The problem, the persona, and Omega_t = (c_{t-1}, o_{t-1}, kappa_t, I_t) (BEAGLE, section 3.3).

    Args:
        problem: Identifier of the problem.
        title: Name of the problem.
        statement: What is to be written.
        persona: rho_persona.
        code: The program as it stands.
        output: What the student has seen of the last run; None before the first step.
        constraints: What the student knows and does not know.
        hint: The tutor's answer, in the step after the question.
    """

    problem: str
    title: str
    statement: str
    persona: Level
    code: str
    output: str | None
    constraints: tuple[KnowledgeConstraint, ...]
    hint: str | None

    @property
    def unknown(self) -> frozenset[str]:
        """Knowledge components that the student lacks or gets wrong, and that no hint explains."""
        hint = self.hint or ""
        return frozenset(
            held.component
            for held in self.constraints
            if held.status is not Status.CORRECT and held.concept not in hint
        )


class Lesson(View):
    """What is remembered of an error.

    Args:
        error: What it looked like.
        realization: What the student made of it.
        fixed: Whether it went away.
        again: Whether it is there right now.
    """

    error: str
    realization: str
    fixed: bool
    again: bool


class WorkView(ContextView):
    """The context within a phase.

    Args:
        metacognition: M, the phase.
        cognition: C, what the step is.
        lessons: Errors remembered, oldest first.
    """

    metacognition: Metacognition
    cognition: Cognition
    lessons: tuple[Lesson, ...]


class Plan(Reply):
    """Goal, mindset and directive of a segment (BEAGLE, Eq. 3)."""

    goal: str
    """what you are after, for the next few steps"""
    mindset: str
    """your mood, and how you are thinking"""
    directive: str
    """the one thing to do now"""


class StrategistView(WorkView):
    """The context, and the Strategist's latest plans."""

    recent: tuple[Plan, ...]


class ExecutorView(WorkView):
    """The context, the plan to keep to, and what the student said last."""

    strategy: Plan
    recent: tuple[str, ...]


class CombinedView(WorkView):
    """The context, and what the student said last."""

    recent: tuple[str, ...]


class SelfDirectionView(ContextView):
    """The context, and how far the session has come."""

    step: int
    max_steps: int


def lessons(episodes: tuple[ErrorEpisode, ...], familiar: ErrorEpisode | None) -> Iterator[Lesson]:
    """What an agent remembers, as it is told."""
    for episode in episodes:
        again = familiar is not None and familiar.pattern == episode.pattern
        yield Lesson(error=episode.pattern, realization=episode.realization, fixed=episode.fix_applied, again=again)
