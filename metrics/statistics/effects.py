"""Effect sizes: how large a difference is, in units that studies share, each with its 95 % interval.

Each takes the first condition minus, or over, the other; NaNs are episodes that have no value, and are left out.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, nctdtrinc
from scipy.stats import contingency, norm, t
from statsmodels.stats.nonparametric import rank_compare_2indep
from statsmodels.stats.proportion import proportion_effectsize

from metrics.counting import FloatArray
from metrics.statistics.intervals import LEVEL, NO_INTERVAL, Interval, wilson_interval
from metrics.statistics.resampling import defined

_TAIL = (1 - LEVEL) / 2


class Effect(NamedTuple):
    """An effect size and its 95 % interval; both NaN where it is undefined."""

    value: float
    interval: Interval


NO_EFFECT = Effect(np.nan, NO_INTERVAL)


def cohens_d(values: FloatArray, others: FloatArray) -> Effect:
    """Difference of the means of independent conditions over the standard deviation that they share.

    Args:
        values: Of the first condition, shape (n,).
        others: Of the other, shape (m,).

    Returns:
        Standard deviations; the interval takes both as normal with one variance. NaN where a condition has fewer
        than two values, or none varies.

    Source:
        Cohen (1988), chapter 2; interval by the noncentral t: Steiger and Fouladi (1997).
    """
    first, other = defined(values), defined(others)
    df = first.size + other.size - 2
    if min(first.size, other.size) < 2:
        return NO_EFFECT
    variance = (first.var() * first.size + other.var() * other.size) / df
    return _standardized(float(first.mean() - other.mean()), variance, 1 / first.size + 1 / other.size, df)


def hedges_g(values: FloatArray, others: FloatArray) -> Effect:
    """Cohen's d without its bias upwards in small samples.

    Args:
        values: Of the first condition, shape (n,).
        others: Of the other, shape (m,).

    Returns:
        As `cohens_d`.

    Source:
        Hedges (1981), J. Educ. Stat. 6; the exact factor, not its approximation.
    """
    d = cohens_d(values, others)
    df = defined(values).size + defined(others).size - 2
    if np.isnan(d.value):
        return NO_EFFECT
    unbiased = float(np.exp(gammaln(df / 2) - gammaln((df - 1) / 2)) / np.sqrt(df / 2))
    return Effect(d.value * unbiased, Interval(d.interval.low * unbiased, d.interval.high * unbiased))


def cohens_dz(values: FloatArray, others: FloatArray) -> Effect:
    """Mean difference within pairs over the standard deviation of the differences.

    Args:
        values: Of the first condition, shape (pairs,).
        others: Of the other, in the same order.

    Returns:
        Standard deviations; the interval takes the differences as normal. NaN for fewer than two pairs, and where
        all differ by the same.

    Source:
        Cohen (1988), chapter 2; interval by the noncentral t.
    """
    differences = defined(values - others)
    if differences.size < 2:
        return NO_EFFECT
    variance = differences.var(ddof=1)
    return _standardized(float(differences.mean()), variance, 1 / differences.size, differences.size - 1)


def cohens_h(successes: int, trials: int, other_successes: int, other_trials: int) -> Effect:
    """Difference of two rates of independent episodes on a scale where it is as hard to tell anywhere.

    Returns:
        2 arcsin(sqrt(rate)) of the first minus that of the other: radians in [-pi, pi]; NaN where a condition has no
        episode.

    Source:
        Cohen (1988), chapter 6. Interval from Wilson's intervals of both rates, as Newcombe's of their difference;
        that of the variance 1/n + 1/m keeps its level near rates of 0 and 1 only with many episodes.
    """
    if not (trials and other_trials):
        return NO_EFFECT
    first, other = _Rate.of(successes, trials), _Rate.of(other_successes, other_trials)
    h, below, above = (
        float(proportion_effectsize(*rates))
        for rates in ((first.value, other.value), (first.value, first.low), (other.high, other.value))
    )
    up, down = proportion_effectsize(first.high, first.value), proportion_effectsize(other.value, other.low)
    return Effect(h, Interval(h - float(np.hypot(below, above)), h + float(np.hypot(up, down))))


def risk_ratio(successes: int, trials: int, other_successes: int, other_trials: int) -> Effect:
    """The first rate over the other, of independent episodes.

    Returns:
        0 or more, infinite where only the other rate is 0; NaN where both are, or a condition has no episode. The
        interval holds there too, where the usual one, of the logarithm, has no value.

    Source:
        Interval from Wilson's intervals of both rates: Newcombe (2016), Stat. Methods Med. Res. 25 (MOVER-R).
    """
    if not (trials and other_trials and successes + other_successes):
        return NO_EFFECT
    first, other = _Rate.of(successes, trials), _Rate.of(other_successes, other_trials)
    inverse = _least_ratio(other, first)
    value = first.value / other.value if other.value else np.inf
    return Effect(value, Interval(_least_ratio(first, other), 1 / inverse if inverse else np.inf))


def odds_ratio(successes: int, trials: int, other_successes: int, other_trials: int) -> Effect:
    """The odds of success in the first condition over those in the other, of independent episodes.

    Returns:
        0 or more, infinite where a success against it or a failure for it is missing; NaN where both rates are 0
        or both 1, or a condition has no episode. The interval is that of Fisher's exact test, and so rather wide.

    Source:
        Interval: Cornfield (1956), by `scipy.stats.contingency.odds_ratio`.
    """
    table = np.array([[successes, trials - successes], [other_successes, other_trials - other_successes]])
    if not (trials and other_trials and table.sum(axis=0).all()):
        return NO_EFFECT
    (a, b), (c, d) = table.tolist()
    exact = contingency.odds_ratio(table, kind="conditional").confidence_interval(LEVEL)
    return Effect(a * d / (b * c) if b * c else np.inf, Interval(float(exact.low), float(exact.high)))


def cliffs_delta(values: FloatArray, others: FloatArray) -> Effect:
    """How much oftener a value of the first condition exceeds one of the other than the other way round.

    Args:
        values: Of the first condition, shape (n,), of any scale that has an order.
        others: Of the other, independent of them, shape (m,).

    Returns:
        P(first > other) - P(first < other) in [-1, 1]; NaN where a condition has fewer than two values.

    Source:
        Cliff (1993), Psych. Bull. 114. Interval: Feng and Cliff (2004), J. Mod. Appl. Stat. Methods 3, with the
        degrees of freedom of Brunner and Munzel; where the values leave no variance, as when the conditions do not
        overlap, with the largest that any could have, (1 - delta^2) / n, n being the smaller sample.
    """
    first, other = defined(values), defined(others)
    smaller = min(first.size, other.size)
    if smaller < 2:
        return NO_EFFECT
    with np.errstate(divide="ignore", invalid="ignore"):  # no variance, no degrees of freedom
        ranks = rank_compare_2indep(first, other)
    delta, variance = float(2 * ranks.prob1 - 1), float(4 * ranks.var_prob)
    return Effect(delta, _delta_interval(delta, variance, ranks.df) if variance > 0 else _widest(delta, smaller))


def _standardized(difference: float, variance: float, share: float, df: int) -> Effect:
    """A difference whose standard error is sqrt(variance * share), in units of sqrt(variance)."""
    if not variance > 0:
        return NO_EFFECT
    effect, unit = difference / np.sqrt(variance), np.sqrt(share)
    low, high = nctdtrinc(df, [1 - _TAIL, _TAIL], effect / unit) * unit
    return Effect(float(effect), Interval(float(low), float(high)))


class _Rate(NamedTuple):
    value: float
    low: float
    high: float

    @classmethod
    def of(cls, successes: int, trials: int) -> "_Rate":
        return cls(successes / trials, *wilson_interval(successes, trials))


def _least_ratio(rate: _Rate, other: _Rate) -> float:
    """Lower bound of the one rate over the other; the upper is 1 over that of the other over the one."""
    if not rate.value:
        return 0.0
    product, least = rate.value * other.value, rate.low * (2 * rate.value - rate.low)
    rest = product**2 - least * other.high * (2 * other.value - other.high)
    return float(least / (product + np.sqrt(max(rest, 0.0))))


def _delta_interval(delta: float, variance: float, df: float) -> Interval:
    off = t.isf(_TAIL, df) * np.sqrt(variance)
    middle, scale = delta - delta**3, 1 - delta**2 + off**2
    reach = off * np.hypot(1 - delta**2, off)
    return Interval(float((middle - reach) / scale), float((middle + reach) / scale))


def _widest(delta: float, n: int) -> Interval:
    z = norm.isf(_TAIL) ** 2 / n
    reach = np.sqrt(z * (1 - delta**2 + z))
    return Interval(float((delta - reach) / (1 + z)), float((delta + reach) / (1 + z)))
