"""From mastery to a hint: the zone of the weakest concept sets how direct it is, failures raise it."""

from collections.abc import Mapping
from typing import Self

from pydantic import Field, model_validator

from environments.programming import KNOWLEDGE_COMPONENTS
from protocol import Stream
from simulators.settings import Probability, Settings
from simulators.students.student import Enrolment
from simulators.tutors.tutor import HelpRequest, Hint, Scaffold
from simulators.tutors.zpd.hinting import HINT, HintView


class Thresholds(Settings):
    """The least mastery at which a hint is no more direct than this (BEAGLE, Table 10).

    Args:
        none: Above it, in the comfort zone, no help is given.
        minimal: From it, in the upper zone of proximal development, a nudge.
        guiding: From it, in the middle of the zone, the idea; below it, what to do.
    """

    none: Probability
    minimal: Probability
    guiding: Probability

    @model_validator(mode="after")
    def _descend(self) -> Self:
        if not self.none >= self.minimal >= self.guiding:
            raise ValueError("must not rise from none to minimal to guiding")
        return self

    def scaffold(self, mastery: float) -> Scaffold:
        """How directly to help with a concept that is mastered with this probability."""
        if mastery > self.none:
            return Scaffold.NONE
        if mastery >= self.minimal:
            return Scaffold.MINIMAL
        return Scaffold.GUIDING if mastery >= self.guiding else Scaffold.EXPLICIT


class Escalation(Settings):
    """How much more direct a hint gets while the same concept goes on failing (BEAGLE, App. B.4).

    Args:
        step: Levels that each consecutive failure adds.
        limit: Levels that they can add together.
    """

    step: int = Field(ge=0)
    limit: int = Field(ge=0)

    def raised(self, scaffold: Scaffold, failures: int) -> Scaffold:
        """A scaffold after so many failures in a row."""
        return Scaffold(min(scaffold + min(self.step * failures, self.limit), Scaffold.EXPLICIT))


class ZpdTutor(Settings):
    """The default tutor of BEAGLE (App. B.4).

    Args:
        thresholds: From mastery to the level of a hint.
        escalation: From failures to a higher level.
    """

    thresholds: Thresholds
    escalation: Escalation

    def assign(self, enrolment: Enrolment) -> "ZpdTutoring":
        """A new tutor of this kind, for one episode."""
        return ZpdTutoring(self, enrolment)


class ZpdTutoring:
    """A ZPD tutor in the middle of an episode: remembers what it helped with last, and how often in vain.

    Args:
        settings: Thresholds and escalation.
        enrolment: What it is given for the episode.
    """

    def __init__(self, settings: ZpdTutor, enrolment: Enrolment) -> None:
        self._settings = settings
        self._enrolment = enrolment
        self._last_target: str | None = None
        self._failures = 0

    async def answer(self, request: HelpRequest) -> Hint:
        """See Tutor."""
        target = weakest(self._enrolment.problem.knowledge_components, request.mastery, request.evidence)
        scaffold = self._scaffold(target, request)
        problem = self._enrolment.problem
        view = HintView(
            title=problem.title,
            statement=problem.statement,
            question=request.question,
            code=request.code,
            last_output=request.last_output,
            target=KNOWLEDGE_COMPONENTS[target].concept if target else None,
            scaffold=scaffold.name.lower(),
            recent_errors=request.recent_errors,
            metacognition=request.metacognition,
        )
        seed = self._enrolment.episode.streams.seed(Stream.MODEL, "hint", request.step)
        reply = (await self._enrolment.model.ask(HINT, view, seed=seed)).reply
        return Hint(reply.hint, scaffold, target)

    def _scaffold(self, target: str | None, request: HelpRequest) -> Scaffold:
        if target is None:
            return Scaffold.NONE
        again = target == self._last_target and not request.evidence.get(target)
        self._failures = self._failures + 1 if again else 0
        self._last_target = target
        mastery = request.mastery.get(target)
        # Where nobody traces knowledge there is no zone to go by: start in the middle of it.
        base = Scaffold.GUIDING if mastery is None else self._settings.thresholds.scaffold(mastery)
        return self._settings.escalation.raised(base, self._failures)


def weakest(
    components: tuple[str, ...], mastery: Mapping[str, float], evidence: Mapping[str, bool | None]
) -> str | None:
    """The knowledge component to help with: the one with the lowest mastery (BEAGLE, App. B.4).

    Among equals, and where no mastery is traced, one that the program does not yet show; None if it
    shows them all and no mastery is traced.
    """
    if not mastery:
        return next((component for component in components if not evidence.get(component)), None)
    return min(components, key=lambda component: (mastery[component], bool(evidence.get(component))))
