"""What a learner knows: Bayesian knowledge tracing over the components of a problem."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from protocol import Metacognition, Stream, Streams
from simulators.settings import Positive, Probability, Settings

UPDATES_IN = frozenset({Metacognition.MONITORING, Metacognition.REFLECTING})
"""Where learners weigh what they see, and so learn (BEAGLE, section 3.4)."""


class Mastery(StrEnum):
    """Discretized probability of mastery (BEAGLE, App. B.1)."""

    UNKNOWN = "unknown"
    PARTIAL = "partial"
    MASTERED = "mastered"


class InitialMastery(Settings):
    """P(L^(0)): the same for all, or drawn for each learner and component from a Beta distribution."""

    reading: Literal["fixed", "sampled"]
    mean: Annotated[float, Field(gt=0, lt=1)]
    concentration: Positive  # a + b of the Beta distribution; more is narrower


class KnowledgeSettings(Settings):
    """Parameters of knowledge tracing (BEAGLE, App. B.1).

    Args:
        initial: P(L^(0)).
        learn: P(T), probability of acquiring mastery by practice.
        slip: P(S), probability of an error despite mastery.
        guess: P(G), probability of success without mastery.
        partial_from: Probability of mastery from which a component is partly known.
        mastered_from: Probability of mastery from which it is mastered.
        observation: What o_k is: `synthetic` samples it from Eq. 7; `oracle` takes the verdict of the IDE oracle
            (App. E.2), and samples where the oracle has none.
    """

    initial: InitialMastery
    learn: Probability
    slip: Annotated[float, Field(gt=0, lt=1)]
    guess: Annotated[float, Field(gt=0, lt=1)]
    partial_from: Probability
    mastered_from: Probability
    observation: Literal["synthetic", "oracle"]

    def chance_correct(self, mastery: float) -> float:
        """Probability of a correct response (BEAGLE, Eq. 7)."""
        return mastery * (1 - self.slip) + (1 - mastery) * self.guess

    def posterior(self, mastery: float, *, correct: bool) -> float:
        """Probability of mastery once a response is seen (BEAGLE, Eq. 8 and 9)."""
        if correct:
            return mastery * (1 - self.slip) / self.chance_correct(mastery)
        return mastery * self.slip / (1 - self.chance_correct(mastery))

    def practised(self, mastery: float) -> float:
        """Probability of mastery after practice (BEAGLE, Eq. 10)."""
        return mastery + (1 - mastery) * self.learn

    def level(self, mastery: float) -> Mastery:
        """How well a component is known."""
        if mastery < self.partial_from:
            return Mastery.UNKNOWN
        return Mastery.PARTIAL if mastery < self.mastered_from else Mastery.MASTERED


class KnowledgeTracing:
    """One learner's mastery of the knowledge components of a problem.

    Args:
        settings: Parameters of the model.
        components: Ids of the components that the problem needs.
        streams: The episode's random streams; `KNOWLEDGE` is drawn from, by component and by step.
    """

    def __init__(self, settings: KnowledgeSettings, components: Sequence[str], streams: Streams) -> None:
        self.settings = settings
        self._streams = streams
        self._mastery = {component: self._initial(component) for component in components}

    @property
    def mastery(self) -> dict[str, float]:
        """Probability of mastery by component, as it stands; a copy."""
        return dict(self._mastery)

    @property
    def weakest(self) -> str:
        """The component with the lowest mastery: the tutor's first target (BEAGLE, App. B.4)."""
        return min(self._mastery, key=self._mastery.__getitem__)

    def level(self, component: str) -> Mastery:
        """How well the learner knows a component."""
        return self.settings.level(self._mastery[component])

    def update(self, step: int, metacognition: Metacognition, evidence: Mapping[str, bool | None]) -> None:
        """Learn from a step, if it was one in which learners weigh what they see.

        Args:
            step: Index of the step, from 1.
            metacognition: M of the step; elsewhere than in `UPDATES_IN` nothing is learnt.
            evidence: The IDE oracle's verdicts by component; read under the reading `oracle` only.
        """
        if metacognition not in UPDATES_IN:
            return
        draws = self._streams.generator(Stream.KNOWLEDGE, "observation", step).random(len(self._mastery))
        for (component, mastery), draw in zip(self.mastery.items(), draws, strict=True):
            verdict = evidence.get(component) if self.settings.observation == "oracle" else None
            correct = bool(draw < self.settings.chance_correct(mastery)) if verdict is None else verdict
            self._observe(component, correct=correct)

    def reinforce(self, component: str) -> None:
        """Credit a component whose hint was put to use: a correct response (BEAGLE, App. A.3)."""
        self._observe(component, correct=True)

    def _observe(self, component: str, *, correct: bool) -> None:
        seen = self.settings.posterior(self._mastery[component], correct=correct)
        self._mastery[component] = self.settings.practised(seen)

    def _initial(self, component: str) -> float:
        initial = self.settings.initial
        if initial.reading == "fixed":
            return initial.mean
        rng = self._streams.generator(Stream.KNOWLEDGE, "initial", component)
        return float(rng.beta(initial.mean * initial.concentration, (1 - initial.mean) * initial.concentration))
