"""Symbolic control: when the student works, at what, and what it knows (BEAGLE, section 3.2)."""

from collections.abc import Mapping

from environments.programming import KNOWLEDGE_COMPONENTS
from protocol import Interrupt, Stream
from simulators.students.beagle.controller import Controller
from simulators.students.beagle.flaw_injection import FlawInjection, KnowledgeConstraint
from simulators.students.beagle.interrupts import Interrupts
from simulators.students.beagle.knowledge_tracing import KnowledgeTracing
from simulators.students.beagle.self_direction import SELF_DIRECTION
from simulators.students.beagle.settings import BeagleSettings
from simulators.students.beagle.turn import Direction, Turn
from simulators.students.beagle.views import SelfDirectionView
from simulators.students.student import Desk, Enrolment, Situation


class SymbolicControl:
    """The modules that govern one student; each may be off.

    Args:
        settings: The modules.
        enrolment: What the student is given for the episode.
    """

    def __init__(self, settings: BeagleSettings, enrolment: Enrolment) -> None:
        self._enrolment = enrolment
        level, streams = enrolment.episode.rho_behav, enrolment.episode.streams
        components = enrolment.problem.knowledge_components
        concepts = {component: KNOWLEDGE_COMPONENTS[component].concept for component in components}
        self._interrupts = Interrupts(settings.interrupts, level, streams) if settings.interrupts else None
        self._controller = Controller(settings.controller, level, streams) if settings.controller else None
        self._knowledge = KnowledgeTracing(settings.knowledge, components, streams) if settings.knowledge else None
        self._flaws = FlawInjection(concepts, streams) if settings.flaw_injection else None
        self.direction: Direction | None = None

    @property
    def mastery(self) -> Mapping[str, float]:
        """Probability of mastery by component; empty where nobody traces it."""
        return self._knowledge.mastery if self._knowledge else {}

    def interrupt(self, situation: Situation) -> Interrupt | None:
        """What takes the student away from the work in this step, if anything does."""
        if self._interrupts is None:
            return None
        return self._interrupts.check(
            step=situation.step, max_steps=situation.max_steps, task_progress=situation.progress
        )

    async def advance(self, situation: Situation) -> Direction:
        """Take the next step of the course: the controller's, or the model's own where there is none."""
        if self._controller is not None:
            phase = self._controller.next()
            segment = phase.segment
            self.direction = Direction(segment.index, segment.dwell, phase.metacognition, phase.cognition)
        else:
            self.direction = await self._choose(situation)
        return self.direction

    def constraints(self, segment: int) -> tuple[KnowledgeConstraint, ...]:
        """kappa_t: what the student knows and does not know."""
        return self._flaws.constraints(self._knowledge, segment) if self._flaws and self._knowledge else ()

    def learn(self, turn: Turn, code: str, desk: Desk) -> None:
        """Practice counts where the student weighs what it sees; a hint put to use counts at once.

        Args:
            turn: The step that is over.
            code: The program after it.
            desk: Reads the evidence off programs.

        Source:
            BEAGLE, App. B.1 and A.3.
        """
        if self._knowledge is None:
            return
        situation = turn.situation
        evidence = desk.evidence(situation.code)
        self._knowledge.update(situation.step, turn.direction.metacognition, evidence)
        target = situation.hint.target if situation.hint else None
        if target is not None and not evidence.get(target) and desk.evidence(code).get(target):
            self._knowledge.reinforce(target)

    async def _choose(self, situation: Situation) -> Direction:
        problem, episode = self._enrolment.problem, self._enrolment.episode
        view = SelfDirectionView(
            problem=problem.id,
            title=problem.title,
            statement=problem.statement,
            persona=episode.rho_persona,
            code=situation.code,
            output=situation.last_output,
            constraints=(),
            hint=situation.hint.text if situation.hint else None,
            step=situation.step,
            max_steps=situation.max_steps,
        )
        seed = episode.streams.seed(Stream.MODEL, "direction", situation.step)
        chosen = (await self._enrolment.model.ask(SELF_DIRECTION, view, seed=seed)).reply
        before = self.direction
        stays = before is not None and before.metacognition is chosen.metacognition
        segment = (before.segment if before else 0) + (not stays)
        return Direction(segment, None, chosen.metacognition, chosen.cognition)
