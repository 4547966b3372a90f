import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_ind_from_stats
from statsmodels.stats.proportion import tost_proportions_2indep
from statsmodels.stats.weightstats import DescrStatsW, ttost_ind, ttost_paired

from metrics.statistics.equivalence import Quantity, equivalent, equivalent_pairs
from metrics.statistics.intervals import mean, totals_of
from metrics.statistics.resampling import of_totals
from protocol import ConfigurationError

RNG = np.random.default_rng(11)
VALUES, OTHERS = RNG.normal(5.0, 1.0, 30), RNG.normal(5.2, 2.0, 45)


def test_beagles_discriminability_lies_within_its_margin() -> None:
    # App. H.2: d' = 0.15, SE = 0.087, margin 0.3: 0.45 / 0.087 and -0.15 / 0.087; it prints 5.13 and -1.78 of
    # unrounded numbers, and p = 0.038
    found = equivalent(Quantity(0.15, 0.087), Quantity(0.0), 0.3)
    assert (found.above, found.below) == pytest.approx((5.172, -1.724), abs=5e-4)
    assert found.p_value == found.p_below == pytest.approx(0.0424, abs=5e-4)  # Phi(-1.724)
    assert found.difference == 0.15


def test_two_samples_give_welchs_tests_of_statsmodels() -> None:
    found = equivalent(Quantity.of_values(VALUES), Quantity.of_values(OTHERS), 1.0)
    p_value, above, below = ttost_ind(VALUES, OTHERS, -1.0, 1.0, usevar="unequal")
    assert (found.above, found.p_above) == pytest.approx(above[:2])
    assert (found.below, found.p_below) == pytest.approx(below[:2])
    assert found.p_value == pytest.approx(p_value)


def test_pairs_give_the_paired_tests_of_statsmodels() -> None:
    found = equivalent_pairs(VALUES, OTHERS[:30], 1.0)
    p_value, above, below = ttost_paired(VALUES, OTHERS[:30], -1.0, 1.0)
    assert found[1:6] == pytest.approx((*above[:2], *below[:2], p_value))


def test_a_printed_value_without_an_error_is_taken_as_exact() -> None:
    found = equivalent(Quantity.of_values(VALUES), Quantity(5.0), 0.5)
    sample = DescrStatsW(VALUES)
    assert (found.above, found.p_above) == pytest.approx(sample.ttest_mean(4.5, alternative="larger")[:2])
    assert (found.below, found.p_below) == pytest.approx(sample.ttest_mean(5.5, alternative="smaller")[:2])
    assert found.interval == pytest.approx(sample.tconfint_mean(0.10) - np.array([5.0, 5.0]))


def test_a_printed_mean_with_its_spread_and_n_stands_for_its_sample() -> None:
    found = equivalent(Quantity.of_values(VALUES), Quantity.of_spread(5.4, 1.3, 50), 0.8)
    of_values = (VALUES.mean(), VALUES.std(ddof=1), 30)
    above = ttest_ind_from_stats(
        of_values[0] + 0.8, *of_values[1:], 5.4, 1.3, 50, equal_var=False, alternative="greater"
    )
    assert (found.above, found.p_above) == pytest.approx((above.statistic, above.pvalue))


@given(
    data=st.data(),
    trials=st.integers(1, 60),
    other_trials=st.integers(1, 60),
    margin=st.floats(0.01, 0.5),
)
def test_two_rates_give_the_tests_of_agresti_and_caffo(data, trials: int, other_trials: int, margin: float) -> None:
    successes, other_successes = data.draw(st.integers(0, trials)), data.draw(st.integers(0, other_trials))
    found = equivalent(Quantity.of_rate(successes, trials), Quantity.of_rate(other_successes, other_trials), margin)
    with np.errstate(all="ignore"):  # statsmodels also computes ratios, of which we make no use
        theirs = tost_proportions_2indep(
            successes, trials, other_successes, other_trials, -margin, margin, method="agresti-caffo"
        )
    assert found.above == pytest.approx(theirs.results_larger.statistic)
    assert found.below == pytest.approx(theirs.results_smaller.statistic)
    assert found.p_value == pytest.approx(float(theirs.pvalue))


