"""How the scripted programmer stands in for a prompted student: chooses what to do, and does it."""

from numpy.random import Generator

from backends import Skill
from environments.programming import problem
from environments.programming.mutations import pieces, read
from protocol import Cognition, Metacognition
from simulators.students.programmer.coding import Programmer, error_in
from simulators.students.programmer.speech import say
from simulators.students.prompted.replies import ReasonedFix, ReasonedPhasedAct
from simulators.students.prompted.views import ActView, FixView

_PHASES = {
    Cognition.CONSTRUCTING: (Metacognition.PLANNING, Metacognition.ENACTING),
    Cognition.DEBUGGING: (Metacognition.ENACTING, Metacognition.MONITORING),
    Cognition.ASSESSING: (Metacognition.MONITORING, Metacognition.REFLECTING),
}


def act_as_novice(view: ActView, rng: Generator, skill: Skill) -> ReasonedPhasedAct:
    """Stand in for a model: write what is missing, mend what was seen to fail, else look."""
    behaviour = _behaviour(view)
    code = Programmer(problem(view.problem), rng, skill).construct(view.code)
    phases = _PHASES[behaviour]
    return ReasonedPhasedAct(
        behaviour=behaviour,
        utterance=say(behaviour, error_in(view.last_output), view.level, rng, skill),
        code=code if behaviour is Cognition.CONSTRUCTING else None,
        metacognition=phases[int(rng.integers(len(phases)))],
        reasoning="First what is there, then what the output says, then what is missing.",
    )


def fix_as_novice(view: FixView, rng: Generator, skill: Skill) -> ReasonedFix:
    """Stand in for a model: change the program because of what it printed."""
    return ReasonedFix(
        utterance=say(Cognition.DEBUGGING, error_in(view.output), view.level, rng, skill),
        code=Programmer(problem(view.problem), rng, skill).repair(view.code, view.output),
        reasoning="The output names what failed; that is where to change something.",
    )


def _behaviour(view: ActView) -> Cognition:
    task = problem(view.problem)
    if error_in(view.last_output):
        return Cognition.DEBUGGING
    if len(read(task, view.code).work) < len(pieces(task)):
        return Cognition.CONSTRUCTING
    return Cognition.ASSESSING
