"""The ablation that merges Strategist and Executor into one call (BEAGLE, Table 2, Combined Agent)."""

from pathlib import Path

from numpy.random import Generator

from backends import Prompt, Skill
from protocol import Cognition
from simulators.students.beagle.executor import write
from simulators.students.beagle.strategist import plan_as_novice
from simulators.students.beagle.views import CombinedView, Plan


class PlannedDraft(Plan):
    """A plan, and what comes of it at once."""

    utterance: str
    """what you say to yourself, one or two sentences"""
    code: str | None = None
    """the whole program after this step; null if you only look"""


def act_as_one(view: CombinedView, rng: Generator, skill: Skill) -> PlannedDraft:
    """Stand in for a model: plan, and do it."""
    plan = plan_as_novice(view, rng, skill)
    draft = write(view, plan, rng, skill)
    code = None if view.cognition is Cognition.ASSESSING else draft.code
    return PlannedDraft(**dict(plan), utterance=draft.utterance, code=code)


COMBINED = Prompt("beagle/combined", Path(__file__).parent, view=CombinedView, reply=PlannedDraft, stand_in=act_as_one)
