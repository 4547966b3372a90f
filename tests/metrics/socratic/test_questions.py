import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.counting import FloatArray
from metrics.socratic.questions import average_socratic_score, socratic_score

RATINGS = arrays(float, (3, 12), elements=st.sampled_from([0.0, 1.0, math.nan]))


def test_a_question_scores_one_for_each_attribute_that_it_has() -> None:
    relevance, indirectness, logical_flow = np.array([[0.0, 1, 1, 1], [0, 0, 0, 1], [0, 0, 1, 1]])
    assert socratic_score(relevance, indirectness, logical_flow).tolist() == [0, 1, 2, 3]


def test_a_question_with_an_attribute_that_nobody_rated_has_no_score() -> None:
    one, unknown = np.array([1.0]), np.array([math.nan])
    assert np.isnan(socratic_score(one, unknown, one)).all()


def test_the_average_is_over_the_rated_questions_of_the_conversation() -> None:
    assert average_socratic_score(np.array([3.0, 2.0, math.nan, 3.0])) == pytest.approx(8 / 3)


@pytest.mark.parametrize("scores", [[], [math.nan, math.nan]])
def test_a_conversation_that_nobody_rated_has_no_average(scores: list[float]) -> None:
    assert math.isnan(average_socratic_score(np.array(scores)))


@given(ratings=RATINGS)
def test_scores_are_whole_numbers_from_zero_to_three_or_undefined(ratings: FloatArray) -> None:
    scores = socratic_score(*ratings)
    assert np.array_equal(np.isnan(scores), np.isnan(ratings).any(axis=0))
    assert set(scores[~np.isnan(scores)]) <= {0.0, 1.0, 2.0, 3.0}


@given(ratings=RATINGS, seed=st.integers(0, 99))
def test_neither_the_order_of_questions_nor_that_of_attributes_matters(ratings: FloatArray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shuffled = rng.permutation(rng.permutation(ratings, axis=0), axis=1)
    before, after = (average_socratic_score(socratic_score(*each)) for each in (ratings, shuffled))
    assert after == pytest.approx(before, nan_ok=True)


def test_a_question_that_gives_the_answer_away_can_still_score_two() -> None:
    """Section 5.1: the baseline's questions fail indirectness, and still pass relevance and logical flow."""
    one, zero = np.array([1.0]), np.array([0.0])
    assert socratic_score(relevance=one, indirectness=zero, logical_flow=one).tolist() == [2.0]
