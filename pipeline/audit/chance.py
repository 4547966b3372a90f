"""What chance alone would print: tests of printed counts, means and spreads."""

import numpy as np
from scipy import stats

from metrics.programming.contrasts import fisher_contrast
from metrics.statistics.equivalence import Quantity
from pipeline.audit.printed import Printed

ALPHA = 0.05


def fisher_p(successes: int, trials: int, other_successes: int, other_trials: int) -> float:
    """Two-sided p of Fisher's exact test that two rates differ."""
    rates = ((successes, trials), (other_successes, other_trials))
    return fisher_contrast(*(np.repeat([1.0, 0.0], [yes, of - yes]) for yes, of in rates)).p


def welch_p(mean: Printed, n: int, other: Printed, other_n: int) -> float:
    """Two-sided p of Welch's test that two means differ, each printed with its standard deviation.

    Args:
        mean: A mean ± the standard deviation of the population.
        n: Values that it is the mean of.
        other: The mean to compare it with, printed alike.
        other_n: Values that this is the mean of.

    Returns:
        NaN where neither varies.
    """
    first, second = (
        Quantity(each.value, each.spread / np.sqrt(of - 1), of - 1) for each, of in ((mean, n), (other, other_n))
    )
    difference = first.minus(second)
    return two_sided_p(difference.value / difference.error, difference.df) if difference.error else np.nan


def two_sided_p(t: float, df: float) -> float:
    """How often chance alone would have a t as far from 0."""
    return float(2 * stats.t.sf(abs(t), df))


def correlation_p(r: float, n: int) -> float:
    """Two-sided p of Pearson's r over n pairs."""
    return two_sided_p(r * np.sqrt((n - 2) / (1 - r**2)), n - 2)


def p_text(p: float) -> str:
    """A p-value for a reader."""
    return f"p = {p:.2g}" if p < 0.001 else f"p = {p:.3f}"
