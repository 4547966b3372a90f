"""How sure a number is: intervals for rates and for sums over episodes, and paired comparisons.

The episode is the unit that chance repeats: its steps hang together, so whole episodes are resampled. A measure
comes as *totals*, one row an episode, and a *statistic* that takes their sum over episodes; a mean is the sum of
the values over the sum of ones.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.stats import binomtest
from statsmodels.stats.proportion import confint_proportions_2indep

from metrics.counting import FloatArray

Statistic = Callable[[FloatArray], FloatArray]
"""From summed totals, shape (..., k), to values, shape (...); NaN where undefined."""

LEVEL = 0.95
RESAMPLES = 2000


class Interval(NamedTuple):
    """A 95 % interval; NaN bounds where there is none."""

    low: float
    high: float


class PairedDifference(NamedTuple):
    """How far the same learners' results differ between two conditions."""

    difference: float
    interval: Interval
    p_value: float
    pairs: int


def wilson_interval(successes: int, trials: int) -> Interval:
    """Wilson's interval for a rate, which holds at 0 % and 100 % too, where Wald's has no width."""
    if not trials:
        return Interval(np.nan, np.nan)
    found = binomtest(successes, trials).proportion_ci(LEVEL, method="wilson")
    return Interval(float(found.low), float(found.high))


def rate_difference_interval(successes: int, trials: int, other_successes: int, other_trials: int) -> Interval:
    """Newcombe's interval for the first rate minus the other, of independent episodes (BEAGLE's Gap, Eq. 19)."""
    if not (trials and other_trials):
        return Interval(np.nan, np.nan)
    low, high = confint_proportions_2indep(
        successes, trials, other_successes, other_trials, method="newcomb", compare="diff", alpha=1 - LEVEL
    )
    return Interval(float(low), float(high))


def bootstrap_interval(
    totals: FloatArray, statistic: Statistic, rng: Generator, *, resamples: int = RESAMPLES
) -> Interval:
    """Percentile bootstrap interval of a statistic, clustered by episode.

    Resamples in which the statistic is undefined are left out.

    Args:
        totals: What each episode adds, shape (episodes, k).
        statistic: Takes the sum of the totals.
        rng: Draws the resamples.
        resamples: How many to draw.
    """
    if not len(totals):
        return Interval(np.nan, np.nan)
    times_drawn = _times_drawn(len(totals), rng, resamples)
    return _percentiles(statistic(_sums(times_drawn, totals)))


def paired_difference(
    totals: FloatArray, others: FloatArray, statistic: Statistic, rng: Generator, *, resamples: int = RESAMPLES
) -> PairedDifference:
    """Difference of a statistic between two conditions whose episodes come in pairs, the first minus the other.

    The interval resamples pairs. The p-value is two-sided, from exchanging the two conditions within random pairs:
    for a mean, the sign-flip permutation test.

    Args:
        totals: What each pair's episode adds under the first condition, shape (pairs, k).
        others: The same under the other condition, shape (pairs, k).
        statistic: Takes the sum of the totals.
        rng: Draws the resamples and the exchanges.
        resamples: How many of each to draw.
    """
    pairs = len(totals)
    if not pairs:
        return PairedDifference(np.nan, Interval(np.nan, np.nan), np.nan, 0)
    difference = float(statistic(totals.sum(axis=0)) - statistic(others.sum(axis=0)))
    times_drawn = _times_drawn(pairs, rng, resamples)
    resampled = statistic(_sums(times_drawn, totals)) - statistic(_sums(times_drawn, others))
    kept = rng.integers(2, size=(resamples, pairs)).astype(float)
    first, other = (_sums(kept, a) + _sums(1 - kept, b) for a, b in ((totals, others), (others, totals)))
    p_value = _share_as_large(statistic(first) - statistic(other), difference)
    return PairedDifference(difference, _percentiles(resampled), p_value, pairs)


def _times_drawn(n: int, rng: Generator, resamples: int) -> FloatArray:
    return rng.multinomial(n, np.full(n, 1 / n), size=resamples).astype(float)


def _sums(weights: FloatArray, totals: FloatArray) -> FloatArray:
    # einsum and not BLAS, whose order of summation, and so the last digit, hangs on the number of threads
    return np.asarray(np.einsum("rn,nk->rk", weights, totals, optimize=False))


def _percentiles(values: FloatArray) -> Interval:
    defined = values[~np.isnan(values)]
    if not defined.size:
        return Interval(np.nan, np.nan)
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high))


def _share_as_large(values: FloatArray, observed: float) -> float:
    """Share of the permuted differences as far from 0 as the observed one, which counts among them."""
    defined = values[~np.isnan(values)]
    if np.isnan(observed):
        return np.nan
    as_large = np.abs(defined) >= abs(observed) - 1e-12  # equal sums may differ in the last digit
    return float((as_large.sum() + 1) / (defined.size + 1))
