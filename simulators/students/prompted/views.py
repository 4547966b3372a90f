"""What a prompted student is told."""

from backends import View
from protocol import Cognition, Level


class ExemplarStep(View):
    """One step of a student who is shown as an example."""

    behaviour: Cognition
    utterance: str
    code: str | None = None
    output: str | None = None


class Exemplar(View):
    """The course of a student's work at another problem."""

    title: str
    level: Level
    steps: tuple[ExemplarStep, ...]


class ActView(View):
    """The situation at the start of a step.

    Args:
        problem: Identifier of the problem.
        title: Name of the problem.
        statement: What is to be written.
        level: How well the student is to perform; all that a prompt can do with rho (BEAGLE, section 2).
        metacognitive_prompt: Whether the phases of self-regulated learning are explained (the +M variants).
        reasons: Whether it is to reason step by step before it decides.
        exemplars: Other students at work, to be imitated.
        step: Index of the step, from 1.
        max_steps: Length of the session.
        code: The program as it stands.
        last_output: What the student was shown last; None before the first step.
        hint: A tutor's answer, if there is one.
    """

    problem: str
    title: str
    statement: str
    level: Level
    metacognitive_prompt: bool
    reasons: bool
    exemplars: tuple[Exemplar, ...]
    step: int
    max_steps: int
    code: str
    last_output: str | None
    hint: str | None


class FixView(ActView):
    """The same, after the program was run because the student chose to debug.

    Args:
        output: What the run printed.
    """

    output: str
