import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import binom_test, proportion_confint

from metrics.socratic.preference import preference

CHOICES = st.lists(st.sampled_from([0.0, 1.0, math.nan]), max_size=80).map(np.array)


def test_the_printed_preference_is_53_of_68() -> None:
    # Wilson, z = 1.96: (53 + z**2 / 2 ± z * sqrt(53 * 15 / 68 + z**2 / 4)) / (68 + z**2) = (54.921 ± 6.972) / 71.842
    found = preference(np.repeat([1.0, 0.0], [53, 15]))
    assert round(100 * found.share, 2) == 77.94
    assert found.interval == pytest.approx((0.6674, 0.8615), abs=1e-4)
    assert found.choices == 68


def test_who_did_not_choose_does_not_count() -> None:
    found = preference(np.array([1.0, math.nan, 0.0, math.nan]))
    assert (found.share, found.choices) == (0.5, 2)


def test_two_choices_for_the_same_method_are_what_two_tosses_give_half_the_time() -> None:
    assert preference(np.array([1.0, 1.0])).p_value == pytest.approx(0.5)


@pytest.mark.parametrize("choices", [[], [math.nan]])
def test_without_a_choice_there_is_no_preference(choices: list[float]) -> None:
    found = preference(np.array(choices))
    assert math.isnan(found.share)
    assert math.isnan(found.p_value)
    assert all(math.isnan(bound) for bound in found.interval)
    assert found.choices == 0


@given(choices=CHOICES)
def test_to_ask_for_the_other_method_mirrors_the_answer(choices: np.ndarray) -> None:
    found, other = preference(choices), preference(1 - choices)
    assert other.share == pytest.approx(1 - found.share, nan_ok=True)
    assert other.p_value == pytest.approx(found.p_value, nan_ok=True)
    assert other.interval == pytest.approx((1 - found.interval.high, 1 - found.interval.low), nan_ok=True, abs=1e-9)


@given(choices=CHOICES.filter(lambda choices: not np.isnan(choices).all()))
def test_it_agrees_with_statsmodels(choices: np.ndarray) -> None:
    wins, made = int(np.nansum(choices)), int(np.sum(~np.isnan(choices)))
    found = preference(choices)
    assert found.interval.low <= found.share <= found.interval.high
    assert found.interval == pytest.approx(proportion_confint(wins, made, method="wilson"), abs=1e-9)
    assert found.p_value == pytest.approx(binom_test(wins, made))
