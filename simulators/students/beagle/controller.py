"""The two-level semi-Markov controller: what a learner does next, and for how long."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Literal, TypeVar

from numpy.random import Generator

from protocol import Cognition, Level, Metacognition, Stream, Streams
from simulators.settings import PerLevel, PerMetacognition, Positive, Row, Settings

B = TypeVar("B", bound=Enum)


class GammaDuration(Settings):
    """How long a behaviour lasted in the logs (BEAGLE, Table 6)."""

    shape: Positive
    scale: Positive


class DwellSettings(Settings):
    """Length of a segment, P(D_n | M_n).

    Args:
        reading: `table6` takes the printed Gamma durations and one unit for all of them; `table13` keeps the
            printed shapes and takes the mean durations that Table 13's self-loops imply.
        gamma: The printed durations.
        unit: Table 6's units of time in one step of a session.
        mean: Mean duration in steps before rounding, under the reading `table13`.
    """

    reading: Literal["table6", "table13"]
    gamma: PerLevel[PerMetacognition[GammaDuration]]
    unit: Positive
    mean: PerLevel[PerMetacognition[Positive]]

    def in_steps(self, level: Level, metacognition: Metacognition) -> GammaDuration:
        """The Gamma duration of a behaviour, in steps."""
        printed = self.gamma[level][metacognition]
        if self.reading == "table6":
            return GammaDuration(shape=printed.shape, scale=printed.scale / self.unit)
        return GammaDuration(shape=printed.shape, scale=self.mean[level][metacognition] / printed.shape)


class CognitionSettings(Settings):
    """Cognitive behaviour within a segment, P(C^(i) | M, C^(i-1)); `start` is the row of its first step."""

    start: Row[Cognition]
    constructing: Row[Cognition]
    debugging: Row[Cognition]
    assessing: Row[Cognition]

    def after(self, cognition: Cognition | None) -> Mapping[Cognition, float]:
        """The row that follows a cognitive behaviour, or that opens a segment."""
        row: Mapping[Cognition, float] = getattr(self, cognition.value if cognition else "start")
        return row


class ControllerSettings(Settings):
    """The semi-Markov model of both levels of rho_behav (BEAGLE, Eq. 1)."""

    start: PerLevel[Row[Metacognition]]
    transitions: PerLevel[PerMetacognition[Row[Metacognition]]]
    dwell: DwellSettings
    cognition: PerLevel[PerMetacognition[CognitionSettings]]


@dataclass(frozen=True)
class Segment:
    """A stretch of work in one metacognitive behaviour.

    Args:
        index: n, from 1.
        metacognition: M_n.
        cognition: C_n, one cognitive behaviour for each step of the segment.
    """

    index: int
    metacognition: Metacognition
    cognition: tuple[Cognition, ...]

    @property
    def dwell(self) -> int:
        """D_n, in steps."""
        return len(self.cognition)


@dataclass(frozen=True)
class Phase:
    """What the controller asks of one step: the place `position`, from 0, in a segment."""

    segment: Segment
    position: int

    @property
    def metacognition(self) -> Metacognition:
        """M_n(t)."""
        return self.segment.metacognition

    @property
    def cognition(self) -> Cognition:
        """C_t."""
        return self.segment.cognition[self.position]

    @property
    def opens(self) -> bool:
        """Whether the step is the first of its segment, at which the Strategist is heard."""
        return self.position == 0


class Controller:
    """Walks through the segments of one learner, a step of work at a time.

    The course of the work hangs on the level and the streams alone. A step that is lost to an interrupt does
    not call `next`, so an interrupt suspends the segment and moves nothing in it.

    Args:
        settings: The semi-Markov model.
        level: The learner's rho_behav.
        streams: The episode's random streams; `BEHAVIOUR` and `DURATIONS` are drawn from, by segment.
    """

    def __init__(self, settings: ControllerSettings, level: Level, streams: Streams) -> None:
        self._settings = settings
        self._level = level
        self._streams = streams
        self._phases = (Phase(segment, position) for segment in self.segments() for position in range(segment.dwell))

    def next(self) -> Phase:
        """What the next step of work is."""
        return next(self._phases)

    def segments(self) -> Iterator[Segment]:
        """The learner's segments from the first, without end.

        Source:
            BEAGLE, Eq. 1: P(M_n, D_n, C_n) = P(M_n | M_{n-1}) P(D_n | M_n) prod_i P(C_n^(i) | M_n, C_n^(i-1)).
        """
        row = self._settings.start[self._level]
        for index in count(1):
            behaviour = self._streams.generator(Stream.BEHAVIOUR, "segment", index)
            metacognition = _draw(row, behaviour)
            dwell = self._dwell(metacognition, self._streams.generator(Stream.DURATIONS, "segment", index))
            yield Segment(index, metacognition, self._cognition(metacognition, dwell, behaviour))
            row = self._settings.transitions[self._level][metacognition]

    def _dwell(self, metacognition: Metacognition, durations: Generator) -> int:
        gamma = self._settings.dwell.in_steps(self._level, metacognition)
        return max(1, round(durations.gamma(gamma.shape, gamma.scale)))

    def _cognition(self, metacognition: Metacognition, dwell: int, behaviour: Generator) -> tuple[Cognition, ...]:
        rows = self._settings.cognition[self._level][metacognition]
        sequence: list[Cognition] = []
        for _ in range(dwell):
            sequence.append(_draw(rows.after(sequence[-1] if sequence else None), behaviour))
        return tuple(sequence)


def _draw(row: Mapping[B, float], rng: Generator) -> B:
    """One member of a distribution; whatever rounding leaves over goes to its last."""
    left = rng.random()
    for member, probability in row.items():
        left -= probability
        if left < 0:
            return member
    return max(row, key=row.__getitem__)
