import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import entropy

from metrics.classroom.states import (
    AFFECT,
    ENGAGEMENT,
    THINKING,
    affect,
    divergence,
    engagement,
    evenness,
    level_counts,
    level_shares,
    personal_divergences,
    thinking,
)
from metrics.counting import FloatArray, occupancy, shares
from protocol.traces import Behaviour, Bloom, Emotion

DISTRIBUTIONS = arrays(float, 4, elements=st.integers(0, 30).map(float)).filter(lambda x: x.sum() > 0).map(shares)


def test_every_label_has_a_level_of_the_papers_scheme() -> None:
    assert (set(ENGAGEMENT), set(AFFECT), set(THINKING)) == (set(Behaviour), set(Emotion), set(Bloom))
    assert [len(set(scheme.values())) for scheme in (ENGAGEMENT, AFFECT, THINKING)] == [4, 3, 2]


def test_labels_become_levels_and_what_is_no_label_minus_one() -> None:
    assert engagement(["sleep", "head_down", "read_aloud", "refuse_reply", None, "dance"]).tolist() == [
        0,
        1,
        2,
        3,
        -1,
        -1,
    ]
    assert affect(["negative", "confused", "positive", None]).tolist() == [0, 1, 2, -1]
    assert thinking([*map(str, Bloom), None]).tolist() == [0, 0, 1, 1, 1, 1, -1]


def test_no_label_makes_no_level() -> None:
    assert engagement([]).shape == affect([]).shape == thinking([]).shape == (0,)


def test_shares_are_of_the_steps_that_show_a_level() -> None:
    assert level_shares(np.array([[0, 2, 2, -1], [-1, -1, -1, -1]]), 3) == pytest.approx(
        np.array([[1 / 3, 0, 2 / 3], [np.nan] * 3]), nan_ok=True
    )


@given(levels=arrays(np.int64, (3, 8), elements=st.integers(-1, 3)))
def test_counts_of_many_pupils_are_those_of_each(levels) -> None:
    assert np.array_equal(level_counts(levels, 4), [occupancy(row, 4) for row in levels])


@given(levels=arrays(np.int64, 12, elements=st.integers(-1, 3)), order=st.permutations(range(12)))
def test_the_order_of_steps_does_not_matter(levels, order) -> None:
    assert np.array_equal(level_shares(levels, 4), level_shares(levels[order], 4), equal_nan=True)


# Table A9, in its order: steps of the lesson (Table A7), then behaviour, emotion and cognition
TABLE_A9 = [
    (37, (0.157, 0.222, 0.398, 0.222), (0.509, 0.463, 0.028), (0.875, 0.125)),
    (36, (0.200, 0.276, 0.324, 0.200), (0.481, 0.519, 0.000), (0.790, 0.210)),
    (33, (0.161, 0.260, 0.396, 0.182), (0.510, 0.484, 0.005), (0.792, 0.208)),
    (41, (0.171, 0.204, 0.454, 0.171), (0.483, 0.517, 0.000), (0.942, 0.058)),
    (40, (0.303, 0.205, 0.316, 0.175), (0.547, 0.312, 0.141), (0.697, 0.303)),
    (33, (0.188, 0.203, 0.313, 0.297), (0.609, 0.359, 0.031), (0.578, 0.422)),
    (39, (0.154, 0.154, 0.461, 0.232), (0.482, 0.518, 0.000), (0.807, 0.193)),
    (31, (0.189, 0.200, 0.383, 0.228), (0.511, 0.406, 0.083), (0.794, 0.206)),
    (37, (0.204, 0.269, 0.227, 0.301), (0.616, 0.296, 0.088), (0.861, 0.139)),
]


def shared_out(printed: tuple[float, ...], of: int) -> bool:
    """Whether whole numbers that sum to another are printed so, as its shares to three decimals."""
    whole = [[k for k in range(of + 1) if abs(k / of - share) <= 0.0005 + 1e-9] for share in printed]
    return any(sum(counts) == of for counts in itertools.product(*whole))


