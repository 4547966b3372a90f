"""BEAGLE: symbolic control decides what the student does and knows, neural action says and writes it."""

from collections import deque
from dataclasses import replace

from environments.programming import runs
from protocol import Interrupt
from simulators.students.beagle import observation_filter
from simulators.students.beagle.flaw_injection import Status
from simulators.students.beagle.neural_action import NeuralAction, Reaction
from simulators.students.beagle.settings import BeagleSettings
from simulators.students.beagle.symbolic_control import SymbolicControl
from simulators.students.beagle.turn import Turn
from simulators.students.student import Action, Desk, Enrolment, Situation, Strategy
from simulators.tutors.tutor import HelpRequest

RECENT_ERRORS = 3
"""How many of the latest error types the tutor is told."""


class Beagle(BeagleSettings):
    """A kind of student whose behaviour and knowledge are controlled symbolically (BEAGLE, section 3)."""

    def enrol(self, enrolment: Enrolment) -> "BeagleStudent":
        """A new student of this kind, for one episode."""
        return BeagleStudent(self, enrolment)


class BeagleStudent:
    """BEAGLE in the middle of an episode.

    Args:
        settings: Its modules; one that is off is None.
        enrolment: What it is given for the episode.
    """

    def __init__(self, settings: BeagleSettings, enrolment: Enrolment) -> None:
        self._filters = settings.observation_filter
        self._control = SymbolicControl(settings, enrolment)
        self._neural = NeuralAction(settings, enrolment)
        self._errors: deque[str] = deque(maxlen=RECENT_ERRORS)

    async def act(self, situation: Situation, desk: Desk) -> Action:
        """See Student. Interrupts are checked before the controller takes a step (BEAGLE, App. A.3)."""
        match self._control.interrupt(situation):
            case Interrupt.OFF_TOPIC:
                utterance = await self._neural.drift(situation)
                action = Action(situation.code, utterance, cognition=None, interrupt=Interrupt.OFF_TOPIC)
            case Interrupt.ASSISTANCE:
                action = await self._ask(situation, desk)
            case None:
                action = await self._work(situation, desk)
        return replace(action, mastery=self._control.mastery)

    async def _ask(self, situation: Situation, desk: Desk) -> Action:
        """The first turn of the assistance protocol; the session brings the answer in the next step."""
        question = await self._neural.ask(situation)
        request = HelpRequest(
            step=situation.step,
            question=question,
            code=situation.code,
            metacognition=self._control.direction.metacognition if self._control.direction else None,
            mastery=self._control.mastery,
            evidence=desk.evidence(situation.code),
            recent_errors=tuple(self._errors),
            last_output=situation.last_output,
        )
        return Action(situation.code, question, cognition=None, interrupt=Interrupt.ASSISTANCE, question=request)

    async def _work(self, situation: Situation, desk: Desk) -> Action:
        turn = await self._turn(situation, desk)
        reaction = await self._neural.react(turn)
        self._control.learn(turn, reaction.code, desk)
        return _worked(turn, reaction)

    async def _turn(self, situation: Situation, desk: Desk) -> Turn:
        """What the step is to be, and what the student sees: Debugging and Assessing run the program first."""
        before = self._control.direction
        direction = await self._control.advance(situation)
        opens = before is None or before.segment != direction.segment
        output, error, read = situation.last_output, None, False
        if runs(direction.cognition):
            observation = await desk.run()
            if observation.error_type is not None:
                self._errors.append(observation.error_type)
            phase = direction.metacognition if self._filters else None
            failed = observation.error_type is not None
            output = observation_filter.seen(observation.output, failed=failed, metacognition=phase)
            read = output == observation.output
            error = observation.error_type if read else None
        constraints = self._control.constraints(direction.segment)
        return Turn(situation, direction, opens, output, error, read, constraints)


def _worked(turn: Turn, reaction: Reaction) -> Action:
    """A step of work as the trace shows it."""
    direction, plan = turn.direction, reaction.plan
    return Action(
        code=reaction.code,
        utterance=reaction.utterance,
        cognition=direction.cognition,
        metacognition=direction.metacognition,
        seen=turn.output if runs(direction.cognition) else None,
        segment=direction.segment,
        dwell=direction.dwell,
        blocked=tuple(held.component for held in turn.constraints if held.status is Status.BLOCKED),
        strategy=Strategy(plan.goal, plan.mindset, plan.directive),
    )
