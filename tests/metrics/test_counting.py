from itertools import groupby, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.counting import (
    changes_only,
    codes,
    conditional_shares,
    joint_shares,
    occupancy,
    run_lengths,
    shares,
    transition_counts,
)
from protocol import Cognition

SEQUENCES = st.lists(st.integers(-1, 2), max_size=40).map(lambda xs: np.array(xs, dtype=np.int64))


def test_codes_follow_the_order_of_the_states_and_mark_what_is_none() -> None:
    labels = ["debugging", None, "constructing", "assessing", float("nan"), "off_topic"]
    assert codes(labels, Cognition).tolist() == [1, -1, 0, 2, -1, -1]  # type: ignore[arg-type]


def test_steps_around_an_interrupt_are_adjacent() -> None:
    # C C - D: the interrupt is no state, so C is followed by D
    counts = transition_counts(np.array([0, 0, -1, 1]), 3)
    assert counts.tolist() == [[1, 1, 0], [0, 0, 0], [0, 0, 0]]


@given(sequence=SEQUENCES)
def test_transitions_are_the_pairs_of_the_sequence(sequence: np.ndarray) -> None:
    seen = [int(state) for state in sequence if state >= 0]
    expected = np.zeros((3, 3))
    for pair in pairwise(seen):
        expected[pair] += 1
    assert np.array_equal(transition_counts(sequence, 3), expected)
    assert occupancy(sequence, 3).tolist() == [seen.count(state) for state in range(3)]


@given(sequence=SEQUENCES)
def test_run_lengths_are_those_of_groupby(sequence: np.ndarray) -> None:
    states, lengths = run_lengths(sequence)
    expected = [(state, len(list(run))) for state, run in groupby(int(s) for s in sequence if s >= 0)]
    assert list(zip(states.tolist(), lengths.tolist(), strict=True)) == expected


@given(sequence=SEQUENCES)
def test_each_row_that_is_left_shares_out_one(sequence: np.ndarray) -> None:
    counts = transition_counts(sequence, 3)
    left = counts.sum(axis=1) > 0
    rows = conditional_shares(counts)
    assert rows[left].sum(axis=1) == pytest.approx(np.ones(left.sum()))
    assert np.isnan(rows[~left]).all()


def test_shares_of_nothing_are_undefined() -> None:
    assert np.isnan(shares(np.zeros(3))).all()


def test_joint_shares_of_all_transitions_sum_to_one() -> None:
    counts = np.array([[4.0, 1.0, 0.0], [2.0, 2.0, 0.0], [0.0, 1.0, 0.0]])
    assert joint_shares(counts) == pytest.approx(counts / 10)


def test_changes_only_leaves_self_transitions_out() -> None:
    counts = np.array([[8.0, 3.0], [1.0, 5.0]])
    assert joint_shares(changes_only(counts)) == pytest.approx(np.array([[0, 0.75], [0.25, 0]]))