def test_rates_without_a_failure_can_be_equivalent() -> None:
    assert equivalent(Quantity.of_rate(50, 50), Quantity.of_rate(50, 50), 0.1).p_value < 0.05
    assert equivalent(Quantity.of_rate(5, 5), Quantity.of_rate(5, 5), 0.1).p_value > 0.05


QUANTITIES = st.builds(Quantity, st.floats(-5, 5), st.floats(0.01, 5), st.floats(1, 200))


@given(first=QUANTITIES, other=QUANTITIES, margin=st.floats(0.01, 20))
def test_the_interval_lies_within_the_margin_where_equivalence_is_found(first, other, margin: float) -> None:
    found = equivalent(first, other, margin)
    assert found.p_value == max(found.p_above, found.p_below)
    if abs(found.p_value - 0.05) > 1e-9:
        assert (found.p_value < 0.05) == (-margin < found.interval.low and found.interval.high < margin)


@given(first=QUANTITIES, other=QUANTITIES, margin=st.floats(0.01, 20))
def test_exchanging_the_quantities_turns_the_tests_round(first, other, margin: float) -> None:
    one, two = equivalent(first, other, margin), equivalent(other, first, margin)
    assert (one.difference, one.above, one.p_above) == pytest.approx((-two.difference, -two.below, two.p_below))
    assert one.p_value == pytest.approx(two.p_value)


@given(first=QUANTITIES, other=QUANTITIES)
def test_satterthwaites_degrees_of_freedom_lie_between_the_less_and_the_sum(first, other) -> None:
    df = first.minus(other).df
    assert min(first.df, other.df) - 1e-6 <= df <= first.df + other.df + 1e-6


def test_any_measure_can_be_held_against_a_printed_value() -> None:
    bootstrapped = Quantity.of_estimator(of_totals(totals_of(VALUES), mean), np.random.default_rng(0))
    assert bootstrapped.value == pytest.approx(VALUES.mean())
    # the bootstrap divides by n and not n - 1; 2000 resamples know a standard deviation to 1.6 %
    assert bootstrapped.error == pytest.approx(VALUES.std() / math.sqrt(30), rel=0.05)


def test_episodes_of_one_student_are_no_more_sure_than_the_student() -> None:
    students = np.arange(10.0)
    repeated, who = np.repeat(students, 20), np.repeat(np.arange(10), 20)
    clustered = Quantity.of_estimator(of_totals(totals_of(repeated), mean, who), np.random.default_rng(0))
    assert clustered.error == pytest.approx(students.std() / math.sqrt(10), rel=0.06)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (Quantity.of_values(np.ones(5)), Quantity.of_values(np.ones(5))),  # nothing varies
        (Quantity.of_values(np.array([3.0])), Quantity(2.0)),
        (Quantity.of_values(np.full(3, np.nan)), Quantity(2.0)),
        (Quantity.of_rate(0, 0), Quantity(0.5)),
        (Quantity.of_spread(3.0, 1.0, 1), Quantity(0.5)),
    ],
)
def test_without_an_error_there_is_no_test(first: Quantity, other: Quantity) -> None:
    found = equivalent(first, other, 1.0)
    assert math.isnan(found.p_value)
    assert all(map(math.isnan, found.interval))


def test_pairs_with_an_undefined_side_are_left_out() -> None:
    values, others = np.array([1.0, 2.0, 4.0, np.nan]), np.array([1.5, np.nan, 3.0, 3.0])
    assert equivalent_pairs(values, others, 1.0) == equivalent_pairs(values[[0, 2]], others[[0, 2]], 1.0)


@pytest.mark.parametrize("margin", [0.0, -0.3, math.nan])
def test_a_margin_that_is_none_is_named(margin: float) -> None:
    with pytest.raises(ConfigurationError, match="margin"):
        equivalent(Quantity(1.0, 1.0), Quantity(0.0), margin)


def test_at_the_margin_equivalence_is_found_as_often_as_the_level_says() -> None:
    rng = np.random.default_rng(3)
    found = [
        equivalent(Quantity.of_values(rng.normal(0.8, 1, 25)), Quantity.of_values(rng.normal(0, 1.5, 50)), 0.8).p_value
        for _ in range(2000)
    ]
    assert np.mean(np.array(found) < 0.05) == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / 2000))
