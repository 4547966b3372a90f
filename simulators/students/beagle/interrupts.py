"""What takes a learner away from the work: going off topic, and asking for help."""

import math
from typing import Literal

from protocol import Interrupt, Level, Stream, Streams
from simulators.settings import PerLevel, Positive, Probability, Settings, Switchable


class InterruptCurve(Settings):
    """How likely an interrupt is over the course of the session (BEAGLE, Table 8).

    Args:
        mean: mu, the progress at which it is most likely.
        spread: sigma, in units of progress.
        peak: r_peak, its probability there, by rho_behav.
    """

    mean: Probability
    spread: Positive
    peak: PerLevel[Probability]

    def probability(self, progress: float, level: Level) -> float:
        """Probability of the interrupt at one step (BEAGLE, Eq. 2 and 6)."""
        return self.peak[level] * math.exp(-((progress - self.mean) ** 2) / (2 * self.spread**2))


class OffTopicCurve(InterruptCurve):
    """Going off topic; `self_loop` is the probability of staying there (Table 7), `off` asks the curve again."""

    self_loop: Switchable[Probability]


class InterruptSettings(Settings):
    """Both interrupts.

    Args:
        progress: What x_t is: `session` takes the share of the session that is over (App. A.3), `task` the share
            of unit tests that pass (section 3.2).
        off_topic: The learner disengages.
        assistance: The learner asks the tutor.
    """

    progress: Literal["session", "task"]
    off_topic: OffTopicCurve
    assistance: InterruptCurve


class Interrupts:
    """Decides at the start of each step whether the learner works, and keeps the two-turn protocol.

    Args:
        settings: When interrupts happen.
        level: The learner's rho_behav.
        streams: The episode's random streams; `INTERRUPTS` is drawn from, by step.
    """

    def __init__(self, settings: InterruptSettings, level: Level, streams: Streams) -> None:
        self._settings = settings
        self._level = level
        self._streams = streams
        self._before: Interrupt | None = None

    @property
    def just_received_help(self) -> bool:
        """Whether the step before was spent on asking: the one that follows applies the answer."""
        return self._before is Interrupt.ASSISTANCE

    def check(self, *, step: int, max_steps: int, task_progress: float) -> Interrupt | None:
        """What interrupts a step, if anything does; to be called once a step, before the controller.

        Args:
            step: Index of the step, from 1.
            max_steps: Length of the session.
            task_progress: Share of unit tests that pass, in [0, 1].

        Source:
            BEAGLE, App. A.3: after help nothing interrupts; then off-topic is sampled, then assistance.
        """
        progress = task_progress if self._settings.progress == "task" else step / max_steps
        self._before = None if self.just_received_help else self._sample(step, progress)
        return self._before

    def _sample(self, step: int, progress: float) -> Interrupt | None:
        drifts, asks = self._streams.generator(Stream.INTERRUPTS, step).random(2)
        if drifts < self._off_topic(progress):
            return Interrupt.OFF_TOPIC
        if asks < self._settings.assistance.probability(progress, self._level):
            return Interrupt.ASSISTANCE
        return None

    def _off_topic(self, progress: float) -> float:
        curve = self._settings.off_topic
        if self._before is Interrupt.OFF_TOPIC and curve.self_loop is not None:
            return curve.self_loop
        return curve.probability(progress, self._level)
