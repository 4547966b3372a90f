from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.classroom.evolution import (
    ablation_contrast,
    highest_positive_transition_rate,
    positive_transition_rate,
    session_gain,
    top_level_rate,
)

# Table A13: of each session the denominator of its rates, and B_Pos, E_Pos, C_Pos and Overall of Wang Fang, Zhang Jie,
# Zhang Yan, Li Wei, Liu Li and Zhang Tao
TABLE_A13 = {
    29: [
        *((0.000, 0.138, 0.034, 0.057), (0.379, 0.966, 0.103, 0.483), (0.103, 1.000, 0.069, 0.391)),
        *((0.759, 0.966, 0.172, 0.632), (0.000, 0.034, 0.000, 0.011), (0.034, 0.207, 0.000, 0.080)),
    ],
    24: [
        *((0.583, 0.125, 0.125, 0.278), (0.500, 1.000, 0.250, 0.583), (0.292, 1.000, 0.125, 0.472)),
        *((0.375, 1.000, 0.208, 0.528), (0.125, 0.792, 0.000, 0.306), (0.583, 0.333, 0.125, 0.347)),
    ],
    30: [
        *((0.500, 0.567, 0.067, 0.378), (0.533, 1.000, 0.167, 0.567), (0.867, 1.000, 0.367, 0.744)),
        *((0.633, 1.000, 0.133, 0.589), (0.033, 0.067, 0.000, 0.033), (0.367, 0.700, 0.100, 0.389)),
    ],
    26: [
        *((0.192, 0.346, 0.077, 0.205), (0.654, 1.000, 0.154, 0.603), (0.923, 1.000, 0.115, 0.679)),
        *((0.192, 1.000, 0.115, 0.436), (0.269, 0.231, 0.038, 0.179), (0.385, 0.308, 0.077, 0.256)),
    ],
}
LEVELS = np.array([4, 3, 2])  # of behaviour, emotion and cognition (Table A6)
COURSES = st.tuples(st.integers(2, 4), st.integers(2, 30)).flatmap(
    lambda k_t: st.tuples(st.just(k_t[0]), arrays(np.int64, k_t[1], elements=st.integers(0, k_t[0] - 1)))
)


def test_positive_transitions_lead_upwards() -> None:
    assert positive_transition_rate(np.array([0, 2, 2, 1, 3])) == 2 / 4


def test_steps_around_one_without_a_state_are_adjacent() -> None:
    assert positive_transition_rate(np.array([-1, 1, -1, 2, 2, -1])) == 1 / 2


def test_a_course_needs_two_states() -> None:
    assert np.isnan(positive_transition_rate(np.array([[-1, 2, -1], [-1, -1, -1]]))).all()
    assert np.isnan(positive_transition_rate(np.zeros((2, 0), dtype=int))).all()


@given(course=COURSES)
def test_no_course_rises_more_often_than_its_levels_allow(course) -> None:
    n_levels, levels = course
    highest = highest_positive_transition_rate(np.array(levels.size - 1), np.array(n_levels))
    assert 0 <= positive_transition_rate(levels) <= highest


@pytest.mark.parametrize(("steps", "n_levels"), [(2, 2), (5, 2), (6, 3), (7, 3), (6, 4)])
def test_the_highest_rate_is_reached_by_some_course(steps: int, n_levels: int) -> None:
    courses = np.array([*product(range(n_levels), repeat=steps)])
    highest = highest_positive_transition_rate(np.array(steps - 1), np.array(n_levels))
    assert positive_transition_rate(courses).max() == highest


@given(course=COURSES)
def test_only_the_order_of_levels_matters(course) -> None:
    _, levels = course
    assert positive_transition_rate(levels) == positive_transition_rate(7 * levels + 1)


@given(course=COURSES)
def test_a_course_and_its_reverse_share_out_the_changes(course) -> None:
    _, levels = course
    changes = np.mean(np.diff(levels) != 0)
    assert positive_transition_rate(levels) + positive_transition_rate(levels[::-1]) == pytest.approx(changes)


@given(levels=arrays(np.int64, (4, 9), elements=st.integers(-1, 3)))
def test_courses_are_measured_many_at_once(levels) -> None:
    one_by_one = [float(np.mean(np.diff(row[row >= 0]) > 0)) if (row >= 0).sum() > 1 else np.nan for row in levels]
    assert positive_transition_rate(levels) == pytest.approx(one_by_one, nan_ok=True)


