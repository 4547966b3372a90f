"""How the scripted programmer stands in for a prompted student: chooses what to do, and does it.

It takes up all that its view tells: it imitates exemplars, looks at what it wrote where it is told to
watch itself, and thinks twice about a cause where it is told to reason.
"""

from numpy.random import Generator

from backends import Skill
from environments.programming import problem
from environments.programming.mutations import pieces, read
from protocol import Cognition, Metacognition
from simulators.students.programmer.coding import Programmer, error_in
from simulators.students.programmer.speech import say
from simulators.students.prompted.replies import ReasonedFix, ReasonedPhasedAct
from simulators.students.prompted.views import ActView, FixView
from simulators.students.student import NOT_EXECUTED

_PHASES = {
    Cognition.CONSTRUCTING: (Metacognition.PLANNING, Metacognition.ENACTING),
    Cognition.DEBUGGING: (Metacognition.ENACTING, Metacognition.MONITORING),
    Cognition.ASSESSING: (Metacognition.MONITORING, Metacognition.REFLECTING),
}


def act_as_novice(view: ActView, rng: Generator, skill: Skill) -> ReasonedPhasedAct:
    """Stand in for a model: do as the exemplars did, or write what is missing, mend what fails, else look."""
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
    tries = 2 if view.reasons else 1
    thought_over = {**skill, "diagnose": 1 - (1 - skill["diagnose"]) ** tries}
    return ReasonedFix(
        utterance=say(Cognition.DEBUGGING, error_in(view.output), view.level, rng, skill),
        code=Programmer(problem(view.problem), rng, thought_over).repair(view.code, view.output),
        reasoning="The output names what failed; that is where to change something.",
    )


def _behaviour(view: ActView) -> Cognition:
    if view.metacognitive_prompt and view.last_output == NOT_EXECUTED:
        return Cognition.ASSESSING
    return _imitated(view) if view.exemplars else _chosen(view)


def _imitated(view: ActView) -> Cognition:
    """What the exemplar of the same level did at this point of its work, which it begins anew when it is through."""
    own = [exemplar for exemplar in view.exemplars if exemplar.level is view.level] or view.exemplars
    steps = own[0].steps
    return steps[(view.step - 1) % len(steps)].behaviour


def _chosen(view: ActView) -> Cognition:
    if error_in(view.last_output):
        return Cognition.DEBUGGING
    task = problem(view.problem)
    if len(read(task, view.code).work) < len(pieces(task)):
        return Cognition.CONSTRUCTING
    return Cognition.ASSESSING
