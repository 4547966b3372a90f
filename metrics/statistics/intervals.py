"""How sure a number is: intervals for rates, bootstrap intervals for anything else, and paired comparisons.

The episode is the unit that chance repeats: its steps hang together, so whole episodes are resampled, or whole
clusters of episodes where these hang together too. A measure comes as *totals*, one row an episode, and a *statistic*
that takes their sum over episodes; a mean is the sum of the values over the sum of ones.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri
from scipy.stats import binomtest
from statsmodels.stats.proportion import confint_proportions_2indep

from metrics.counting import FloatArray, rate
from metrics.statistics.resampling import (
    RESAMPLES,
    Estimator,
    all_exchanged,
    defined,
    exchanges,
    leaving_out,
    of_totals,
    resampled,
    sums_within,
    weighted_sums,
)

Statistic = Callable[[FloatArray], FloatArray]
"""From summed totals, shape (..., k), to values, shape (...); NaN where undefined."""

LEVEL = 0.95
_TAILS = np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2])


class Interval(NamedTuple):
    """A 95 % interval; NaN bounds where there is none."""

    low: float
    high: float


NO_INTERVAL = Interval(np.nan, np.nan)


class PairedDifference(NamedTuple):
    """How far the same learners' results differ between two conditions; `pairs` counts clusters, where there are."""

    difference: float
    interval: Interval
    p_value: float
    pairs: int


def wilson_interval(successes: int, trials: int) -> Interval:
    """Score interval for a rate, which holds at 0 % and 100 % too, where Wald's has no width.

    Source:
        Wilson (1927), JASA 22.
    """
    if not trials:
        return NO_INTERVAL
    found = binomtest(successes, trials).proportion_ci(LEVEL, method="wilson")
    return Interval(float(found.low), float(found.high))


def rate_difference_interval(successes: int, trials: int, other_successes: int, other_trials: int) -> Interval:
    """Interval for the first rate minus the other, of independent episodes.

    Source:
        Newcombe (1998), Stat. Med. 17, 873-890, method 10; for BEAGLE's Gap, Eq. 19.
    """
    if not (trials and other_trials):
        return NO_INTERVAL
    low, high = confint_proportions_2indep(
        successes, trials, other_successes, other_trials, method="newcomb", compare="diff", alpha=1 - LEVEL
    )
    return Interval(float(low), float(high))


def totals_of(values: FloatArray) -> FloatArray:
    """What each value adds to a mean: itself and one, or nothing where it is NaN; shape (n,) to (n, 2).

    Source:
        None: a sum and a count, on which `mean` is built.
    """
    known = ~np.isnan(values)
    return np.column_stack([np.where(known, values, 0.0), known])


def mean(sums: FloatArray) -> FloatArray:
    """The statistic of `totals_of`: shape (..., 2) to (...); NaN without a value.

    Source:
        None: the arithmetic mean.
    """
    return rate(sums[..., 0], sums[..., 1])


def bootstrap_interval(
    totals: FloatArray, statistic: Statistic, rng: Generator, *, resamples: int = RESAMPLES
) -> Interval:
    """Percentile bootstrap interval of a statistic of totals, clustered by episode.

    Args:
        totals: What each episode adds, shape (episodes, k).
        statistic: Takes the sum of the totals.
        rng: Draws the resamples.
        resamples: How many to draw.

    Source:
        Efron and Tibshirani (1993), section 13.3, as `percentile_interval`.
    """
    return percentile_interval(of_totals(totals, statistic), rng, resamples=resamples)


def percentile_interval(estimator: Estimator, rng: Generator, *, resamples: int = RESAMPLES) -> Interval:
    """Percentile bootstrap interval: what 95 % of the resamples fall into.

    Args:
        estimator: Made by `resampling.of_totals` or `resampling.of_sample`, clustered or not.
        rng: Draws the resamples.
        resamples: How many to draw; those in which the number is undefined are left out.

    Returns:
        NaN bounds where there is no cluster, or no resample in which the number is defined.

    Source:
        Efron and Tibshirani (1993), An Introduction to the Bootstrap, section 13.3.
    """
    if not estimator.clusters:
        return NO_INTERVAL
    return _quantiles(defined(resampled(estimator, rng, resamples)), _TAILS)


