"""The ablation without the controller: the model itself says what comes next (BEAGLE, Table 2, No semi-Markov)."""

from pathlib import Path

from numpy.random import Generator

from backends import Prompt, Reply, Skill
from environments.programming import problem
from environments.programming.mutations import pieces, read
from protocol import Cognition, Metacognition
from simulators.students.beagle.views import SelfDirectionView
from simulators.students.programmer import error_in


class Direction(Reply):
    """What the student does next."""

    metacognition: Metacognition
    """the phase"""
    cognition: Cognition
    """the activity"""


def direct_as_novice(view: SelfDirectionView, _rng: Generator, _skill: Skill) -> Direction:
    """Stand in for a model: write what is missing, mend what was seen to fail, else look."""
    if error_in(view.output):
        return Direction(metacognition=Metacognition.MONITORING, cognition=Cognition.DEBUGGING)
    task = problem(view.problem)
    if len(read(task, view.code).work) < len(pieces(task)):
        return Direction(metacognition=Metacognition.PLANNING, cognition=Cognition.CONSTRUCTING)
    return Direction(metacognition=Metacognition.REFLECTING, cognition=Cognition.ASSESSING)


SELF_DIRECTION = Prompt(
    "beagle/self_direction",
    Path(__file__).parent,
    view=SelfDirectionView,
    reply=Direction,
    stand_in=direct_as_novice,
)
