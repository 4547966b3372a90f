import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.counting import FloatArray
from metrics.debugging.accuracy import ac_at_all, ac_rate, program_scores, relative_gain
from metrics.debugging.plagiarism import plagiarism_rate

SCORES = arrays(float, st.integers(1, 40), elements=st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0, np.nan]))


def test_a_score_is_the_share_of_tests_passed_and_nothing_for_a_copy() -> None:
    passed, total = np.array([10.0, 3.0, 10.0, 4.0]), np.array([10.0, 12.0, 10.0, 8.0])
    plagiarised = np.array([0.0, np.nan, 1.0, np.nan])
    assert program_scores(passed, total, plagiarised).tolist() == [1.0, 0.25, 0.0, 0.5]


def test_a_program_without_tests_has_no_score() -> None:
    assert np.isnan(program_scores(np.array([0.0]), np.array([0.0]), np.array([0.0]))).all()


def test_programs_count_the_same_however_many_tests_they_have() -> None:
    # 1 of 1 and 0 of 9: half, where the tests of both together would give 1 / 10
    scores = program_scores(np.array([1.0, 0.0]), np.array([1.0, 9.0]), np.zeros(2))
    assert ac_rate(scores) == 0.5


def test_ac_at_all_asks_for_every_test() -> None:
    scores = np.array([1.0, 0.9, 0.0, 1.0, np.nan])
    assert ac_rate(scores) == pytest.approx(2.9 / 4)
    assert ac_at_all(scores) == 2 / 4


def test_a_row_of_table_2_comes_of_whole_programs() -> None:
    # DebugTA, GPT-4o-mini, CodeApex: 108 programs, of which 6 are copies and all others pass
    plagiarised = np.array([1.0] * 6 + [0.0] * 102)
    scores = program_scores(np.full(108, 7.0), np.full(108, 7.0), plagiarised)
    printed = [
        round(100 * float(rate), 2) for rate in (ac_rate(scores), ac_at_all(scores), plagiarism_rate(plagiarised))
    ]
    assert printed == [94.44, 94.44, 5.56]


def test_rates_are_taken_along_the_last_axis() -> None:
    scores = np.array([[0.0, 0.5], [1.0, 0.5], [np.nan, np.nan]])
    assert ac_rate(scores) == pytest.approx([0.25, 0.75, np.nan], nan_ok=True)
    assert ac_at_all(scores) == pytest.approx([0, 0.5, np.nan], nan_ok=True)


@given(scores=SCORES, seed=st.integers(0, 99))
def test_rates_are_bounded_ordered_and_blind_to_the_order_of_programs(scores: FloatArray, seed: int) -> None:
    rate, at_all = ac_rate(scores), ac_at_all(scores)
    assert np.isnan(rate) == np.isnan(at_all) == np.isnan(scores).all()
    if not np.isnan(rate):
        assert 0 <= at_all <= rate + 1e-12 <= 1 + 1e-12
    shuffled = np.random.default_rng(seed).permutation(scores)
    assert ac_rate(shuffled) == pytest.approx(rate, nan_ok=True)
    assert ac_at_all(shuffled) == pytest.approx(at_all, nan_ok=True)


@given(n=st.integers(1, 50))
def test_where_all_pass_both_rates_are_one(n: int) -> None:
    assert ac_rate(np.ones(n)) == ac_at_all(np.ones(n)) == 1


@given(scores=SCORES, copy=st.integers(0, 39))
def test_finding_a_copy_never_raises_the_rate(scores: FloatArray, copy: int) -> None:
    plagiarised = np.arange(scores.size) == copy
    found = program_scores(scores, np.ones_like(scores), plagiarised.astype(float))
    if not np.isnan(scores).any():
        assert ac_rate(found) <= ac_rate(scores)


# The two ends of the range that section 5.4 (2) prints: Table 2, Qwen on Code4Bench and DeepSeek on CodeApex
@pytest.mark.parametrize(("after", "before", "printed"), [(38.39, 35.06, 9.5), (91.30, 62.96, 45.0)])
def test_the_printed_improvements_are_relative_gains(after: float, before: float, printed: float) -> None:
    gain = relative_gain(np.array(after), np.array(before))
    assert 100 * float(gain) == pytest.approx(printed, abs=0.05)


def test_over_nothing_there_is_no_relative_gain() -> None:
    assert np.isnan(relative_gain(np.array(0.4), np.array(0.0)))
    assert relative_gain(np.array(0.3), np.array(0.3)) == 0
