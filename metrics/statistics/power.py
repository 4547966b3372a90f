"""Power: how often a comparison finds a difference that is there, and how many episodes that takes.

All tests are two-sided. `n_needed` is the inverse of every function here:
`n_needed(lambda pairs: paired_power(0.5, pairs))`.
"""

from collections.abc import Callable

import numpy as np
from scipy import stats
from statsmodels.stats.power import normal_power_het

ALPHA = 0.05
MOST = 10**9


def n_needed(power: Callable[[int], float], *, target: float = 0.8) -> float:
    """The least n that has the power wanted.

    Args:
        power: From n to power, growing with n.
        target: The power wanted, in (0, 1).

    Returns:
        A whole number, at least 2; NaN where a thousand million do not suffice, as without a difference.

    Source:
        None: a search by bisection; each power has its source.
    """
    high = 2
    while not power(high) >= target:
        high *= 2
        if high > MOST:
            return np.nan
    low = max(high // 2, 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle) >= target else (middle, high)
    return float(high)


def unpaired_power(effect: float, n: int, *, alpha: float = ALPHA) -> float:
    """Power of the t-test between two independent conditions of n episodes each.

    Args:
        effect: Cohen's d.
        n: Episodes in each condition, at least 2.
        alpha: Level of the test.

    Source:
        Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, chapter 2.
    """
    return _t_power(effect * np.sqrt(n / 2), 2 * n - 2, alpha)


def paired_power(effect: float, pairs: int, *, alpha: float = ALPHA) -> float:
    """Power of the t-test of the differences within pairs, such as episodes that share random numbers.

    Args:
        effect: Mean difference over the standard deviation of the differences, d_z.
        pairs: How many, at least 2.
        alpha: Level of the test.

    Source:
        Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, chapter 2.
    """
    return _t_power(effect * np.sqrt(pairs), pairs - 1, alpha)


def rates_power(rate: float, other: float, n: int, *, alpha: float = ALPHA) -> float:
    """Power of the z-test between the rates of two independent conditions of n episodes each.

    Args:
        rate: Of the one condition, in [0, 1].
        other: Of the other.
        n: Episodes in each condition.
        alpha: Level of the test.

    Returns:
        NaN where both rates are 0 or both 1, so that nothing can be tested.

    Source:
        Fleiss, Levin and Paik (2003), Statistical Methods for Rates and Proportions, chapter 4, uncorrected.
    """
    pooled = (rate + other) / 2
    under_null, otherwise = 2 * pooled * (1 - pooled), rate * (1 - rate) + other * (1 - other)
    return _z_power(rate - other, under_null, otherwise, n, alpha)


def paired_rates_power(gained: float, lost: float, pairs: int, *, alpha: float = ALPHA) -> float:
    """Power of McNemar's test between the rates of two conditions whose episodes come in pairs.

    Args:
        gained: Share of the pairs that only the first condition solves.
        lost: Share of the pairs that only the other solves.
        pairs: How many.
        alpha: Level of the test.

    Returns:
        NaN where both shares are 0, so that nothing can be tested.

    Source:
        Connor (1987), Biometrics 43.
    """
    return _z_power(gained - lost, gained + lost, gained + lost - (gained - lost) ** 2, pairs, alpha)


def _t_power(shift: float, df: float, alpha: float) -> float:
    # not by statsmodels, whose power is NaN where the far tail vanishes: 0.5 standard deviations in 1000 episodes
    return float(np.nansum(stats.nct.sf(stats.t.isf(alpha / 2, df), df, [shift, -shift])))


def _z_power(difference: float, variance_under_null: float, variance: float, n: int, alpha: float) -> float:
    if not variance_under_null > 0:
        return np.nan
    otherwise = np.sqrt(max(variance, 1e-12))  # 0 % against 100 % leaves nothing to chance
    return float(normal_power_het(difference, n, alpha, np.sqrt(variance_under_null), otherwise))
