"""Side-by-side preference: which of two conversations over the same problem raters choose."""

from typing import NamedTuple

import numpy as np
from scipy.stats import binomtest

from metrics.counting import FloatArray
from metrics.statistics.intervals import Interval, wilson_interval


class Preference(NamedTuple):
    """How often the first of two methods is preferred, and how far that is from a coin's toss."""

    share: float
    interval: Interval
    p_value: float
    choices: int


def preference(preferred: FloatArray) -> Preference:
    """Share of the choices that fall on the first method, with Wilson's interval and the exact binomial test.

    Choices count as independent: one a problem. Where several raters judge the same pair, resample problems instead
    (`metrics.statistics.intervals.bootstrap_interval`).

    Args:
        preferred: 1 where the rater chose the first method, 0 where the other, NaN where neither, shape (N,).

    Returns:
        The share in [0, 1] of the choices made, its 95 % interval, and the two-sided p-value of a share of one half;
        NaN where nobody chose.

    Source:
        TreeInstruct, section 4.4, side-by-side evaluation. Interval and test are ours; the paper prints neither.
    """
    chosen = preferred[~np.isnan(preferred)]
    wins, choices = int(chosen.sum()), chosen.size
    if not choices:
        return Preference(np.nan, Interval(np.nan, np.nan), np.nan, 0)
    return Preference(wins / choices, wilson_interval(wins, choices), float(binomtest(wins, choices).pvalue), choices)
