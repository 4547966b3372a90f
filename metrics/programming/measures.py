"""The columns of Table 1 as things that can be estimated: value, spread, interval, n, and why not."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pandas as pd
from numpy.random import Generator

from metrics.counting import FloatArray, rate
from metrics.programming.behaviour import cognitive_divergence, debugging_divergence, transition_divergence
from metrics.programming.episodes import COGNITIVE_STEPS, COGNITIVE_TRANSITIONS, WHO
from metrics.programming.epistemics import recurrence_rate
from metrics.programming.performance import performance_gap, solve_rate, solve_rate_error
from metrics.programming.reference import COMBINED_TEST_DATA, Reference
from metrics.statistics.intervals import (
    Interval,
    PairedDifference,
    Statistic,
    bootstrap_interval,
    paired_difference,
    rate_difference_interval,
    wilson_interval,
)
from metrics.undefined import Undefined
from protocol import Cognition


class Unit(StrEnum):
    """The unit that a table prints a measure in, by its name in `results/published`."""

    PER_CENT = "%"
    SHARE = "share"
    STEPS = "steps"
    NATS = "nats"

    @property
    def scale(self) -> float:
        """What values are multiplied by to be printed: a rate is computed in [0, 1] whatever the table prints.

        Source:
            None: a change of unit.
        """
        return 100.0 if self is Unit.PER_CENT else 1.0


@dataclass(frozen=True)
class Measure:
    """One number of a condition, made of what each of its episodes adds.

    Args:
        name: The name that tables and trackers know it by.
        source: Paper and equation.
        unit: What tables print the number in.
        undefined: The reason where it is NaN.
        totals: From the rows of `episode_measures` to what each adds, shape (episodes, k); zeros for one that
            the measure is undefined for.
        statistic: From summed totals to the value.
        spread: From totals to what the paper prints after its ±; NaN where it prints none.
        interval: From summed totals to a 95 % interval, where a closed form serves better than the bootstrap.
    """

    name: str
    source: str
    unit: Unit
    undefined: Undefined
    totals: Callable[[pd.DataFrame], FloatArray]
    statistic: Statistic
    spread: Callable[[FloatArray], float] = lambda _: np.nan
    interval: Callable[[FloatArray], Interval] | None = None


@dataclass(frozen=True)
class Estimate:
    """What a table says of one measure in one condition.

    Args:
        value: The number, NaN where undefined.
        spread: Standard deviation over episodes, or standard error of a rate; NaN where the measure has none.
        interval: 95 % interval.
        n: Episodes that the measure is defined for.
        reason: Why the value is NaN; None where it is not.
    """

    value: float
    spread: float
    interval: Interval
    n: int
    reason: Undefined | None


def estimate(measure: Measure, episodes: pd.DataFrame, rng: Generator) -> Estimate:
    """Estimate a measure from the rows of `episode_measures` that belong to one condition.

    Source:
        The measure's own `source`; its interval is the measure's, or that of `bootstrap_interval`.
    """
    totals = measure.totals(episodes)
    sums = totals.sum(axis=0)
    value = float(measure.statistic(sums))
    if np.isnan(value):
        reason = measure.undefined if len(episodes) else Undefined.NO_EPISODE
        return Estimate(value, np.nan, Interval(np.nan, np.nan), 0, reason)
    interval = measure.interval(sums) if measure.interval else bootstrap_interval(totals, measure.statistic, rng)
    return Estimate(value, measure.spread(totals), interval, int(np.count_nonzero(totals.any(axis=1))), None)


def compare(measure: Measure, episodes: pd.DataFrame, others: pd.DataFrame, rng: Generator) -> PairedDifference:
    """Compare two conditions of a study, the first minus the other, over the episodes that share task and replicate.

    A pair counts where both episodes completed and the measure is defined for both.

    Source:
        As `metrics.statistics.intervals.paired_difference`.
    """
    pairs = episodes[WHO[2:]].reset_index(names="first").merge(others[WHO[2:]].reset_index(names="other"), on=WHO[2:])
    totals = measure.totals(episodes.loc[pairs["first"]])
    other_totals = measure.totals(others.loc[pairs["other"]])
    both = totals.any(axis=1) & other_totals.any(axis=1)
    return paired_difference(totals[both], other_totals[both], measure.statistic, rng)


def _ratio(sums: FloatArray) -> FloatArray:
    return rate(sums[..., 0], sums[..., 1])


def _mean_of(column: str) -> Callable[[pd.DataFrame], FloatArray]:
    def totals(episodes: pd.DataFrame) -> FloatArray:
        values = episodes[column].to_numpy(dtype=float)
        defined = ~np.isnan(values)
        return np.column_stack([np.where(defined, values, 0.0), defined])

    return totals


def _sum_of(*columns: str) -> Callable[[pd.DataFrame], FloatArray]:
    return lambda episodes: episodes[list(columns)].to_numpy(dtype=float)


def _standard_deviation(totals: FloatArray) -> float:
    # Of the population. Lags are whole, so that any 50 with a mean of 1.50 spread by 0.505 or more with n - 1, and
    # Table 1 prints 1.50 ± 0.50 (CoT+M); its 33.3 ± 47.1 % of P_recur agrees.
    return float(np.std(totals[totals[:, 1] > 0, 0]))


def _rate_error(totals: FloatArray) -> float:
    solved, episodes = totals.sum(axis=0)
    return solve_rate_error(solved / episodes, episodes)


def _levels(episodes: pd.DataFrame) -> FloatArray:
    high, solved = (episodes[column].to_numpy(dtype=float) for column in ("high", "solved"))
    return np.column_stack([solved * high, high, solved * (1 - high), 1 - high])


def _mean(name: str, source: str, unit: Unit, undefined: Undefined) -> Measure:
    return Measure(name, source, unit, undefined, _mean_of(name), _ratio, _standard_deviation)


def _pooled(name: str, source: str, undefined: Undefined, columns: list[str], statistic: Statistic) -> Measure:
    return Measure(name, source, Unit.NATS, undefined, _sum_of(*columns), statistic)


SOLVE = Measure(
    "solve",
    "BEAGLE, Eq. 16-17",
    Unit.PER_CENT,
    Undefined.NO_EPISODE,
    _mean_of("solved"),
    lambda sums: solve_rate(sums[..., 0], sums[..., 1]),
    _rate_error,
    lambda sums: wilson_interval(int(sums[0]), int(sums[1])),
)
GAP = Measure(
    "gap",
    "BEAGLE, Eq. 19",
    Unit.PER_CENT,
    Undefined.ONE_LEVEL,
    _levels,
    lambda sums: performance_gap(sums[..., 0], sums[..., 1], sums[..., 2], sums[..., 3]),
    interval=lambda sums: rate_difference_interval(*(int(total) for total in sums)),
)
RECURRENCE_POOLED = Measure(
    "p_recur_pooled",
    "BEAGLE, Eq. 26",
    Unit.PER_CENT,
    Undefined.NO_ERROR,
    _sum_of("errors_recurrent", "errors_seen"),
    lambda sums: recurrence_rate(sums[..., 0], sums[..., 1]),
)
MALFORMED = Measure(
    "malformed",
    "ours: steps in which no reply parsed",
    Unit.PER_CENT,
    Undefined.NO_STEP,
    _sum_of("malformed_steps", "steps"),
    _ratio,
)
STEPS = _mean("steps_taken", "BEAGLE, Table 1", Unit.STEPS, Undefined.NO_EPISODE)
STEPS_TO_SOLVE = _mean("steps_to_solve", "BEAGLE, Eq. 18", Unit.STEPS, Undefined.NOT_SOLVED)
D_KL = _mean("d_kl", "BEAGLE, Eq. 20-21", Unit.NATS, Undefined.NO_COGNITIVE_STEP)
D_TRANSITIONS = _mean("d_transitions", "BEAGLE, section 2", Unit.NATS, Undefined.NO_KNOWN_TRANSITION)
D_DEBUG = _mean("d_debug", "BEAGLE, Eq. 22", Unit.NATS, Undefined.NO_DEBUGGING)
NONLINEARITY = _mean("nonlinearity", "BEAGLE, Eq. 23-24", Unit.SHARE, Undefined.ONE_STEP)
RECURRENCE = _mean("p_recur", "BEAGLE, Eq. 25-26", Unit.PER_CENT, Undefined.NO_ERROR)
LAG = _mean("lag", "BEAGLE, Eq. 27-28", Unit.STEPS, Undefined.NO_ERROR)

TABLE_1 = (SOLVE, STEPS, GAP, D_KL, D_DEBUG, NONLINEARITY, RECURRENCE, LAG)
"""The columns of BEAGLE's Table 1 that need no judge, in its order and as it prints them."""