def test_without_a_transition_there_is_no_highest_rate() -> None:
    assert np.isnan(highest_positive_transition_rate(np.array(0), np.array(3)))


def test_the_top_level_is_counted_over_the_steps_that_show_one() -> None:
    assert top_level_rate(np.array([[2, 1, -1, 2], [-1, -1, -1, -1]]), 3) == pytest.approx([2 / 3, np.nan], nan_ok=True)


@given(levels=arrays(np.int64, 12, elements=st.integers(-1, 2)), order=st.permutations(range(12)))
def test_the_order_of_steps_does_not_matter_to_the_top_level(levels, order) -> None:
    assert top_level_rate(levels[order], 3) == pytest.approx(top_level_rate(levels, 3), nan_ok=True)


@pytest.mark.parametrize("steps", TABLE_A13)
def test_every_printed_rate_of_a_session_has_one_denominator(steps: int) -> None:
    rates = np.array(TABLE_A13[steps])[:, :3]

    def fits(of: int) -> bool:
        return bool((abs(np.rint(rates * of) / of - rates) <= 0.0005 + 1e-9).all())

    assert [of for of in range(2, 45) if fits(of)] == [steps]


def test_sixteen_printed_rates_are_impossible_as_upward_transitions_and_38_as_steady_ones() -> None:
    rises, steady = 0, 0
    for steps, rows in TABLE_A13.items():
        counts, highest = (
            np.array(rows)[:, :3] * steps,
            highest_positive_transition_rate(np.full(3, steps), LEVELS) * steps,
        )
        rises += int((counts > highest + 0.5).sum())
        steady += int((counts < steps - highest - 0.5).sum())
    assert (rises, steady) == (16, 38)


def test_a_printed_session_is_a_course_of_top_levels() -> None:
    """Zhang Yan in session 1: 3, 29 and 2 of 29 steps at the top give all four printed cells."""
    of = [np.where(np.arange(29) < count, top, 0) for count, top in ((3, 3), (29, 2), (2, 1))]
    rates = [float(top_level_rate(levels, n)) for levels, n in zip(of, LEVELS, strict=True)]
    assert [*rates, np.mean(rates)] == pytest.approx(TABLE_A13[29][2], abs=0.0005)


def test_overall_is_the_mean_of_the_three_dimensions() -> None:
    for steps, rows in TABLE_A13.items():
        counts = np.rint(np.array(rows)[:, :3] * steps)
        assert counts.mean(axis=1) / steps == pytest.approx(np.array(rows)[:, 3], abs=0.0005)


def test_the_gain_of_the_class_is_that_of_table_4_overall_and_in_cognition_alone() -> None:
    means = np.array([np.array(rows).mean(axis=0) for rows in TABLE_A13.values()]).T
    printed = np.array([0.222, 0.094, 0.033, 0.117])
    assert (abs(session_gain(means) - printed) <= 0.0006).tolist() == [False, False, True, True]
    assert session_gain(means) == pytest.approx(printed, abs=0.002)


def test_a_gain_needs_two_sessions_with_a_rate() -> None:
    assert np.isnan(session_gain(np.array([[0.4], [0.1]]))).all()
    assert np.isnan(session_gain(np.array([np.nan, 0.2])))
    assert session_gain(np.array([0.2, np.nan, 0.5])) == pytest.approx(0.3)


def test_what_regulation_adds_is_the_printed_seven_and_five_points() -> None:
    full, without = np.array([[0.222], [0.094], [0.033]]), np.array([[0.152], [0.043], [0.098]])
    assert ablation_contrast(full, without) == pytest.approx([0.070, 0.051, -0.065])


def test_a_contrast_is_the_mean_over_lessons_that_both_have() -> None:
    full, without = np.array([0.5, 0.2, np.nan]), np.array([0.1, 0.4, 0.3])
    assert ablation_contrast(full, without) == pytest.approx(0.1)
    assert np.isnan(ablation_contrast(full[2:], without[2:]))


@given(rates=arrays(float, 5, elements=st.floats(0, 1)))
def test_a_system_differs_from_itself_by_nothing(rates) -> None:
    assert ablation_contrast(rates, rates) == 0
