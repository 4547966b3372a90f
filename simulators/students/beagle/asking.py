"""What the student says in an interrupt: a question to the tutor, or something off topic."""

from pathlib import Path

from numpy.random import Generator

from backends import Prompt, Reply, Skill, View
from protocol import Level
from simulators.students.beagle.views import ContextView
from simulators.students.programmer import error_in

_HERE = Path(__file__).parent


class Question(Reply):
    """A question to the tutor."""

    question: str
    """what you ask, one or two sentences"""


class Daydream(Reply):
    """Something that has nothing to do with the problem."""

    utterance: str
    """what goes through your head, one or two sentences"""


class DaydreamView(View):
    """Who is off topic."""

    persona: Level


_DAYDREAMS = (
    "wonder what's for lunch today",
    "did I feed the cat this morning?",
    "it's so sunny outside",
    "that song won't leave my head",
)


def ask_as_novice(view: ContextView, _rng: Generator, _skill: Skill) -> Question:
    """Stand in for a model: ask about the error that is there, if one is."""
    error = error_in(view.output)
    return Question(question=f"Why do I get {error}?" if error else "I don't know how to go on, what do I need here?")


def daydream_as_novice(_view: DaydreamView, rng: Generator, _skill: Skill) -> Daydream:
    """Stand in for a model: think of something else."""
    return Daydream(utterance=_DAYDREAMS[int(rng.integers(len(_DAYDREAMS)))])


QUESTION = Prompt("beagle/question", _HERE, view=ContextView, reply=Question, stand_in=ask_as_novice)
DAYDREAM = Prompt("beagle/daydream", _HERE, view=DaydreamView, reply=Daydream, stand_in=daydream_as_novice)
