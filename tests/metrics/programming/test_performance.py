import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.programming.performance import performance_gap, solve_rate, solve_rate_error, steps_taken


# Table 1: Vanilla+M, CoT+M, Few-Shot, FewShot+M, LLMSS, CoderAgent, Flash 2.0, Flash 2.5, Vanilla, SimStudent
@pytest.mark.parametrize(
    ("per_cent", "printed"),
    [(92, 3.84), (90, 4.24), (60, 6.93), (22, 5.86), (96, 2.77), (56, 7.02), (10, 4.24), (52, 7.07), (100, 0), (0, 0)],
)
def test_the_spread_of_a_solve_rate_is_the_printed_one_of_50_runs(per_cent: int, printed: float) -> None:
    assert 100 * solve_rate_error(per_cent / 100, 50) == pytest.approx(printed, abs=0.005)


def test_solve_rate_is_the_share_of_solved_episodes() -> None:
    assert solve_rate(np.array([3.0, 0.0]), np.array([5.0, 4.0])) == pytest.approx([0.6, 0])


def test_without_an_episode_there_is_no_rate() -> None:
    assert np.isnan(solve_rate(np.array(0.0), np.array(0.0)))
    assert math.isnan(solve_rate_error(math.nan, 0))


def test_steps_taken_reach_the_limit_where_nothing_is_solved() -> None:
    taken = steps_taken(np.full(50, math.nan), np.full(50, 30.0))
    assert (taken.mean(), taken.std()) == (30, 0)  # Table 1, SimStudent


def test_steps_taken_end_at_the_solution() -> None:
    assert steps_taken(np.array([6.0, math.nan]), np.array([6.0, 30.0])).tolist() == [6.0, 30.0]


@pytest.mark.parametrize(
    ("high", "low", "gap"),
    [(24, 22, 0.08), (24, 21, 0.12), (17, 13, 0.16), (3, 8, -0.20), (23, 5, 0.72), (18, 8, 0.40)],
)
def test_the_gap_of_25_high_and_25_low_learners_is_the_printed_one(high: float, low: float, gap: float) -> None:
    assert performance_gap(*(np.array(count) for count in (high, 25.0, low, 25.0))) == pytest.approx(gap)


def test_a_gap_needs_both_levels() -> None:
    assert np.isnan(performance_gap(*(np.array(count) for count in (3.0, 3.0, 0.0, 0.0))))


LEVELS = st.integers(1, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(high=LEVELS, low=LEVELS)
def test_exchanging_the_levels_turns_the_gap_round(high: tuple[int, int], low: tuple[int, int]) -> None:
    high_counts, low_counts = (np.array(level, dtype=float) for level in (high, low))
    gap = performance_gap(*high_counts, *low_counts)
    assert -1 <= gap <= 1
    assert performance_gap(*low_counts, *high_counts) == pytest.approx(-gap)
