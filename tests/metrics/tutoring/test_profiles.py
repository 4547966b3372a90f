import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.counting import BoolArray, FloatArray
from metrics.tutoring.profiles import (
    balanced_accuracy,
    correct_accuracy,
    demonstration_accuracy,
    incorrect_accuracy,
    profile_accuracies,
)

CORRECT = np.array([True, True, True, True, False, False, False])
VERDICTS = np.array([1, 1, 0, np.nan, 0, 1, np.nan])
GRADED = st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 1.0, math.nan])), min_size=1, max_size=40)


def arrays(graded: list[tuple[bool, float]]) -> tuple[BoolArray, FloatArray]:
    correct, verdicts = zip(*graded, strict=True)
    return np.array(correct), np.array(verdicts)


def test_a_verdict_that_could_not_be_read_is_not_right() -> None:
    assert correct_accuracy(CORRECT, VERDICTS) == 2 / 4
    assert incorrect_accuracy(CORRECT, VERDICTS) == 1 / 3


def test_an_accuracy_without_such_actions_is_undefined() -> None:
    assert math.isnan(correct_accuracy(np.array([False]), np.array([0.0])))
    assert math.isnan(incorrect_accuracy(np.array([True]), np.array([0.0])))
    assert math.isnan(demonstration_accuracy(np.array([], dtype=bool)))


def test_demonstration_accuracy_is_the_share_of_states() -> None:
    assert demonstration_accuracy(np.array([True, False, True, True])) == 3 / 4


@given(graded=GRADED)
def test_a_perfect_grader_scores_one_and_its_opposite_zero(graded: list[tuple[bool, float]]) -> None:
    correct, _ = arrays(graded)
    for accuracy in (correct_accuracy, incorrect_accuracy):
        assert accuracy(correct, correct.astype(float)) in (1.0, pytest.approx(math.nan, nan_ok=True))
        assert accuracy(correct, 1.0 - correct) in (0.0, pytest.approx(math.nan, nan_ok=True))


@given(graded=GRADED, seed=st.integers(0, 99))
def test_accuracies_are_shares_that_no_order_changes(graded: list[tuple[bool, float]], seed: int) -> None:
    correct, verdicts = arrays(graded)
    order = np.random.default_rng(seed).permutation(correct.size)
    for accuracy in (correct_accuracy, incorrect_accuracy):
        value = accuracy(correct, verdicts)
        assert math.isnan(value) or 0 <= value <= 1
        assert accuracy(correct[order], verdicts[order]) == pytest.approx(value, nan_ok=True)


@given(graded=GRADED)
def test_right_and_wrong_trade_places(graded: list[tuple[bool, float]]) -> None:
    correct, verdicts = arrays(graded)
    assert incorrect_accuracy(~correct, 1 - verdicts) == pytest.approx(correct_accuracy(correct, verdicts), nan_ok=True)


@pytest.mark.parametrize("always", [0.0, 1.0])
def test_who_always_says_the_same_has_a_balanced_accuracy_of_one_half(always: float) -> None:
    verdicts = np.full(CORRECT.size, always)
    accuracies = correct_accuracy(CORRECT, verdicts), incorrect_accuracy(CORRECT, verdicts)
    assert sorted(accuracies) == [0, 1]
    assert balanced_accuracy(*accuracies) == 0.5


def test_gpt_4o_grades_worse_than_blindly_in_the_ctat_tutors() -> None:
    # Table 2: 28.11 % of the correct and 42.63 % of the incorrect actions; (28.11 + 42.63) / 2
    assert balanced_accuracy(0.2811, 0.4263) == pytest.approx(0.3537)


def test_the_table_pools_over_a_platform_and_condition(
    grade: Callable[..., pd.DataFrame], demonstrate: Callable[..., pd.DataFrame]
) -> None:
    graded = pd.concat(
        [
            grade([True, True, False], [True, False, False]),
            grade([True, False], [True, None]).assign(domain="fractions"),
            grade([True], [None], condition="haiku"),
        ],
        ignore_index=True,
    )
    demonstrated = pd.concat(
        [demonstrate([True, False, True]), demonstrate([True], condition="haiku", platform="oatutor")]
    )
    found = profile_accuracies(graded, demonstrated)
    gpt, haiku, elsewhere = (found.loc[key] for key in (("ctat", "gpt"), ("ctat", "haiku"), ("oatutor", "haiku")))
    assert gpt[["correct", "incorrect", "demonstration"]].tolist() == pytest.approx([2 / 3, 1 / 2, 2 / 3])
    assert gpt[["correct_actions", "incorrect_actions", "states", "unread"]].tolist() == [3, 2, 3, 1 / 5]
    assert gpt["balanced"] == pytest.approx(7 / 12)
    assert haiku[["correct", "unread"]].tolist() == [0, 1]
    assert haiku[["incorrect", "balanced", "demonstration"]].isna().all()
    assert elsewhere["demonstration"] == 1
    assert math.isnan(elsewhere["correct"])
