import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.socratic.success import strict_success, success_rate

TESTS = st.integers(0, 30).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


def test_success_is_the_share_of_tests_and_strict_success_wants_them_all() -> None:
    passed, total = np.array([3.0, 4.0, 0.0]), np.array([4.0, 4.0, 5.0])
    assert success_rate(passed, total).tolist() == [0.75, 1.0, 0.0]
    assert strict_success(passed, total).tolist() == [0.0, 1.0, 0.0]


def test_a_problem_without_tests_can_be_neither_solved_nor_missed() -> None:
    assert math.isnan(success_rate(np.array(0.0), np.array(0.0)))
    assert math.isnan(strict_success(np.array(0.0), np.array(0.0)))


def test_a_conversation_whose_tests_are_not_known_is_undefined() -> None:
    unknown = np.array([math.nan])
    assert np.isnan(success_rate(unknown, unknown)).all()
    assert np.isnan(strict_success(unknown, unknown)).all()


@given(tests=st.lists(TESTS, min_size=1))
def test_strict_success_is_the_whole_part_of_success(tests: list[tuple[int, int]]) -> None:
    passed, total = np.array(tests, dtype=float).T
    rates, strict = success_rate(passed, total), strict_success(passed, total)
    assert strict.tolist() == pytest.approx(np.floor(rates).tolist(), nan_ok=True)
    assert ((rates[total > 0] >= 0) & (rates[total > 0] <= 1)).all()


def test_the_rates_that_are_no_rounded_share_of_any_149_conversations_are_cut_off_shares() -> None:
    """Tables 1 and 2 print 78.09 and 48.83 %."""
    n = np.arange(1, 150)
    for printed, wins, of in ((78.09, 82, 105), (48.83, 21, 43)):
        nearest = np.round(100 * np.round(printed * n / 100) / n, 2)
        assert not np.isclose(nearest, printed).any()
        strict = strict_success(np.repeat([1.0, 0.0], [wins, of - wins]), np.ones(of))
        assert math.floor(1e4 * strict.mean()) / 100 == printed
