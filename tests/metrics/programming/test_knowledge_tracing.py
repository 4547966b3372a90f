import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.counting import BoolArray, FloatArray
from metrics.programming.knowledge_tracing import (
    Tracing,
    correct_probability,
    expected_mastery,
    knowledge_alignment,
    knowledge_and_passing,
    mastery_given,
    traced_mastery,
    updated_mastery,
)
from protocol import ConfigurationError

inside = st.floats(0.01, 0.99)
tracings = st.builds(Tracing, initial=inside, learn=inside, slip=inside, guess=inside)
responses = arrays(bool, st.integers(1, 8))


def test_an_update_is_worked_by_hand() -> None:
    # P(correct) = .1 x .95 + .9 x .2 = .275; .095 / .275 = .34545, + .65455 x .25
    assert correct_probability(np.array(0.1)) == pytest.approx(0.275)
    assert updated_mastery(np.array(0.1), np.array(True)) == pytest.approx(0.5090909, abs=1e-7)
    # .005 / .725 = .0068966, + .9931034 x .25
    assert updated_mastery(np.array(0.1), np.array(False)) == pytest.approx(0.2551724, abs=1e-7)


def _by_enumeration(correct: BoolArray, tracing: Tracing) -> float:
    """P(mastered after the last response and its learning), summed over every path of the latent state."""
    joint = {True: 0.0, False: 0.0}
    for path in product([False, True], repeat=len(correct) + 1):
        chance = tracing.initial if path[0] else 1 - tracing.initial
        for before, after, right in zip(path[:-1], path[1:], correct, strict=True):
            p_right = 1 - tracing.slip if before else tracing.guess
            chance *= p_right if right else 1 - p_right
            chance *= float(after) if before else (tracing.learn if after else 1 - tracing.learn)
        joint[path[-1]] += chance
    return joint[True] / (joint[True] + joint[False])


@given(correct=responses, tracing=tracings)
def test_tracing_is_inference_in_the_hidden_markov_model(correct: BoolArray, tracing: Tracing) -> None:
    assert traced_mastery(correct, tracing)[-1] == pytest.approx(_by_enumeration(correct, tracing), rel=1e-9)


def test_tracing_agrees_with_pybkt() -> None:
    inference = pytest.importorskip("pyBKT.fit.predict_onestep")
    tracing, correct = Tracing(), np.random.default_rng(5).random(40) < 0.5
    learn, guess, slip = ([value] for value in (tracing.learn, tracing.guess, tracing.slip))
    model = {"prior": tracing.initial, "pi_0": np.array([[1 - tracing.initial], [tracing.initial]])}
    model |= {"learns": np.array(learn), "guesses": np.array(guess), "slips": np.array(slip), "forgets": np.zeros(1)}
    model["As"] = np.array([[[1 - tracing.learn, 0.0], [tracing.learn, 1.0]]])
    data = {"data": 1 + correct[None].astype(np.int32), "starts": np.array([1]), "lengths": np.array([correct.size])}
    data["resources"] = np.ones(correct.size, dtype=np.int64)
    right, states = inference.run(model, data, parallel=False)
    ours = traced_mastery(correct, tracing)[:-1]
    assert ours == pytest.approx(states[1])
    assert correct_probability(ours, tracing) == pytest.approx(right)


@given(mastery=arrays(float, (3, 4), elements=st.floats(0, 1)), correct=arrays(bool, (3, 4)), tracing=tracings)
def test_updates_stay_probabilities_and_know_no_neighbours(
    mastery: FloatArray, correct: BoolArray, tracing: Tracing
) -> None:
    found = updated_mastery(mastery, correct, tracing)
    assert np.all((found >= 0) & (found <= 1))
    assert found[1, 2] == pytest.approx(float(updated_mastery(mastery[1, 2], correct[1, 2], tracing)))


@given(mastery=inside, slip=st.floats(0.01, 0.49), guess=st.floats(0.01, 0.49))
def test_a_correct_response_speaks_for_mastery_and_an_incorrect_one_against_it(
    mastery: float, slip: float, guess: float
) -> None:
    tracing = Tracing(slip=slip, guess=guess)
    wrong, right = mastery_given(np.array([mastery] * 2), np.array([False, True]), tracing)
    assert wrong < mastery < right


