"""The Executor: from the directive to code and words (BEAGLE, Eq. 4)."""

import re
from pathlib import Path

from numpy.random import Generator

from backends import Prompt, Reply, Skill
from environments.programming import problem
from protocol import Cognition
from simulators.students.beagle.views import ExecutorView, Plan, WorkView
from simulators.students.programmer import Programmer, error_in, say

_HERE = Path(__file__).parent
_DIRECTED = re.compile(r"work on (\w+)")


class Draft(Reply):
    """What the student says and writes."""

    utterance: str
    """what you say to yourself, one or two sentences"""
    code: str
    """the whole program after this step"""


class Remark(Reply):
    """What the student says when it only looks."""

    utterance: str
    """what you say to yourself about the output, one or two sentences"""


def write_as_novice(view: ExecutorView, rng: Generator, skill: Skill) -> Draft:
    """Stand in for a model: do what the directive says, with what the constraints leave."""
    return write(view, view.strategy, rng, skill)


def write(view: WorkView, plan: Plan, rng: Generator, skill: Skill) -> Draft:
    """The scripted programmer's code and words under a plan."""
    directed = _DIRECTED.search(plan.directive)
    programmer = Programmer(problem(view.problem), rng, skill, view.unknown, directed.group(1) if directed else None)
    if view.cognition is Cognition.CONSTRUCTING:
        code = programmer.construct(view.code)
    else:
        code = programmer.repair(view.code, view.output)
    return Draft(utterance=say(view.cognition, error_in(view.output), view.persona, rng, skill), code=code)


def remark_as_novice(view: ExecutorView, rng: Generator, skill: Skill) -> Remark:
    """Stand in for a model: say something about the output."""
    return Remark(utterance=say(view.cognition, error_in(view.output), view.persona, rng, skill))


EXECUTOR = Prompt("beagle/executor", _HERE, view=ExecutorView, reply=Draft, stand_in=write_as_novice)
"""Constructing and Debugging: the program changes."""

OBSERVER = Prompt("beagle/executor", _HERE, view=ExecutorView, reply=Remark, stand_in=remark_as_novice)
"""Assessing: it does not."""
