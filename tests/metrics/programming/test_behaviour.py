import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import entropy

from metrics.counting import FloatArray, occupancy, transition_counts
from metrics.programming.behaviour import (
    FLOOR,
    cognitive_divergence,
    debugging_divergence,
    debugging_loops,
    mean_run_length,
    nonlinearity,
    stickiness,
    transition_divergence,
)
from metrics.programming.reference import COMBINED_TEST_DATA, Reference

COUNTS = arrays(float, 3, elements=st.integers(0, 60).map(float)).filter(lambda counts: counts.sum() > 0)
MATRICES = arrays(float, (3, 3), elements=st.integers(0, 60).map(float))


def test_d_kl_of_the_real_shares_is_zero() -> None:
    assert cognitive_divergence(np.array([544.0, 456.0, 0.0])) == pytest.approx(0, abs=1e-12)


def test_d_kl_runs_from_real_to_simulated_in_nats() -> None:
    expected = 0.544 * math.log(0.544 / 0.8) + 0.456 * math.log(0.456 / 0.2)
    assert cognitive_divergence(np.array([8.0, 2.0, 0.0])) == pytest.approx(expected)


@given(simulated=arrays(float, 3, elements=st.integers(1, 60).map(float)))
def test_d_kl_agrees_with_scipy_where_no_share_is_floored(simulated: FloatArray) -> None:
    assert cognitive_divergence(simulated) == pytest.approx(entropy(COMBINED_TEST_DATA.shares, simulated), abs=1e-9)


@given(simulated=COUNTS, factor=st.integers(2, 9))
def test_d_kl_depends_on_shares_alone(simulated: FloatArray, factor: int) -> None:
    assert cognitive_divergence(factor * simulated) == pytest.approx(cognitive_divergence(simulated))


@given(simulated=COUNTS)
def test_d_kl_lies_between_zero_and_a_run_that_only_assesses(simulated: FloatArray) -> None:
    worst = 0.544 * math.log(0.544 / FLOOR) + 0.456 * math.log(0.456 / FLOOR)
    assert -1e-9 <= cognitive_divergence(simulated) <= worst + 1e-9


def test_a_floor_of_1e_4_alone_admits_the_printed_divergences() -> None:
    """Table 2 prints 6.76 without the semi-Markov controller; Table 1 prints 3.97 for Vanilla, which never debugs."""
    only_assessing, never_debugging = np.array([0.0, 0.0, 9.0]), np.array([9.0, 0.0, 0.0])
    admits = {
        floor: cognitive_divergence(never_debugging, floor=floor) <= 3.97
        and cognitive_divergence(only_assessing, floor=floor) >= 6.76
        for floor in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
    }
    assert [floor for floor, both in admits.items() if both] == [FLOOR]


def test_d_kl_without_a_cognitive_step_is_undefined() -> None:
    assert np.isnan(cognitive_divergence(np.zeros(3)))


def test_divergences_serve_many_episodes_at_once() -> None:
    many = np.array([[544.0, 456.0, 0.0], [0.0, 0.0, 0.0], [8.0, 2.0, 0.0]])
    one_by_one = [float(cognitive_divergence(counts)) for counts in many]
    assert cognitive_divergence(many) == pytest.approx(one_by_one, nan_ok=True, abs=1e-12)


def test_the_transition_form_of_the_real_transitions_is_zero() -> None:
    counts = np.array([[61525.0, 38475.0, 0.0], [459.0, 541.0, 0.0], [0.0, 0.0, 0.0]])
    assert transition_divergence(counts) == pytest.approx(0, abs=1e-12)