def _matrix(flat: FloatArray) -> FloatArray:
    return flat.reshape(*flat.shape[:-1], len(Cognition), len(Cognition))


def pooled_divergences(reference: Reference = COMBINED_TEST_DATA) -> tuple[Measure, Measure, Measure]:
    """D_KL, its transition form and D_debug of all steps of a condition together, as Eq. 20 defines the shares.

    Args:
        reference: The real students; the one that `episode_measures` was given.

    Source:
        BEAGLE, section 2 and Eq. 20-22.
    """
    states = len(Cognition)
    return (
        _pooled(
            "d_kl_pooled",
            "BEAGLE, Eq. 20-21",
            Undefined.NO_COGNITIVE_STEP,
            COGNITIVE_STEPS,
            lambda sums: cognitive_divergence(sums, reference),
        ),
        _pooled(
            "d_transitions_pooled",
            "BEAGLE, section 2",
            Undefined.NO_KNOWN_TRANSITION,
            COGNITIVE_TRANSITIONS,
            lambda sums: transition_divergence(_matrix(sums), reference),
        ),
        _pooled(
            "d_debug_pooled",
            "BEAGLE, Eq. 22",
            Undefined.NO_DEBUGGING,
            [*COGNITIVE_STEPS, *COGNITIVE_TRANSITIONS],
            lambda sums: debugging_divergence(sums[..., :states], _matrix(sums[..., states:]), reference),
        ),
    )
