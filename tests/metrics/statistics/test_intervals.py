import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import bootstrap, permutation_test
from statsmodels.stats.proportion import proportion_confint

from metrics.counting import FloatArray, rate
from metrics.statistics.intervals import (
    bootstrap_interval,
    paired_difference,
    rate_difference_interval,
    wilson_interval,
)

VALUES = np.random.default_rng(7).gamma(2.0, 3.0, size=60)
OTHERS = VALUES + np.random.default_rng(8).normal(0.5, 2.0, size=60)


def mean(sums: FloatArray) -> FloatArray:
    return rate(sums[..., 0], sums[..., 1])


def totals(values: FloatArray) -> FloatArray:
    return np.column_stack([values, np.ones_like(values)])


@given(trials=st.integers(1, 300), data=st.data())
def test_wilson_agrees_with_statsmodels_and_holds_the_rate(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    interval = wilson_interval(successes, trials)
    assert interval == pytest.approx(proportion_confint(successes, trials, method="wilson"), abs=1e-9)
    assert 0 <= interval.low <= successes / trials + 1e-12
    assert successes / trials - 1e-12 <= interval.high <= 1


def test_wilson_has_width_where_everybody_solves() -> None:
    # all of n: low is n / (n + z^2)
    assert wilson_interval(50, 50) == pytest.approx((50 / (50 + 1.959964**2), 1.0), abs=1e-6)


def test_newcombes_interval_is_that_of_his_first_example() -> None:
    # Newcombe (1998), Statistics in Medicine 17, Table II (a), method 10: 56/70 - 48/80
    assert rate_difference_interval(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_intervals_without_an_episode_are_undefined() -> None:
    nothing = bootstrap_interval(np.zeros((0, 2)), mean, np.random.default_rng(0))
    for interval in (wilson_interval(0, 0), rate_difference_interval(0, 0, 1, 2), nothing):
        assert all(map(math.isnan, interval))


def test_the_bootstrap_of_a_mean_agrees_with_scipy() -> None:
    ours = bootstrap_interval(totals(VALUES), mean, np.random.default_rng(1), resamples=20_000)
    theirs = bootstrap((VALUES,), np.mean, method="percentile", n_resamples=20_000, rng=2).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), rel=0.01)


def test_the_bootstrap_resamples_whole_episodes() -> None:
    """A ratio of sums over episodes of unlike length, against scipy resampling their indices."""
    lengths = np.random.default_rng(3).integers(1, 30, size=60).astype(float)
    counts = np.column_stack([np.round(lengths * VALUES / VALUES.max()), lengths])

    def ratio(indices: np.ndarray, axis: int) -> FloatArray:
        drawn = counts[indices].sum(axis=axis - 1)
        return drawn[..., 0] / drawn[..., 1]

    ours = bootstrap_interval(counts, mean, np.random.default_rng(1), resamples=20_000)
    theirs = bootstrap((np.arange(60),), ratio, method="percentile", n_resamples=20_000, vectorized=True, rng=2)
    interval = theirs.confidence_interval
    assert ours == pytest.approx((interval.low, interval.high), rel=0.02)


def test_the_bootstrap_covers_a_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    covered = [
        interval.low <= 6.0 <= interval.high
        for sample in rng.gamma(2.0, 3.0, size=(300, 80))
        for interval in [bootstrap_interval(totals(sample), mean, rng, resamples=500)]
    ]
    assert 0.90 <= np.mean(covered) <= 0.98  # 95 %, less 1 or 2 % for a skewed law, give or take 3 standard errors


def test_resamples_without_a_defined_value_are_left_out() -> None:
    one_defined = np.array([[4.0, 1.0], [0.0, 0.0], [0.0, 0.0]])
    assert bootstrap_interval(one_defined, mean, np.random.default_rng(0)) == (4.0, 4.0)


def test_the_same_seed_gives_the_same_interval_and_p() -> None:
    first, again = (paired_difference(totals(VALUES), totals(OTHERS), mean, np.random.default_rng(4)) for _ in range(2))
    assert first == again


def test_a_paired_p_value_agrees_with_scipys_sign_flips() -> None:
    ours = paired_difference(totals(VALUES), totals(OTHERS), mean, np.random.default_rng(4), resamples=20_000)
    theirs = permutation_test(
        (VALUES, OTHERS),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        rng=3,
    )
    assert ours.difference == pytest.approx(theirs.statistic)
    assert ours.p_value == pytest.approx(theirs.pvalue, abs=0.01)


def test_a_paired_p_value_of_few_pairs_is_that_of_all_exchanges() -> None:
    values, others = np.array([5.0, 6.0, 4.0, 8.0]), np.array([3.0, 5.0, 4.5, 4.0])
    observed = abs(np.mean(values - others))
    signs = np.array(list(product([1, -1], repeat=4)))
    exact = np.mean(np.abs((signs * (values - others)).mean(axis=1)) >= observed - 1e-12)
    found = paired_difference(totals(values), totals(others), mean, np.random.default_rng(0), resamples=20_000)
    assert found.p_value == pytest.approx(exact, abs=0.01)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**31))
def test_exchanging_the_conditions_turns_the_difference_round(seed: int) -> None:
    one_way, other_way = (
        paired_difference(totals(a), totals(b), mean, np.random.default_rng(seed), resamples=200)
        for a, b in ((VALUES, OTHERS), (OTHERS, VALUES))
    )
    assert one_way.difference == pytest.approx(-other_way.difference)
    assert one_way.interval == pytest.approx((-other_way.interval.high, -other_way.interval.low))
    assert one_way.p_value == other_way.p_value


def test_a_condition_does_not_differ_from_itself() -> None:
    found = paired_difference(totals(VALUES), totals(VALUES), mean, np.random.default_rng(0))
    assert (found.difference, found.interval, found.p_value, found.pairs) == (0, (0, 0), 1, 60)


def test_without_a_pair_there_is_no_difference() -> None:
    found = paired_difference(np.zeros((0, 2)), np.zeros((0, 2)), mean, np.random.default_rng(0))
    assert found.pairs == 0
    assert math.isnan(found.difference)
    assert math.isnan(found.p_value)
