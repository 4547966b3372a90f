"""The tutor's call to a model: what it knows, the hint it gives, and how it does without a model."""

from pathlib import Path

from numpy.random import Generator

from backends import Prompt, Reply, Skill, View
from protocol import Metacognition


class HintView(View):
    """What the tutor may know of who asks (BEAGLE, App. B.4).

    Args:
        title: Name of the problem.
        statement: What is to be written.
        question: In the student's words.
        code: The program as it stands.
        last_output: What the student was shown last.
        target: The concept that the hint is to be about.
        scaffold: How direct the hint is to be.
        recent_errors: Types of the latest errors, oldest first.
        metacognition: The phase that the student is in, for the tone.
    """

    title: str
    statement: str
    question: str
    code: str
    last_output: str | None
    target: str | None
    scaffold: str
    recent_errors: tuple[str, ...]
    metacognition: Metacognition | None


class HintReply(Reply):
    """A hint."""

    hint: str
    """what you tell the student, at most three sentences"""


_SAID = {
    "none": "You are on a good way, go on like that.",
    "minimal": "Have another look at {target}. What would you expect to see there?",
    "guiding": "I think it is about {target}. What would that mean in your program?",
    "explicit": "You need {target} here. Do it step by step, in the method where the value is worked out.",
}


def hint_as_tutor(view: HintView, _rng: Generator, _skill: Skill) -> HintReply:
    """Stand in for a model: name the concept, as directly as the scaffold says."""
    return HintReply(hint=_SAID[view.scaffold].format(target=view.target or "the part that fails"))


HINT = Prompt("zpd/hint", Path(__file__).parent, view=HintView, reply=HintReply, stand_in=hint_as_tutor)