def test_the_transition_form_weighs_rows_by_how_often_they_are_left() -> None:
    counts = np.array([[3.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    constructing = 0.75 * math.log(0.75 / 0.61525) + 0.25 * math.log(0.25 / 0.38475)
    debugging = math.log(1 / 0.459)
    assert transition_divergence(counts) == pytest.approx(0.8 * constructing + 0.2 * debugging, abs=1e-9)


def test_the_transition_form_leaves_out_rows_that_the_reference_does_not_know() -> None:
    counts = np.array([[3.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    assessing_too = counts + np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [5.0, 5.0, 5.0]])
    assert transition_divergence(assessing_too) == transition_divergence(counts)


def test_a_step_into_what_real_students_never_do_counts_against_the_floor() -> None:
    into_assessing = np.array([[0.0, 0.0, 4.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    assert transition_divergence(into_assessing) == pytest.approx(math.log(1 / FLOOR))


def test_the_transition_form_without_a_known_transition_is_undefined() -> None:
    assert np.isnan(transition_divergence(np.diag([0.0, 0.0, 4.0])))


@given(counts=MATRICES)
def test_the_transition_form_is_never_below_zero_by_more_than_the_floor(counts: FloatArray) -> None:
    divergence = transition_divergence(counts)
    assert np.isnan(divergence) or divergence >= -FLOOR


def test_stickiness_is_how_often_debugging_follows_debugging() -> None:
    cognition = np.array([1, 1, 0, 1, 1, 1, 0])
    assert stickiness(transition_counts(cognition, 3)) == pytest.approx(3 / 5)


def test_d_debug_of_the_real_share_and_stickiness_is_zero() -> None:
    transitions = np.array([[0.0, 0.0, 0.0], [459.0, 541.0, 0.0], [0.0, 0.0, 0.0]])
    assert debugging_divergence(np.array([544.0, 456.0, 0.0]), transitions) == pytest.approx(0, abs=1e-12)


def test_d_debug_is_the_mean_of_two_bernoulli_divergences() -> None:
    cognition = np.array([0, 1, 1, 0])  # half debugging, stickiness one half
    share = 0.5 * math.log(0.5 / 0.456) + 0.5 * math.log(0.5 / 0.544)
    sticky = 0.5 * math.log(0.5 / 0.541) + 0.5 * math.log(0.5 / 0.459)
    found = debugging_divergence(occupancy(cognition, 3), transition_counts(cognition, 3))
    assert found == pytest.approx((share + sticky) / 2)


def test_d_debug_of_a_run_that_never_debugs_is_undefined() -> None:
    cognition = np.array([0, 0, 2])
    assert np.isnan(debugging_divergence(occupancy(cognition, 3), transition_counts(cognition, 3)))


def test_d_debug_of_a_run_whose_last_step_is_its_only_debugging_one_is_undefined() -> None:
    cognition = np.array([0, 0, 1])
    assert np.isnan(debugging_divergence(occupancy(cognition, 3), transition_counts(cognition, 3)))


@given(cognition=st.lists(st.integers(0, 2), min_size=2, max_size=30))
def test_d_debug_is_at_most_that_of_a_run_that_only_debugs(cognition: list[int]) -> None:
    sequence = np.array(cognition)
    found = debugging_divergence(occupancy(sequence, 3), transition_counts(sequence, 3))
    worst = 0.5 * math.log(1 / 0.541) + 0.5 * math.log(1 / 0.456)  # all steps debug: 0.70
    assert np.isnan(found) or 0 <= found <= worst + 1e-9


def test_a_reference_of_ones_own_moves_the_zero() -> None:
    own = Reference.of_counts(np.array([5.0, 3.0, 2.0]), np.full((3, 3), 1.0))
    assert cognitive_divergence(np.array([50.0, 30.0, 20.0]), own) == pytest.approx(0, abs=1e-12)
    assert transition_divergence(np.full((3, 3), 7.0), own) == pytest.approx(0, abs=1e-12)


def test_nonlinearity_counts_falls_only() -> None:
    assert nonlinearity(np.array([0.0, 0.5, 0.25, 0.25, 1.0])) == pytest.approx(1 / 4)


@given(progress=arrays(float, st.integers(2, 60), elements=st.floats(0, 1)))
def test_nonlinearity_of_sorted_progress_is_zero(progress: FloatArray) -> None:
    assert nonlinearity(np.sort(progress)) == 0.0


@pytest.mark.parametrize("steps", [0, 1])
def test_nonlinearity_needs_two_steps(steps: int) -> None:
    assert math.isnan(nonlinearity(np.zeros(steps)))


def test_mean_run_length_is_steps_over_blocks() -> None:
    assert mean_run_length(np.array([0, 0, 0, 1, -1, 1, 0])) == pytest.approx(6 / 3)
    assert math.isnan(mean_run_length(np.array([-1])))


def test_a_debugging_loop_is_three_debugging_steps_on_end() -> None:
    assert debugging_loops(np.array([1, 1, 0, 1, 1, -1, 1, 0, 0, 0, 1, 1, 1, 1])) == 2
    assert debugging_loops(np.array([1, 1, 0]), shortest=2) == 1
