"""Equivalence: whether two numbers lie so near each other that the difference does not matter (TOST).

That a difference is not significant says little: too few episodes find none. Two one-sided tests ask the other way
round, whether a difference as large as the margin can be excluded, upwards and downwards (Schuirmann, 1987).
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.random import Generator
from scipy import stats

from metrics.counting import FloatArray
from metrics.statistics.intervals import NO_INTERVAL, Interval
from metrics.statistics.resampling import RESAMPLES, Estimator, defined, resampled
from protocol import ConfigurationError

ALPHA = 0.05


class Quantity(NamedTuple):
    """A number and how sure it is: a mean, a rate, d', or what a paper printed.

    A printed value without an error is taken as exact, one with a standard error and no n as if n were large.

    Attributes:
        value: The number.
        error: Its standard error; 0 where it is exact.
        df: Degrees of freedom of the error; infinite where the error is known.

    Source:
        Error and degrees of freedom of a mean: Student (1908), Biometrika 6.
    """

    value: float
    error: float = 0.0
    df: float = np.inf

    @classmethod
    def of_values(cls, values: FloatArray) -> Self:
        """The mean of a sample, shape (n,), without its NaNs; the error is NaN for fewer than two values."""
        known = defined(values)
        if known.size < 2:
            return cls(float(known[0]) if known.size else np.nan, np.nan, np.nan)
        return cls.of_spread(float(known.mean()), float(known.std(ddof=1)), known.size)

    @classmethod
    def of_spread(cls, mean: float, spread: float, n: int) -> Self:
        """A mean as papers print it: with the standard deviation (of n - 1) and n; the error is NaN for n < 2."""
        return cls(mean, spread / np.sqrt(n), n - 1) if n >= 2 else cls(mean, np.nan, np.nan)

    @classmethod
    def of_rate(cls, successes: int, trials: int) -> Self:
        """A rate with one success and one failure more, so that 0 % and 100 % have an error too.

        Source:
            Agresti and Caffo (2000), The American Statistician 54.
        """
        rate = (successes + 1) / (trials + 2)
        return cls(rate, float(np.sqrt(rate * (1 - rate) / (trials + 2)))) if trials else cls(np.nan, np.nan, np.nan)

    @classmethod
    def of_estimator(cls, estimator: Estimator, rng: Generator, *, resamples: int = RESAMPLES) -> Self:
        """Any number, with the standard deviation of its bootstrap resamples as error, clustered or not.

        Source:
            Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 6.
        """
        drawn = defined(resampled(estimator, rng, resamples)) if estimator.clusters > 1 else np.empty(0)
        return cls(estimator.value, float(drawn.std(ddof=1)) if drawn.size > 1 else np.nan)

    def minus(self, other: "Quantity") -> "Quantity":
        """The difference from an independent quantity.

        Source:
            Degrees of freedom: Satterthwaite (1946), Biometrics Bulletin 2; Welch (1947), Biometrika 34.
        """
        variances = np.array([self.error, other.error]) ** 2
        of_variance = float(np.sum(variances**2 / np.array([self.df, other.df])))
        df = variances.sum() ** 2 / of_variance if of_variance else np.inf
        return Quantity(self.value - other.value, float(np.sqrt(variances.sum())), float(df))


class Equivalence(NamedTuple):
    """Two one-sided tests that a difference lies within a margin around 0.

    Attributes:
        difference: The first minus the other.
        above: Test statistic for the difference being above the lower margin; t, or z where the error is known.
        p_above: Its p-value.
        below: Test statistic for the difference being below the upper margin.
        p_below: Its p-value.
        p_value: The larger of the two, which is that of equivalence.
        interval: 90 % interval of the difference: within the margin just where the p-value is below 5 %.
    """

    difference: float
    above: float
    p_above: float
    below: float
    p_below: float
    p_value: float
    interval: Interval


def equivalent(first: Quantity, other: Quantity, margin: float) -> Equivalence:
    """Test whether two independent quantities are equal but for a margin, such as a result and a printed value.

    With two samples it is Welch's TOST; with two rates, that of Agresti and Caffo, whose `difference` is that of
    the adjusted rates; with an exact value, the one-sample TOST.

    Args:
        first: A quantity.
        other: The one to compare it with.
        margin: The least difference that would matter, in the unit of the quantities.

    Returns:
        All NaN but the difference where neither quantity has an error (nothing varied), or one has none defined.

    Raises:
        ConfigurationError: the margin is not positive.

    Source:
        Schuirmann (1987), J. Pharmacokinet. Biopharm. 15; BEAGLE, App. H.2.
    """
    return _within(first.minus(other), margin)


def equivalent_pairs(values: FloatArray, others: FloatArray, margin: float) -> Equivalence:
    """Test whether the means of two conditions are equal but for a margin, where their episodes come in pairs.

    Args:
        values: Of the first condition, shape (pairs,).
        others: Of the other, in the same order; a pair with a NaN is left out.
        margin: The least difference of means that would matter.

    Returns:
        All NaN but the difference for fewer than two pairs, and where all differ by the same.

    Raises:
        ConfigurationError: the margin is not positive.

    Source:
        Schuirmann (1987), J. Pharmacokinet. Biopharm. 15.
    """
    return _within(Quantity.of_values(values - others), margin)


def _within(difference: Quantity, margin: float) -> Equivalence:
    if not margin > 0:
        raise ConfigurationError(f"margin is {margin}", mend="give the least difference that would matter, above 0")
    value, error, df = difference
    if not error > 0:
        return Equivalence(value, np.nan, np.nan, np.nan, np.nan, np.nan, NO_INTERVAL)
    above, below = (value + margin) / error, (value - margin) / error
    p_above, p_below = float(stats.t.sf(above, df)), float(stats.t.cdf(below, df))
    reach = float(stats.t.isf(ALPHA, df)) * error
    interval = Interval(value - reach, value + reach)
    return Equivalence(value, above, p_above, below, p_below, max(p_above, p_below), interval)
