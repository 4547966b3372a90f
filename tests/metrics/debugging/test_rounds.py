from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from metrics.counting import FloatArray
from metrics.debugging.rounds import carried_forward, round_curve, scores_by_round
from metrics.debugging.sessions import round_programs

NAN = np.nan
Meet = Callable[..., tuple[pd.DataFrame, pd.DataFrame]]
SCORES = arrays(
    float, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0, NAN])
)


def test_a_session_that_has_ended_keeps_its_score() -> None:
    scores = np.array([[0.0, 0.2], [1.0, 0.4], [NAN, 0.4], [NAN, 1.0]])
    assert carried_forward(scores).tolist() == [[0, 0.2], [1, 0.4], [1, 0.4], [1, 1]]


def test_before_its_first_score_a_session_has_none() -> None:
    assert carried_forward(np.array([[NAN], [0.5]])) == pytest.approx(np.array([[NAN], [0.5]]), nan_ok=True)


@given(scores=SCORES)
def test_carrying_forward_twice_is_carrying_forward_once(scores: FloatArray) -> None:
    once = carried_forward(scores)
    np.testing.assert_array_equal(carried_forward(once), once)
    known = ~np.isnan(scores)
    np.testing.assert_array_equal(once[known], scores[known])


@given(scores=SCORES)
def test_where_no_program_gets_worse_the_curve_does_not_fall(scores: FloatArray) -> None:
    scores[0] = np.where(np.isnan(scores[0]), 0, scores[0])
    curve = round_curve(np.maximum.accumulate(carried_forward(scores), axis=0))
    assert (np.diff(curve["ac_rate"]) >= -1e-12).all()
    assert (curve["ac_at_all"] <= curve["ac_rate"] + 1e-12).all()


def test_the_curve_is_over_all_sessions_of_a_condition(meet: Meet) -> None:
    at_once, late, never = meet(0, 10), meet(2, 4, 4, 10, replicate=1), meet(1, 1, 1, 1, replicate=2)
    turns, episodes = (pd.concat(part, ignore_index=True) for part in zip(at_once, late, never, strict=True))
    curve = round_curve(scores_by_round(round_programs(turns, episodes), 3))
    # round 0: (0 + 2 + 1) / 30; then (10 + 4 + 1) / 30 twice; then (10 + 10 + 1) / 30
    assert curve["ac_rate"].tolist() == pytest.approx([0.1, 0.5, 0.5, 0.7])
    assert curve["ac_at_all"].tolist() == pytest.approx([0, 1 / 3, 1 / 3, 2 / 3])
    assert curve["sessions"].tolist() == [3, 3, 2, 2]


def test_a_round_that_nobody_needed_repeats_the_one_before(meet: Meet) -> None:
    curve = round_curve(scores_by_round(round_programs(*meet(0, 10, outcome="solved")), 3))
    assert curve["ac_rate"].tolist() == [0, 1, 1, 1]
    assert curve["sessions"].tolist() == [1, 1, 0, 0]