def bca_interval(estimator: Estimator, rng: Generator, *, resamples: int = RESAMPLES) -> Interval:
    """Bias-corrected and accelerated bootstrap interval; the acceleration comes from leaving out clusters.

    It keeps its level better than the percentile interval where the number is biased or its spread hangs on its
    size, as with a ratio or a divergence.

    Args:
        estimator: Made by `resampling.of_totals` or `resampling.of_sample`, clustered or not.
        rng: Draws the resamples.
        resamples: How many to draw; those in which the number is undefined are left out.

    Returns:
        NaN bounds for fewer than two clusters, where the number or every resample is undefined, and where all
        resamples lie on one side of the number, which leaves its bias without a size.

    Source:
        Efron (1987), JASA 82; Efron and Tibshirani (1993), section 14.3.
    """
    if estimator.clusters < 2:
        return NO_INTERVAL
    drawn, without = defined(resampled(estimator, rng, resamples)), defined(leaving_out(estimator))
    return _quantiles(drawn, _bca_levels(estimator.value, drawn, without))


def paired_difference(
    totals: FloatArray,
    others: FloatArray,
    statistic: Statistic,
    rng: Generator,
    *,
    clusters: ArrayLike | None = None,
    resamples: int = RESAMPLES,
) -> PairedDifference:
    """Difference of a statistic between two conditions whose episodes come in pairs, the first minus the other.

    The interval resamples pairs. The p-value is two-sided, from exchanging the two conditions within pairs: for a
    mean, the sign-flip permutation test. It is exact where all exchanges are no more than `resamples`; else random
    ones are drawn, and the observed pairs count among them.

    Args:
        totals: What each pair's episode adds under the first condition, shape (pairs, k).
        others: The same under the other condition, shape (pairs, k).
        statistic: Takes the sum of the totals.
        rng: Draws the resamples and the exchanges.
        clusters: To which cluster each pair belongs, shape (pairs,); a cluster is drawn and exchanged whole.
        resamples: How many of each to draw.

    Source:
        Phipson and Smyth (2010), Stat. Appl. Genet. Mol. Biol. 9, 39, for the p-value of random exchanges.
    """
    if clusters is not None:
        totals, others = sums_within(clusters, totals), sums_within(clusters, others)
    pairs = len(totals)
    if not pairs:
        return PairedDifference(np.nan, NO_INTERVAL, np.nan, 0)
    value = float(statistic(totals.sum(axis=0)) - statistic(others.sum(axis=0)))
    first, other = of_totals(totals, statistic), of_totals(others, statistic)
    interval = percentile_interval(
        Estimator(pairs, lambda weights: first.of(weights) - other.of(weights)), rng, resamples=resamples
    )
    exchanged = defined(_exchanged(totals, others, statistic, rng, resamples))
    return PairedDifference(value, interval, _p_value(exchanged, value, exact=all_exchanged(pairs, resamples)), pairs)


def _exchanged(
    totals: FloatArray, others: FloatArray, statistic: Statistic, rng: Generator, resamples: int
) -> FloatArray:
    """The differences that other exchanges within the pairs would have shown."""
    differences = []
    for kept in exchanges(len(totals), rng, resamples):
        first, other = (
            weighted_sums(kept, a) + weighted_sums(1 - kept, b) for a, b in ((totals, others), (others, totals))
        )
        differences.append(statistic(first) - statistic(other))
    return np.concatenate(differences)


def _p_value(exchanged: FloatArray, observed: float, *, exact: bool) -> float:
    """Share of the differences as far from 0 as the observed one, which counts among them."""
    if np.isnan(observed):
        return np.nan
    slack = 1e-12 * max(1.0, abs(observed))  # equal sums may differ in the last digit
    as_large = int(np.sum(np.abs(exchanged) >= abs(observed) - slack))
    return as_large / exchanged.size if exact else (as_large + 1) / (exchanged.size + 1)


def _bca_levels(value: float, drawn: FloatArray, without: FloatArray) -> FloatArray:
    """At which shares of the resamples the bounds lie; NaN where the bias is infinite or undefined."""
    below = ((drawn < value).mean() + (drawn <= value).mean()) / 2 if drawn.size else 0.0
    if np.isnan(value) or not 0 < below < 1:
        return np.full(2, np.nan)
    gaps = without.mean() - without if without.size else np.zeros(1)
    spread = np.sum(gaps**2) ** 1.5
    acceleration = np.sum(gaps**3) / (6 * spread) if spread else 0.0
    bias = ndtri(below)
    shifted = bias + ndtri(_TAILS)
    return np.asarray(ndtr(bias + shifted / (1 - acceleration * shifted)))


def _quantiles(values: FloatArray, levels: FloatArray) -> Interval:
    if not values.size or np.isnan(levels).any():
        return NO_INTERVAL
    low, high = np.quantile(values, levels)
    return Interval(float(low), float(high))
