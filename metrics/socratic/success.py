"""Success of a Socratic session: whether the student's final code passes the tests."""

import numpy as np

from metrics.counting import FloatArray, rate


def success_rate(tests_passed: FloatArray, tests_total: FloatArray) -> FloatArray:
    """SR of a conversation: share of the problem's tests that the final code passes.

    Args:
        tests_passed: Tests that the final code passes, shape (...).
        tests_total: Tests of the problem, shape (...).

    Returns:
        Values in [0, 1], shape (...); NaN where a problem has no test.

    Source:
        TreeInstruct, section 4.4, second sentence on SR; the first asks for what `strict_success` counts.
    """
    return rate(tests_passed, tests_total)


def strict_success(tests_passed: FloatArray, tests_total: FloatArray) -> FloatArray:
    """Whether the final code passes every test of the problem.

    Its mean is what Tables 1 and 2 seem to print: ten of their twelve rates are rounded shares of at most 42
    conversations, and the two others are 82 of 105 (78.09 %) and 21 of 43 (48.83 %), cut off instead of rounded.

    Args:
        tests_passed: Tests that the final code passes, shape (...).
        tests_total: Tests of the problem, shape (...).

    Returns:
        1 or 0, shape (...); NaN where a problem has no test.

    Source:
        TreeInstruct, section 4.4, first sentence on SR.
    """
    return np.where(np.asarray(tests_total) > 0, np.equal(tests_passed, tests_total), np.nan)
