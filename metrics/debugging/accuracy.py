"""Accuracy: how much of their tests the programs pass that students end up with."""

import numpy as np

from metrics.counting import FloatArray, rate


def program_scores(passed: FloatArray, total: FloatArray, plagiarised: FloatArray) -> FloatArray:
    """Share of its tests that each program passes, and 0 for a plagiarised one.

    A program that does not compile passes none.

    Args:
        passed: Tests passed, shape (...).
        total: Tests that there are, shape (...).
        plagiarised: 1 where the program is plagiarised, 0 where it is not, and NaN where nothing could be copied,
            which takes nothing off; shape (...).

    Returns:
        Values in [0, 1], shape (...); NaN for a program without tests.

    Source:
        DebugTA, section 5.3 and App. E.
    """
    return np.asarray(rate(passed, total) * (np.asarray(plagiarised) != 1))


def ac_rate(scores: FloatArray) -> FloatArray:
    """AC Rate: mean over programs of the share of tests passed, each program counting the same (OI scoring).

    Every AC Rate of Code4Bench in Table 2 is a multiple of 10 % of a program over 87, which one share over the tests
    of all programs together need not be.

    Args:
        scores: Score of each program, NaN where it has none, shape (..., N).

    Returns:
        Values in [0, 1], shape (...); NaN without a score.

    Source:
        DebugTA, section 5.3.
    """
    return mean_of_defined(scores)


def ac_at_all(scores: FloatArray) -> FloatArray:
    """AC@all: share of the programs that pass every test (ACM-ICPC scoring).

    Args:
        scores: Score of each program, NaN where it has none, shape (..., N).

    Returns:
        Values in [0, 1], never above the AC Rate, shape (...); NaN without a score.

    Source:
        DebugTA, section 5.3.
    """
    return mean_of_defined(np.where(np.isnan(scores), np.nan, scores == 1))


def relative_gain(after: FloatArray, before: FloatArray) -> FloatArray:
    """Gain over what was there before, as a share of it.

    Args:
        after: Rates of the one method, shape (...).
        before: Rates of the method that it is compared to, shape (...).

    Returns:
        Values of -1 and above, shape (...); NaN where `before` is 0.

    Source:
        DebugTA, section 5.4 (2): both ends of its range, 9.5 % and 45 %, are relative gains in AC Rate.
    """
    return rate(np.asarray(after) - np.asarray(before), before)


def mean_of_defined(values: FloatArray) -> FloatArray:
    """Mean along the last axis of the values that are not NaN, shape (...); NaN where there is none.

    Source:
        None: the mean, on which AC Rate, AC@all and Plag. are built.
    """
    defined = ~np.isnan(values)
    return rate(np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1))