@pytest.mark.parametrize(("steps", "behaviour", "emotion", "cognition"), TABLE_A9)
def test_the_printed_shares_are_of_six_pupils_in_all_steps_but_one(steps: int, behaviour, emotion, cognition) -> None:
    fitting = [of for of in range(180, 247) if all(shared_out(x, of) for x in (behaviour, emotion, cognition))]
    assert 6 * (steps - 1) in fitting
    assert 6 * steps not in fitting


def test_evenness_runs_from_one_state_to_all_alike() -> None:
    assert evenness(np.array([[1.0, 0.0, 0.0], [1 / 3, 1 / 3, 1 / 3]])) == pytest.approx([0, 1], abs=1e-12)
    assert evenness(np.array([0.5, 0.5, 0.0, 0.0])) == pytest.approx(0.5)  # one of two bits


def test_undefined_shares_have_no_evenness() -> None:
    assert np.isnan(evenness(np.full(3, np.nan)))


# Table A10: Ours and nolocal, in the three texts
@pytest.mark.parametrize(
    ("ours", "without"),
    [
        ((0.509, 0.463, 0.028), (0.557, 0.301, 0.142)),
        ((0.481, 0.519, 0.000), (0.523, 0.302, 0.176)),
        ((0.510, 0.484, 0.005), (0.524, 0.390, 0.086)),
    ],
)
def test_emotions_are_more_even_without_the_style_modulator_as_the_paper_says(ours, without) -> None:
    assert evenness(shares(np.array(ours))) < evenness(shares(np.array(without)))


def test_divergence_is_worked_by_hand() -> None:
    # Against the mean (3/4, 1/4): 1/2 log2(4/3) + 1/2 [1/2 log2(2/3) + 1/2 log2 2]
    expected = 0.5 * np.log2(4 / 3) + 0.5 * (0.5 * np.log2(2 / 3) + 0.5)
    assert divergence(np.array([1.0, 0.0]), np.array([0.5, 0.5])) == pytest.approx(expected)


@given(first=DISTRIBUTIONS, second=DISTRIBUTIONS, order=st.permutations(range(4)))
def test_divergence_is_a_bounded_symmetric_measure_of_unlikeness(first: FloatArray, second: FloatArray, order) -> None:
    found = divergence(first, second)
    assert -1e-9 <= found <= 1 + 1e-9
    assert divergence(second, first) == pytest.approx(found, abs=1e-9)
    assert divergence(first[order], second[order]) == pytest.approx(found, abs=1e-9)
    assert divergence(first, first) == pytest.approx(0, abs=1e-9)


@given(first=DISTRIBUTIONS, second=DISTRIBUTIONS)
def test_divergence_is_what_mixing_adds_to_entropy(first: FloatArray, second: FloatArray) -> None:
    mixed = (first + second) / 2
    expected = entropy(mixed, base=2) - (entropy(first, base=2) + entropy(second, base=2)) / 2
    assert divergence(first, second) == pytest.approx(expected, abs=1e-9)


def test_distributions_without_a_common_state_are_one_bit_apart() -> None:
    assert divergence(np.array([0.5, 0.5, 0.0]), np.array([0.0, 0.0, 1.0])) == pytest.approx(1)


def test_pupils_who_keep_their_ways_differ_from_each_other_alone() -> None:
    keeps = np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]])  # two pupils in two lessons
    assert personal_divergences(keeps) == pytest.approx((0, 1))
    assert personal_divergences(keeps.swapaxes(0, 1)) == pytest.approx((1, 0))


def test_lessons_without_states_are_left_out_of_a_pupils_divergence() -> None:
    one_missing = np.array([[[1.0, 0.0], [1.0, 0.0], [np.nan, np.nan]]])
    within, between = personal_divergences(one_missing)
    assert within == pytest.approx(0, abs=1e-9)
    assert np.isnan(between)  # one pupil
