import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import bootstrap, permutation_test
from statsmodels.stats.proportion import proportion_confint

from metrics.counting import FloatArray
from metrics.statistics import intervals
from metrics.statistics.intervals import (
    bca_interval,
    bootstrap_interval,
    mean,
    paired_difference,
    percentile_interval,
    rate_difference_interval,
    totals_of,
    wilson_interval,
)
from metrics.statistics.resampling import Estimator, leaving_out, of_sample, of_totals

VALUES = np.random.default_rng(7).gamma(2.0, 3.0, size=60)
OTHERS = VALUES + np.random.default_rng(8).normal(0.5, 2.0, size=60)


def geometric_mean(drawn: FloatArray, axis: int = 1) -> FloatArray:
    return np.asarray(np.exp(np.mean(np.log(drawn), axis=axis)))


def variance(drawn: FloatArray, axis: int = 1) -> FloatArray:
    return np.asarray(np.var(drawn, axis=axis, ddof=1))


def of_students(rng: np.random.Generator, students: int, episodes: int) -> FloatArray:
    """Values around 0 of which half the variance is the student's, whose episodes come one after another."""
    return (rng.normal(size=(students, 1)) + rng.normal(size=(students, episodes))).ravel()


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
    ours = bootstrap_interval(totals_of(VALUES), mean, np.random.default_rng(1), resamples=20_000)
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
        for interval in [bootstrap_interval(totals_of(sample), mean, rng, resamples=500)]
    ]
    assert 0.90 <= np.mean(covered) <= 0.98  # 95 %, less 1 or 2 % for a skewed law, give or take 3 standard errors


def test_resamples_without_a_defined_value_are_left_out() -> None:
    one_defined = np.array([[4.0, 1.0], [0.0, 0.0], [0.0, 0.0]])
    assert bootstrap_interval(one_defined, mean, np.random.default_rng(0)) == (4.0, 4.0)


def test_the_same_seed_gives_the_same_interval_and_p() -> None:
    first, again = (
        paired_difference(totals_of(VALUES), totals_of(OTHERS), mean, np.random.default_rng(4)) for _ in range(2)
    )
    assert first == again


def test_a_paired_p_value_agrees_with_scipys_sign_flips() -> None:
    ours = paired_difference(totals_of(VALUES), totals_of(OTHERS), mean, np.random.default_rng(4), resamples=20_000)
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
    # differences 2, 1, -0.5, 4, of sum 6.5: of the 16 choices of signs only ++++, ++-+ and their opposites reach it
    values, others = np.array([5.0, 6.0, 4.0, 8.0]), np.array([3.0, 5.0, 4.5, 4.0])
    found = paired_difference(totals_of(values), totals_of(others), mean, np.random.default_rng(0))
    assert found.p_value == 4 / 16


@settings(max_examples=25)
@given(differences=arrays(float, st.integers(2, 9), elements=st.integers(-9, 9)))
def test_exact_p_values_agree_with_scipy_also_where_differences_are_equal(differences: FloatArray) -> None:
    nothing = np.zeros_like(differences)
    ours = paired_difference(totals_of(differences), totals_of(nothing), mean, np.random.default_rng(0))
    theirs = permutation_test(
        (differences, nothing),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    assert ours.p_value == pytest.approx(theirs.pvalue)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**31))
def test_exchanging_the_conditions_turns_the_difference_round(seed: int) -> None:
    one_way, other_way = (
        paired_difference(totals_of(a), totals_of(b), mean, np.random.default_rng(seed), resamples=200)
        for a, b in ((VALUES, OTHERS), (OTHERS, VALUES))
    )
    assert one_way.difference == pytest.approx(-other_way.difference)
    assert one_way.interval == pytest.approx((-other_way.interval.high, -other_way.interval.low))
    assert one_way.p_value == other_way.p_value


def test_a_condition_does_not_differ_from_itself() -> None:
    found = paired_difference(totals_of(VALUES), totals_of(VALUES), mean, np.random.default_rng(0))
    assert (found.difference, found.interval, found.p_value, found.pairs) == (0, (0, 0), 1, 60)


def test_without_a_pair_there_is_no_difference() -> None:
    found = paired_difference(np.zeros((0, 2)), np.zeros((0, 2)), mean, np.random.default_rng(0))
    assert found.pairs == 0
    assert math.isnan(found.difference)
    assert math.isnan(found.p_value)


def test_a_mean_leaves_out_what_is_undefined() -> None:
    assert mean(totals_of(np.array([1.0, np.nan, 4.0])).sum(axis=0)) == 2.5
    assert math.isnan(mean(totals_of(np.array([np.nan])).sum(axis=0)))


def test_percentiles_of_any_statistic_agree_with_scipy() -> None:
    ours = percentile_interval(of_sample(VALUES, variance), np.random.default_rng(1), resamples=20_000)
    theirs = bootstrap((VALUES,), variance, method="percentile", n_resamples=20_000, rng=2).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), rel=0.02)


@pytest.mark.parametrize("statistic", [geometric_mean, variance])
def test_bca_agrees_with_scipy(statistic) -> None:
    ours = bca_interval(of_sample(VALUES, statistic), np.random.default_rng(1), resamples=20_000)
    theirs = bootstrap((VALUES,), statistic, method="BCa", n_resamples=20_000, rng=2).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), rel=0.02)


def test_of_the_same_resamples_bca_makes_the_same_as_scipy() -> None:
    theirs = bootstrap((VALUES,), np.mean, method="BCa", n_resamples=999, rng=2)
    of_means = of_totals(totals_of(VALUES), mean)
    levels = intervals._bca_levels(of_means.value, theirs.bootstrap_distribution, leaving_out(of_means))
    bounds = np.quantile(theirs.bootstrap_distribution, levels)
    assert bounds == pytest.approx((theirs.confidence_interval.low, theirs.confidence_interval.high))


