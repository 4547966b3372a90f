"""LOW against HIGH: the tests of Tables 13 and 14, with what they need to be defined."""

from typing import NamedTuple

import numpy as np
from scipy import stats

from metrics.counting import FloatArray


class Contrast(NamedTuple):
    """What differs between the episodes of two levels.

    Attributes:
        low: Mean of the LOW episodes; NaN without one.
        high: Mean of the HIGH episodes; NaN without one.
        difference: high - low.
        t: Welch's statistic; NaN where there is none.
        p: Two-sided p-value; NaN where the test is undefined.
        n_low: LOW episodes that have a value.
        n_high: HIGH episodes that have a value.
    """

    low: float
    high: float
    difference: float
    t: float
    p: float
    n_low: int
    n_high: int


class Correlation(NamedTuple):
    """Pearson's r with its two-sided p-value over n pairs; NaN where either side does not vary."""

    r: float
    p: float
    n: int


def welch_contrast(low: FloatArray, high: FloatArray) -> Contrast:
    """Contrast of two means by Welch's t-test, which takes no equal variances.

    Args:
        low: A value for each LOW episode, NaN where it has none, shape (N,).
        high: The same of the HIGH ones, shape (M,).

    Returns:
        t and p are NaN where a level has fewer than two values, or where nothing varies at either.

    Source:
        BEAGLE, Tables 13 and 14.
    """
    low, high = (values[~np.isnan(values)] for values in (low, high))
    varies = min(low.size, high.size) >= 2 and max(np.ptp(low), np.ptp(high)) > 0
    if not varies:
        return _contrast(low, high, np.nan, np.nan)
    # From moments: ttest_ind warns of lost precision where one level does not vary
    spread_low, spread_high = (values.std(ddof=1) for values in (low, high))
    t, p = stats.ttest_ind_from_stats(
        high.mean(), spread_high, high.size, low.mean(), spread_low, low.size, equal_var=False
    )
    return _contrast(low, high, float(t), float(p))


def fisher_contrast(low: FloatArray, high: FloatArray) -> Contrast:
    """Contrast of two rates by Fisher's exact test; it has no t.

    Args:
        low: 1 or 0 for each LOW episode, NaN where it has neither, shape (N,).
        high: The same of the HIGH ones, shape (M,).

    Returns:
        p is NaN where a level has no value.

    Source:
        BEAGLE, Table 14, last row: 28 and 30 of 220 give its 0.888.
    """
    low, high = (values[~np.isnan(values)] for values in (low, high))
    counts = np.array([[values.sum(), values.size - values.sum()] for values in (low, high)], dtype=np.int64)
    p = float(stats.fisher_exact(counts).pvalue) if low.size and high.size else np.nan
    return _contrast(low, high, np.nan, p)


def correlation(first: FloatArray, second: FloatArray) -> Correlation:
    """Pearson's r over the pairs that have both values, each shape (N,).

    Source:
        BEAGLE, Table 13, last two rows, and Figure 15.
    """
    both = ~(np.isnan(first) | np.isnan(second))
    x, y = first[both], second[both]
    varies = x.size > 1 and np.ptp(x) > 0 and np.ptp(y) > 0
    r, p = stats.pearsonr(x, y) if varies else (np.nan, np.nan)
    return Correlation(float(r), float(p), x.size)


def _contrast(low: FloatArray, high: FloatArray, t: float, p: float) -> Contrast:
    low_mean, high_mean = (float(values.mean()) if values.size else np.nan for values in (low, high))
    return Contrast(low_mean, high_mean, high_mean - low_mean, t, p, low.size, high.size)
