import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from scipy.stats import pearsonr, ttest_ind

from metrics.counting import FloatArray
from metrics.programming.contrasts import correlation, fisher_contrast, welch_contrast

values = arrays(float, st.integers(2, 30), elements=st.floats(-100, 100).map(lambda x: round(x, 2)))
outcomes = arrays(float, st.integers(1, 40), elements=st.sampled_from([0.0, 1.0]))


def solved(share_of: tuple[int, int]) -> FloatArray:
    wins, runs = share_of
    return np.repeat([1.0, 0.0], [wins, runs - wins])


def test_welchs_test_is_worked_by_hand() -> None:
    # means 2 and 5, variances 1 and 4, of 3 each: t = 3 / sqrt(1/3 + 4/3)
    found = welch_contrast(np.array([1.0, 2, 3]), np.array([3.0, 5, 7]))
    assert found[:4] == pytest.approx((2, 5, 3, 3 / math.sqrt(5 / 3)))
    # Welch-Satterthwaite: (5/3)^2 / ((1/3)^2 / 2 + (4/3)^2 / 2) = 50/17 degrees of freedom
    assert found.p == pytest.approx(2 * stats.t.sf(found.t, 50 / 17))


@given(low=values, high=values)
def test_welchs_test_agrees_with_scipy(low: FloatArray, high: FloatArray) -> None:
    assume(min(np.ptp(low), np.ptp(high)) > 1)
    found, expected = welch_contrast(low, high), ttest_ind(high, low, equal_var=False)
    assert (found.t, found.p) == pytest.approx((expected.statistic, expected.pvalue))


@given(low=values, high=values)
def test_exchanging_the_levels_turns_the_contrast(low: FloatArray, high: FloatArray) -> None:
    one_way, other_way = welch_contrast(low, high), welch_contrast(high, low)
    assert (one_way.difference, one_way.t) == pytest.approx((-other_way.difference, -other_way.t), nan_ok=True)
    assert one_way.p == pytest.approx(other_way.p, nan_ok=True)


@given(low=values, missing=st.integers(0, 5))
def test_episodes_without_a_value_do_not_count(low: FloatArray, missing: int) -> None:
    with_gaps = np.concatenate([[math.nan] * missing, low])
    assert welch_contrast(with_gaps, low) == pytest.approx(welch_contrast(low, low), nan_ok=True)


@pytest.mark.parametrize(
    ("low", "high"), [([1.0], [2.0, 3.0]), ([2.0, 2.0], [3.0, 3.0]), ([], [1.0, 2.0])], ids=["one", "constant", "none"]
)
def test_welchs_test_needs_two_values_and_something_that_varies(low: list[float], high: list[float]) -> None:
    found = welch_contrast(np.array(low), np.array(high))
    assert math.isnan(found.t)
    assert math.isnan(found.p)
    assert (found.n_low, found.n_high) == (len(low), len(high))


def test_one_constant_level_is_compared_all_the_same() -> None:
    found = welch_contrast(np.full(30, 0.1), np.array([0.2, 0.4]))
    # all variance is the HIGH one's, 0.02 / 2, with one degree of freedom
    assert found.t == pytest.approx(0.2 / math.sqrt(0.02 / 2))
    assert found.p == pytest.approx(2 * stats.t.sf(2, 1))


def test_fishers_test_gives_the_p_of_table_14() -> None:
    # 12.7 % and 13.6 % of 220 are 28 and 30
    found = fisher_contrast(solved((28, 220)), solved((30, 220)))
    assert (round(100 * found.low, 1), round(100 * found.high, 1), round(100 * found.difference, 1)) == (
        12.7,
        13.6,
        0.9,
    )
    assert round(found.p, 3) == 0.888
    assert math.isnan(found.t)


def test_fishers_test_is_worked_by_hand() -> None:
    # 0 of 3 against 3 of 3: of the C(6, 3) = 20 tables the two extreme ones are as unlikely
    assert fisher_contrast(solved((0, 3)), solved((3, 3))).p == pytest.approx(2 / 20)


@given(low=outcomes, high=outcomes)
def test_fishers_p_is_the_same_either_way_and_one_for_equal_counts(low: FloatArray, high: FloatArray) -> None:
    assert fisher_contrast(low, high).p == pytest.approx(fisher_contrast(high, low).p)
    assert 0 < fisher_contrast(low, high).p <= fisher_contrast(low, low).p == pytest.approx(1)


def test_without_a_level_there_is_no_contrast() -> None:
    found = fisher_contrast(np.array([]), solved((1, 2)))
    assert math.isnan(found.p)
    assert math.isnan(found.difference)


def test_correlation_is_over_the_pairs_that_are_whole() -> None:
    x, y = np.array([1.0, 2, 3, math.nan, 5]), np.array([2.0, 1, 4, 5, math.nan])
    expected = pearsonr([1, 2, 3], [2, 1, 4])
    assert correlation(x, y) == pytest.approx((expected.statistic, expected.pvalue, 3))


@given(first=values)
def test_a_line_correlates_fully(first: FloatArray) -> None:
    assume(np.ptp(first) > 1)
    assert correlation(first, 3 * first + 1).r == pytest.approx(1)
    assert correlation(first, -first).r == pytest.approx(-1)


@pytest.mark.parametrize("second", [[4.0, 4.0, 4.0], [1.0, math.nan, math.nan]], ids=["constant", "one pair"])
def test_correlation_needs_two_sides_that_vary(second: list[float]) -> None:
    assert math.isnan(correlation(np.array([1.0, 2.0, 3.0]), np.array(second)).r)
