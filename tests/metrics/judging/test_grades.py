import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.counting import FloatArray
from metrics.judging.grades import HUMAN_REALISM, REALISM, Scale, summarize_grades
from protocol import ConfigurationError, DataError

some_failed = arrays(float, st.integers(1, 40), elements=st.sampled_from([1.0, 2.0, 3.0, math.nan]))


def test_grades_are_summed_up_by_hand() -> None:
    found = summarize_grades(np.array([3.0, math.nan, 1.0, 2.0, 3.0, math.nan]))
    assert (found.requested, found.graded, found.failed) == (6, 4, 2)
    assert found.mean == pytest.approx(9 / 4)
    assert found.spread == pytest.approx(math.sqrt((2 * 0.75**2 + 1.25**2 + 0.25**2) / 4))
    assert found.least == pytest.approx((9 + 2 * 1) / 6)
    assert found.most == pytest.approx((9 + 2 * 3) / 6)


def test_the_mean_and_spread_are_as_table_1_prints_them() -> None:
    # CoT, Debug: 1.08 ± 0.39. Of 50 grades with a sum of 54, two threes give 0.392 (and 0.396 with n - 1, which
    # would round to 0.40); three above 1 give 0.34 at most.
    found = summarize_grades(np.array([3.0] * 2 + [1.0] * 48))
    assert (round(float(found.mean), 2), round(float(found.spread), 2)) == (1.08, 0.39)


@given(grades=some_failed)
def test_the_mean_lies_within_its_bounds(grades: FloatArray) -> None:
    found = summarize_grades(grades)
    assert found.graded + found.failed == found.requested == grades.size
    assert 1 <= found.least <= found.most <= 3
    if found.graded:
        assert found.least - 1e-12 <= found.mean <= found.most + 1e-12


@given(grades=some_failed, data=st.data())
def test_whatever_the_failed_grades_were_the_bounds_hold_their_mean(grades: FloatArray, data: st.DataObject) -> None:
    truth = np.where(np.isnan(grades), data.draw(arrays(float, grades.size, elements=st.integers(1, 3))), grades)
    found = summarize_grades(grades)
    assert found.least - 1e-12 <= truth.mean() <= found.most + 1e-12


@given(grades=some_failed, data=st.data())
def test_the_order_of_the_grades_does_not_matter(grades: FloatArray, data: st.DataObject) -> None:
    shuffled = summarize_grades(np.array(data.draw(st.permutations(grades.tolist()))))
    for now, before in zip(shuffled, summarize_grades(grades), strict=True):
        assert now == pytest.approx(before, nan_ok=True)


def test_bounds_meet_where_no_grade_failed() -> None:
    found = summarize_grades(np.array([1.0, 5.0, 4.0]), HUMAN_REALISM)
    assert found.least == found.mean == found.most == pytest.approx(10 / 3)


def test_dimensions_are_summed_up_one_by_one() -> None:
    grades = np.array([[3.0, math.nan], [1.0, 2.0]])
    found = summarize_grades(grades)
    assert found.mean.tolist() == [2.0, 2.0]
    assert found.failed.tolist() == [0, 1]
    assert found.least.tolist() == [2.0, 1.5]


def test_where_every_grade_failed_only_the_bounds_are_left() -> None:
    found = summarize_grades(np.full(4, math.nan))
    assert math.isnan(found.mean)
    assert math.isnan(found.spread)
    assert (found.least, found.most) == (REALISM.worst, REALISM.best)


def test_without_a_request_nothing_is_defined() -> None:
    found = summarize_grades(np.array([]))
    assert found.requested == 0
    assert all(map(math.isnan, (found.mean, found.least, found.most)))


@pytest.mark.parametrize("odd", [0.0, 4.0, 2.5, math.inf])
def test_a_grade_off_the_scale_is_refused(odd: float) -> None:
    with pytest.raises(DataError, match=f"grade {odd:g} is not on the scale 1 to 3"):
        summarize_grades(np.array([1.0, odd]))


def test_a_scale_goes_up() -> None:
    with pytest.raises(ConfigurationError, match="3 to 1"):
        Scale(3, 1)