@given(mastery=inside, tracing=tracings)
def test_a_response_leaves_mastery_where_it_was_on_average(mastery: float, tracing: Tracing) -> None:
    right = float(correct_probability(np.array(mastery), tracing))
    wrong_then, right_then = mastery_given(np.array([mastery] * 2), np.array([False, True]), tracing)
    assert right * right_then + (1 - right) * wrong_then == pytest.approx(mastery)


@given(tracing=tracings, updates=st.integers(0, 6))
def test_expected_mastery_is_the_mean_over_all_responses(tracing: Tracing, updates: int) -> None:
    mean = 0.0
    for correct in product([False, True], repeat=updates):
        traced = traced_mastery(np.array(correct, dtype=bool), tracing)
        right = correct_probability(traced[:-1], tracing)
        mean += float(traced[-1] * np.prod(np.where(correct, right, 1 - right)))
    assert expected_mastery(np.array(updates), tracing) == pytest.approx(mean)


def test_learners_are_traced_side_by_side() -> None:
    correct = np.array([[True, False], [False, True]])
    both = traced_mastery(correct)
    assert both.shape == (2, 3)
    assert both[1] == pytest.approx(traced_mastery(correct[1]))


def test_mastery_is_undefined_after_what_cannot_happen() -> None:
    never_wrong = Tracing(initial=1.0, slip=0.0)
    traced = traced_mastery(np.array([True, False, True]), never_wrong)
    assert traced[:2].tolist() == [1.0, 1.0]
    assert np.isnan(traced[2:]).all()


@pytest.mark.parametrize("odd", [-0.1, 1.1, math.nan])
def test_a_parameter_is_a_probability(odd: float) -> None:
    with pytest.raises(ConfigurationError, match="slip is"):
        Tracing(slip=odd)


@pytest.fixture
def steps(play, together) -> pd.DataFrame:
    """Three episodes in which as many of 20 tests pass as the two components are mastered, and one untraced."""
    played = together(*(play("CC", passed=passed, replicate=i) for i, passed in enumerate([(2, 8), (4, 10), (0, 20)])))
    traced = played[0].assign(mastery=[[("C1", p / 20), ("P1", p / 10 - p / 20)] for p in played[0]["tests_passed"]])
    untraced = play("CC", passed=(3, 9), replicate=3)[0]
    return pd.concat([traced, untraced], ignore_index=True)


def test_mastery_is_averaged_over_components(steps: pd.DataFrame) -> None:
    found = knowledge_and_passing(steps.sample(frac=1, random_state=1))
    assert found["mastery"].tolist() == pytest.approx([0.1, 0.4, 0.2, 0.5, 0, 1, math.nan, math.nan], nan_ok=True)
    assert found["pass_rate"].tolist() == pytest.approx([0.1, 0.4, 0.2, 0.5, 0, 1, 0.15, 0.45])


def test_code_that_follows_knowledge_correlates_fully(steps: pd.DataFrame) -> None:
    found = knowledge_alignment(knowledge_and_passing(steps))
    assert found["r"].tolist() == pytest.approx([1, 1, 1])
    assert found["n"].tolist() == [6, 3, 3]


def test_alignment_is_undefined_where_nothing_is_traced(play) -> None:
    found = knowledge_alignment(knowledge_and_passing(play("CC", passed=(1, 2))[0]))
    assert found["r"].isna().all()
    assert found["n"].tolist() == [0, 0, 0]


def test_endings_are_last_steps(steps: pd.DataFrame) -> None:
    points = knowledge_and_passing(steps)
    last = points[points["mastery"].notna()].groupby("replicate").last()
    moved = points.assign(pass_rate=points["pass_rate"].where(points["step"] == 2, 0.7))
    expected = np.corrcoef(last["mastery"], last["pass_rate"])[0, 1]
    assert knowledge_alignment(moved).loc["endings", "r"] == pytest.approx(expected)
