"""Neural action: the Strategist plans a segment, the Executor carries it out (BEAGLE, section 3.3)."""

from dataclasses import dataclass
from typing import Any

from protocol import Cognition, Stream
from simulators.students.beagle.asking import DAYDREAM, QUESTION, DaydreamView
from simulators.students.beagle.combined import COMBINED
from simulators.students.beagle.executor import EXECUTOR, OBSERVER
from simulators.students.beagle.memory import Memory
from simulators.students.beagle.settings import BeagleSettings
from simulators.students.beagle.strategist import STRATEGIST
from simulators.students.beagle.turn import Turn
from simulators.students.beagle.views import CombinedView, ContextView, ExecutorView, Plan, StrategistView, lessons
from simulators.students.student import Enrolment, Situation


@dataclass(frozen=True)
class Reaction:
    """a_t = (c_t, u_t), and the plan that it follows."""

    code: str
    utterance: str
    plan: Plan


class NeuralAction:
    """The agents of one student, each with a memory of its own.

    Args:
        settings: Which memories there are, and whether both agents are one.
        enrolment: What the student is given for the episode.
    """

    def __init__(self, settings: BeagleSettings, enrolment: Enrolment) -> None:
        self._enrolment = enrolment
        self._combined = settings.combined_agent
        self._strategist = Memory[Plan](settings.strategist_memory) if settings.strategist_memory else None
        self._executor = Memory[str](settings.executor_memory) if settings.executor_memory else None
        self._plan: Plan | None = None

    async def react(self, turn: Turn) -> Reaction:
        """Say and write something in a step of work."""
        if turn.read:
            self._meet(turn.error)
        if self._combined:
            reaction = await self._act_as_one(turn)
        else:
            reaction = await self._execute(turn, await self._plan_for(turn))
        self._remember(reaction)
        return reaction

    async def ask(self, situation: Situation) -> str:
        """Put a question to the tutor."""
        view = ContextView(**_context(self._enrolment, situation), output=situation.last_output, constraints=())
        reply = await self._enrolment.model.ask(QUESTION, view, seed=self._seed("question", situation.step))
        return reply.reply.question

    async def drift(self, situation: Situation) -> str:
        """Say something off topic."""
        view = DaydreamView(persona=self._enrolment.episode.rho_persona)
        reply = await self._enrolment.model.ask(DAYDREAM, view, seed=self._seed("daydream", situation.step))
        return reply.reply.utterance

    async def _plan_for(self, turn: Turn) -> Plan:
        """The Strategist is heard when a segment opens, and again when a hint has come."""
        if self._plan is None or turn.opens or turn.situation.hint is not None:
            recent = self._strategist.recent if self._strategist else ()
            view = StrategistView(**self._work(turn, self._strategist), recent=recent)
            seed = self._seed("strategist", turn.situation.step)
            self._plan = (await self._enrolment.model.ask(STRATEGIST, view, seed=seed)).reply
            if self._strategist is not None:
                self._strategist.remember(self._plan)
        return self._plan

    async def _execute(self, turn: Turn, plan: Plan) -> Reaction:
        recent = self._executor.recent if self._executor else ()
        view = ExecutorView(**self._work(turn, self._executor), strategy=plan, recent=recent)
        seed, model = self._seed("act", turn.situation.step), self._enrolment.model
        if turn.direction.cognition is Cognition.ASSESSING:
            remark = (await model.ask(OBSERVER, view, seed=seed)).reply
            return Reaction(turn.situation.code, remark.utterance, plan)
        draft = (await model.ask(EXECUTOR, view, seed=seed)).reply
        return Reaction(draft.code, draft.utterance, plan)

    async def _act_as_one(self, turn: Turn) -> Reaction:
        recent = self._executor.recent if self._executor else ()
        view = CombinedView(**self._work(turn, self._executor), recent=recent)
        seed = self._seed("act", turn.situation.step)
        reply = (await self._enrolment.model.ask(COMBINED, view, seed=seed)).reply
        return Reaction(turn.situation.code if reply.code is None else reply.code, reply.utterance, reply)

    def _work(self, turn: Turn, memory: Memory[Any] | None) -> dict[str, Any]:
        """What a view of work holds, with the lessons of one agent's memory."""
        return {
            **_context(self._enrolment, turn.situation),
            "output": turn.output,
            "constraints": turn.constraints,
            "metacognition": turn.direction.metacognition,
            "cognition": turn.direction.cognition,
            "lessons": tuple(lessons(memory.episodes, memory.familiar)) if memory else (),
        }

    def _meet(self, error: str | None) -> None:
        for memory in (self._strategist, self._executor):
            if memory is not None:
                memory.meet(error)

    def _remember(self, reaction: Reaction) -> None:
        for memory in (self._strategist, self._executor):
            if memory is not None:
                memory.realize(reaction.utterance)
        if self._executor is not None:
            self._executor.remember(reaction.utterance)

    def _seed(self, call: str, step: int) -> int:
        return self._enrolment.episode.streams.seed(Stream.MODEL, call, step)


def _context(enrolment: Enrolment, situation: Situation) -> dict[str, Any]:
    """What every view holds of the problem and the situation."""
    problem = enrolment.problem
    return {
        "problem": problem.id,
        "title": problem.title,
        "statement": problem.statement,
        "persona": enrolment.episode.rho_persona,
        "code": situation.code,
        "hint": situation.hint.text if situation.hint else None,
    }
