import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.counting import codes, run_lengths
from metrics.programming.behavioural_dna import blocks, implied_run_length, run_lengths_by_behaviour
from metrics.programming.reference import COMBINED_TEST_DATA, Reference
from protocol import Cognition

BEHAVIOURS = {"C": "constructing", "D": "debugging", "A": "assessing", "-": None}


def test_blocks_are_cut_by_hand(play, together) -> None:
    steps, _ = together(play("CC-CDDA", interrupts=[3], replicate=1), play("AD", replicate=0))
    found = blocks(steps.sample(frac=1, random_state=1))
    assert found[["replicate", "cognition", "start", "length"]].values.tolist() == [
        [0, "assessing", 1, 1],
        [0, "debugging", 2, 1],
        [1, "constructing", 1, 3],  # steps 1, 2 and 4: the interrupt between does not part them
        [1, "debugging", 5, 2],
        [1, "assessing", 7, 1],
    ]


def test_a_block_ends_with_its_episode(play, together) -> None:
    steps, _ = together(play("CC", replicate=0), play("CC", replicate=1))
    assert blocks(steps)["length"].tolist() == [2, 2]


@settings(max_examples=30, deadline=None)
@given(sequence=st.text("CDA-", min_size=1, max_size=40))
def test_blocks_are_the_runs_of_counting(sequence: str) -> None:
    who = {"study": "s", "condition": "c", "task": "t", "replicate": 0}
    steps = pd.DataFrame([who | {"step": i, "cognition": BEHAVIOURS[letter]} for i, letter in enumerate(sequence)])
    states, lengths = run_lengths(codes(steps["cognition"].tolist(), Cognition))
    found = blocks(steps)
    assert found["length"].tolist() == lengths.tolist()
    assert found["cognition"].tolist() == [[*Cognition][state].value for state in states]


def test_lengths_are_summed_up_by_behaviour(play) -> None:
    found = run_lengths_by_behaviour(blocks(play("CCCDCDD")[0]))
    assert found.loc["constructing"].tolist() == [2, 4, 2.0, 2.0, 3]
    assert found.loc["debugging"].tolist() == [2, 3, 1.5, 1.5, 2]
    assert found.loc["all"].tolist() == [4, 7, 7 / 4, 1.5, 3]


def test_without_a_cognitive_step_no_length_is_defined(play) -> None:
    found = run_lengths_by_behaviour(blocks(play("--")[0]))
    assert found.index.tolist() == ["all"]
    assert found.loc["all", ["blocks", "steps"]].tolist() == [0, 0]
    assert math.isnan(found.loc["all", "mean"])


def test_the_real_students_run_length_follows_from_their_printed_shares() -> None:
    # Debugging is 45.6 % of the episodes and is left with 45.9 %; as often it is entered: 1 / (2 x .456 x .459)
    assert implied_run_length(COMBINED_TEST_DATA) == pytest.approx(2.389, abs=5e-4)


def test_the_implied_length_is_that_of_a_long_walk() -> None:
    rng, law = np.random.default_rng(31), np.array([[0.7, 0.2, 0.1], [0.3, 0.6, 0.1], [0.5, 0.4, 0.1]])
    walk = [0]
    for u in rng.random(60_000):
        walk.append(int(np.searchsorted(law[walk[-1]].cumsum(), u)))
    _, lengths = run_lengths(np.array(walk))
    shares = np.bincount(walk) / len(walk)
    assert implied_run_length(Reference(shares, law)) == pytest.approx(lengths.mean(), rel=0.02)


def test_a_behaviour_that_occurs_needs_known_transitions() -> None:
    unknown = Reference(np.array([0.5, 0.3, 0.2]), COMBINED_TEST_DATA.transitions)
    assert math.isnan(implied_run_length(unknown))
