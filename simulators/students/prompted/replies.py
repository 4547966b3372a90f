"""What a prompted student answers in a step, with or without reasoning, with or without its phase."""

from backends import Reply
from protocol import Cognition, Metacognition


class Act(Reply):
    """One step of the work."""

    behaviour: Cognition
    """constructing (write, without running), debugging (run, then change) or assessing (run and look)"""
    utterance: str
    """what you say to yourself in this step, one or two sentences"""
    code: str | None = None
    """the whole program after this step if you are constructing, else null"""


class PhasedAct(Act):
    """One step of the work, with the phase that it belongs to."""

    metacognition: Metacognition
    """the phase that you are in"""


class Reasoned(Reply):
    """What is thought through first; a base that is named last gives the first key."""

    reasoning: str
    """your reasoning, step by step, before you decide"""


class ReasonedAct(Act, Reasoned):
    """One step of the work, thought through first."""


class ReasonedPhasedAct(PhasedAct, ReasonedAct):
    """One step of the work, thought through first, with the phase that it belongs to."""


class Fix(Reply):
    """What becomes of the program once its output is known."""

    utterance: str
    """what you say to yourself when you see the output, one or two sentences"""
    code: str
    """the whole program with your fix"""


class ReasonedFix(Fix, Reasoned):
    """A fix that was thought through first."""