def test_bca_follows_a_skewed_law_upwards() -> None:
    of_means = of_totals(totals_of(VALUES), mean)
    plain = percentile_interval(of_means, np.random.default_rng(1))
    corrected = bca_interval(of_means, np.random.default_rng(1))
    assert corrected.low > plain.low
    assert corrected.high > plain.high


@settings(max_examples=25)
@given(shift=st.floats(-50, 50), scale=st.floats(0.1, 10))
def test_intervals_move_and_stretch_with_the_values(shift: float, scale: float) -> None:
    for interval in (percentile_interval, bca_interval):
        plain = interval(of_totals(totals_of(VALUES), mean), np.random.default_rng(1), resamples=200)
        moved = interval(of_totals(totals_of(shift + scale * VALUES), mean), np.random.default_rng(1), resamples=200)
        assert moved == pytest.approx(shift + scale * np.array(plain))


def test_bca_is_undefined_where_it_has_nothing_to_go_by() -> None:
    one_cluster = of_totals(totals_of(VALUES), mean, np.zeros(60))
    undefined = of_totals(totals_of(np.full(5, np.nan)), mean)
    greatest = of_sample(VALUES, lambda drawn: -np.abs(drawn.mean(axis=1) - VALUES.mean()))  # no resample exceeds it
    for estimator in (one_cluster, undefined, greatest, of_totals(np.empty((0, 2)), mean)):
        assert all(map(math.isnan, bca_interval(estimator, np.random.default_rng(0))))


def test_bca_of_what_does_not_vary_has_no_width() -> None:
    assert bca_interval(of_totals(totals_of(np.full(8, 3.0)), mean), np.random.default_rng(0)) == (3, 3)


def test_clusters_of_one_are_no_clusters() -> None:
    each_its_own = of_totals(totals_of(VALUES), mean, np.arange(60))
    for interval in (percentile_interval, bca_interval):
        plain = interval(of_totals(totals_of(VALUES), mean), np.random.default_rng(1))
        assert interval(each_its_own, np.random.default_rng(1)) == plain


@pytest.mark.parametrize("interval", [percentile_interval, bca_interval])
def test_intervals_clustered_by_student_cover_and_others_do_not(interval) -> None:
    rng, who, covered = np.random.default_rng(6), np.repeat(np.arange(30), 6), []
    for _ in range(200):
        totals = totals_of(of_students(rng, 30, 6))
        found = [interval(of_totals(totals, mean, by), rng, resamples=400) for by in (who, None)]
        covered.append([low <= 0 <= high for low, high in found])
    by_student, by_episode = np.mean(covered, axis=0)
    assert 0.90 <= by_student <= 0.99  # 95 %, less a point or two for 30 students, give or take 3 standard errors
    assert by_episode < 0.80  # 1.96 x sqrt(1 / (1 + 5/2)) = 1.05 standard errors to either side: 71 %


def test_bca_covers_a_variance_oftener_than_percentiles() -> None:
    rng, covered = np.random.default_rng(8), []
    for sample in rng.normal(0, 2, size=(300, 40)):
        estimator = of_sample(sample, variance)
        found = [interval(estimator, rng, resamples=400) for interval in (percentile_interval, bca_interval)]
        covered.append([low <= 4.0 <= high for low, high in found])
    plain, corrected = np.mean(covered, axis=0)
    assert plain < corrected
    assert corrected > 0.85


def test_exchanged_pairs_differ_in_one_of_twenty_cases_of_nothing() -> None:
    rng = np.random.default_rng(9)
    p_values = [
        paired_difference(totals_of(a), totals_of(b), mean, rng, resamples=199).p_value
        for a, b in rng.gamma(1.0, 2.0, size=(1000, 2, 15))
    ]
    assert np.mean(np.array(p_values) <= 0.05) == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / 1000))


def test_students_are_exchanged_whole_so_that_their_episodes_do_not_count_as_many() -> None:
    rng, who, found = np.random.default_rng(10), np.repeat(np.arange(12), 6), []
    for _ in range(400):
        first, other = totals_of(of_students(rng, 12, 6)), totals_of(of_students(rng, 12, 6))
        found.append(
            [paired_difference(first, other, mean, rng, clusters=by, resamples=199).p_value for by in (who, None)]
        )
    by_student, by_episode = np.mean(np.array(found) <= 0.05, axis=0)
    assert by_student == pytest.approx(0.05, abs=3 * math.sqrt(0.05 * 0.95 / 400))
    assert by_episode > 0.15  # |z| > 1.05 as above: 29 %


def test_clusters_of_pairs_add_up_to_pairs_of_clusters() -> None:
    who = np.repeat(np.arange(20), 3)
    of_clusters = [values.reshape(20, 3).sum(axis=1) for values in (VALUES, OTHERS)]
    summed = [np.column_stack([values, np.full(20, 3.0)]) for values in of_clusters]
    clustered = paired_difference(
        totals_of(VALUES), totals_of(OTHERS), mean, np.random.default_rng(4), clusters=who, resamples=500
    )
    by_hand = paired_difference(*summed, mean, np.random.default_rng(4), resamples=500)
    assert clustered.pairs == by_hand.pairs == 20
    assert clustered.difference == pytest.approx(by_hand.difference)
    assert clustered.interval == pytest.approx(by_hand.interval)
    assert clustered.p_value == by_hand.p_value


def test_an_estimator_may_be_undefined_in_some_resamples() -> None:
    half = Estimator(2, lambda weights: np.where(weights[:, 0] > 0, weights[:, 0], np.nan))
    assert percentile_interval(half, np.random.default_rng(0)) == (1, 2)
