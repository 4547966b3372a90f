"""The Strategist: from the phase to a goal, a mindset and a directive (BEAGLE, Eq. 3)."""

from pathlib import Path

from numpy.random import Generator

from backends import Prompt, Skill
from environments.programming import Problem, problem
from environments.programming.mutations import pieces, read
from protocol import Metacognition
from simulators.students.beagle.views import Plan, StrategistView, WorkView
from simulators.students.programmer import error_in

_MINDSETS = {
    Metacognition.PLANNING: "thinking it over",
    Metacognition.ENACTING: "impatient, just trying",
    Metacognition.MONITORING: "watching closely",
    Metacognition.REFLECTING: "wondering why",
}


def plan_as_novice(view: WorkView, rng: Generator, skill: Skill) -> Plan:
    """Stand in for a model: go for what is missing, else for the piece that one suspects."""
    task = problem(view.problem)
    piece = _piece(view, task, rng, skill)
    return Plan(
        goal="get it all written" if _missing(view, task) else "get the tests to pass",
        mindset=_MINDSETS[view.metacognition],
        directive=f"work on {piece}",
    )


def _piece(view: WorkView, task: Problem, rng: Generator, skill: Skill) -> str:
    """A piece to work on: the next that is missing, or, with luck and an error to go by, one that is wrong."""
    missing = _missing(view, task)
    if missing:
        return missing[0]
    work = read(task, view.code).work
    if error_in(view.output) and rng.random() < skill["diagnose"]:
        wrong = [name for name, flaws in work.items() if flaws is None or flaws - view.unknown]
        if wrong:
            return wrong[0]
    names = [piece.name for piece in pieces(task)]
    return names[int(rng.integers(len(names)))]


def _missing(view: WorkView, task: Problem) -> list[str]:
    work = read(task, view.code).work
    return [piece.name for piece in pieces(task) if piece.name not in work]


STRATEGIST = Prompt(
    "beagle/strategist", Path(__file__).parent, view=StrategistView, reply=Plan, stand_in=plan_as_novice
)
