import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binom, contingency, mannwhitneyu, nchypergeom_fisher, nct, norm
from statsmodels.stats.weightstats import CompareMeans

from metrics.counting import FloatArray
from metrics.statistics import effects
from metrics.statistics.effects import (
    Effect,
    cliffs_delta,
    cohens_d,
    cohens_dz,
    cohens_h,
    hedges_g,
    odds_ratio,
    risk_ratio,
)

VALUES, OTHERS = np.array([2.0, 4.0, 6.0]), np.array([1.0, 3.0, 5.0])
SAMPLES = arrays(float, st.integers(2, 12), elements=st.integers(-20, 20))
RATES = st.integers(1, 30).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))
TWO_SAMPLES = [cohens_d, hedges_g, cliffs_delta]
TWO_RATES = [cohens_h, risk_ratio, odds_ratio]


def is_undefined(effect: Effect) -> bool:
    return all(map(math.isnan, (effect.value, *effect.interval)))


def test_cohens_d_and_hedges_g_by_hand() -> None:
    # means 4 and 3, both variances 4: d = 1 / 2; g = d x Gamma(2) / (sqrt(2) Gamma(1.5)) = 0.5 x 1 / (1.4142 x 0.8862)
    assert cohens_d(VALUES, OTHERS).value == 0.5
    assert hedges_g(VALUES, OTHERS).value == pytest.approx(0.39894, abs=1e-5)


def test_cohens_d_weighs_the_variances_by_their_degrees_of_freedom() -> None:
    # variances 4 (of 3 values) and 0 (of 2): pooled (2 x 4 + 1 x 0) / 3; means 4 and 1
    assert cohens_d(VALUES, np.array([1.0, 1.0])).value == pytest.approx(3 / math.sqrt(8 / 3))


def test_hedges_factor_is_near_his_approximation() -> None:
    rng = np.random.default_rng(0)
    values, others = rng.normal(size=15), rng.normal(size=12)
    factor = hedges_g(values, others).value / cohens_d(values, others).value
    assert factor == pytest.approx(1 - 3 / (4 * 25 - 1), abs=1e-4)


def test_cohens_dz_by_hand() -> None:
    # differences 1, 2, 3: mean 2, standard deviation 1
    assert cohens_dz(np.array([2.0, 4.0, 6.0]), np.array([1.0, 2.0, 3.0])).value == 2


def test_the_bounds_of_d_are_where_its_t_has_two_and_a_half_per_cent_to_either_side() -> None:
    rng = np.random.default_rng(1)
    values, others = rng.normal(0.7, 1, 20), rng.normal(0, 1, 14)
    unit, df = math.sqrt(1 / 20 + 1 / 14), 32
    t, _, _ = CompareMeans.from_data(values, others).ttest_ind()
    found = cohens_d(values, others)
    assert found.value == pytest.approx(t * unit)
    assert nct.sf(t, df, found.interval.low / unit) == pytest.approx(0.025, abs=1e-5)
    assert nct.cdf(t, df, found.interval.high / unit) == pytest.approx(0.025, abs=1e-5)


def test_cohens_h_by_hand() -> None:
    assert cohens_h(10, 10, 0, 10).value == pytest.approx(math.pi)
    assert cohens_h(5, 10, 0, 10).value == pytest.approx(math.pi / 2)  # 2 arcsin(sqrt(1/2))


def test_ratios_by_hand() -> None:
    assert risk_ratio(7, 34, 1, 34).value == pytest.approx(7)
    assert odds_ratio(7, 34, 1, 34).value == pytest.approx(7 * 33 / 27)


def test_ratios_of_missing_successes() -> None:
    assert (risk_ratio(0, 10, 3, 10).value, risk_ratio(0, 10, 3, 10).interval.low) == (0, 0)
    assert (odds_ratio(0, 10, 3, 10).value, odds_ratio(0, 10, 3, 10).interval.low) == (0, 0)
    assert (risk_ratio(3, 10, 0, 10).value, risk_ratio(3, 10, 0, 10).interval.high) == (math.inf, math.inf)
    assert (odds_ratio(10, 10, 3, 10).value, odds_ratio(10, 10, 3, 10).interval.high) == (math.inf, math.inf)


def test_the_interval_of_a_risk_ratio_is_near_that_of_its_logarithm_in_large_samples() -> None:
    katz = contingency.relative_risk(400, 1000, 300, 1000).confidence_interval()
    assert risk_ratio(400, 1000, 300, 1000).interval == pytest.approx((katz.low, katz.high), rel=0.005)


def test_the_bounds_of_an_odds_ratio_are_where_fishers_tails_hold_two_and_a_half_per_cent() -> None:
    low, high = odds_ratio(46, 50, 40, 50).interval
    assert nchypergeom_fisher.sf(45, 100, 50, 86, low) == pytest.approx(0.025, rel=1e-4)
    assert nchypergeom_fisher.cdf(46, 100, 50, 86, high) == pytest.approx(0.025, rel=1e-4)


def test_cliffs_delta_by_hand() -> None:
    # of 9 pairs 3 > 2 alone exceeds, 2 are equal, 6 fall short
    assert cliffs_delta(np.array([1.0, 2.0, 3.0]), np.array([2.0, 3.0, 4.0])).value == pytest.approx(-5 / 9)


def test_the_interval_of_cliffs_delta_is_that_of_a_printed_example() -> None:
    # delta 0.5 of variance 0.04, z = 1.96: (0.0479, 0.782) in the manual of the R package reproducer
    assert effects._delta_interval(0.5, 0.04, math.inf) == pytest.approx((0.0479, 0.782), abs=5e-4)


def test_conditions_that_do_not_overlap_have_an_interval_of_cliffs_delta_too() -> None:
    # (n - z^2) / (n + z^2) with n = 30, the smaller
    found = cliffs_delta(np.arange(100.0, 140.0), np.arange(30.0))
    assert (found.value, found.interval.high) == (1, pytest.approx(1))
    assert found.interval.low == pytest.approx((30 - 1.959964**2) / (30 + 1.959964**2))


@given(values=SAMPLES, others=SAMPLES)
def test_cliffs_delta_agrees_with_scipys_u(values: FloatArray, others: FloatArray) -> None:
    u = mannwhitneyu(values, others).statistic if np.ptp([*values, *others]) else values.size * others.size / 2
    assert cliffs_delta(values, others).value == pytest.approx(2 * u / (values.size * others.size) - 1)


@pytest.mark.parametrize("effect", TWO_SAMPLES)
@given(values=SAMPLES, others=SAMPLES)
def test_exchanging_the_samples_turns_the_effect_round(effect, values: FloatArray, others: FloatArray) -> None:
    one, two = effect(values, others), effect(others, values)
    assert one.value == pytest.approx(-two.value, nan_ok=True)
    assert one.interval == pytest.approx((-two.interval.high, -two.interval.low), nan_ok=True, abs=1e-6)


@pytest.mark.parametrize("effect", [*TWO_SAMPLES, lambda a, b: cohens_dz(a[: b.size], b[: a.size])])
@given(values=SAMPLES, others=SAMPLES)
def test_effects_of_samples_lie_in_their_intervals_and_know_no_unit(effect, values, others) -> None:
    found = effect(values, others)
    if is_undefined(found):
        return
    assert found.interval.low <= found.value <= found.interval.high
    rescaled = effect(3 + 10 * values, 3 + 10 * others)
    assert (rescaled.value, *rescaled.interval) == pytest.approx((found.value, *found.interval))


@given(values=SAMPLES, others=SAMPLES)
def test_cliffs_delta_knows_order_only(values: FloatArray, others: FloatArray) -> None:
    one, two = cliffs_delta(values, others), cliffs_delta(np.exp(values / 5), np.exp(others / 5))
    assert (one.value, *one.interval) == pytest.approx((two.value, *two.interval))
    assert -1 <= one.interval.low <= one.interval.high <= 1


@pytest.mark.parametrize("effect", TWO_RATES)
@given(first=RATES, other=RATES)
def test_effects_of_rates_lie_in_their_intervals(effect, first: tuple[int, int], other: tuple[int, int]) -> None:
    found = effect(*first, *other)
    if not is_undefined(found):
        assert found.interval.low - 1e-9 <= found.value <= found.interval.high + 1e-9


@pytest.mark.parametrize("ratio", [risk_ratio, odds_ratio])
@given(first=RATES, other=RATES)
def test_ratios_turn_over_when_the_rates_are_exchanged(ratio, first: tuple[int, int], other: tuple[int, int]) -> None:
    one, two = ratio(*first, *other), ratio(*other, *first)
    if not is_undefined(one):
        for bound, turned in ((one.value, two.value), (one.interval.low, two.interval.high)):
            assert bound == pytest.approx(1 / turned if turned else math.inf, rel=1e-3)


@pytest.mark.parametrize("effect", [*TWO_SAMPLES, cohens_dz])
def test_a_condition_has_no_effect_against_itself(effect) -> None:
    values = np.random.default_rng(2).normal(size=20)
    if effect is cohens_dz:
        assert is_undefined(effect(values, values))  # all differ by the same, 0
    else:
        assert effect(values, values).value == 0


@pytest.mark.parametrize("effect", [*TWO_SAMPLES, cohens_dz])
def test_undefined_values_are_left_out_and_one_value_is_too_few(effect) -> None:
    one = effect(np.array([2.0, 4.0, np.nan, 9.0]), np.array([1.0, 3.0, np.nan, 3.0]))
    assert one == effect(np.array([2.0, 4.0, 9.0]), np.array([1.0, 3.0, 3.0]))
    assert is_undefined(effect(np.array([2.0, np.nan]), np.array([1.0, 3.0])))


@pytest.mark.parametrize("effect", TWO_RATES)
def test_rates_without_an_episode_have_no_effect(effect) -> None:
    assert is_undefined(effect(0, 0, 3, 5))
    assert is_undefined(effect(3, 5, 0, 0))


def test_what_does_not_vary_has_no_standardized_difference_and_no_ratio() -> None:
    assert is_undefined(cohens_d(np.ones(3), np.zeros(3)))
    assert is_undefined(hedges_g(np.ones(3), np.zeros(3)))
    assert is_undefined(risk_ratio(0, 5, 0, 7))
    assert is_undefined(odds_ratio(5, 5, 7, 7))


@pytest.mark.parametrize("effect", TWO_SAMPLES)
@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_intervals_of_samples_cover_about_as_often_as_they_say(effect, shift: float) -> None:
    rng = np.random.default_rng(4)
    truth = 2 * norm.cdf(shift / math.sqrt(2)) - 1 if effect is cliffs_delta else shift
    found = [effect(rng.normal(shift, 1, 20), rng.normal(0, 1, 15)).interval for _ in range(600)]
    assert np.mean([low <= truth <= high for low, high in found]) == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize("effect", TWO_RATES)
@pytest.mark.parametrize(("rate", "other"), [(0.5, 0.5), (0.9, 0.6), (0.1, 0.3)])
def test_intervals_of_rates_cover_at_least_about_as_often_as_they_say(effect, rate: float, other: float) -> None:
    n = 12
    truth = {
        cohens_h: 2 * (math.asin(math.sqrt(rate)) - math.asin(math.sqrt(other))),
        risk_ratio: rate / other,
        odds_ratio: rate / (1 - rate) / (other / (1 - other)),
    }[effect]
    covered = 0.0
    for a in range(n + 1):
        for b in range(n + 1):
            low, high = effect(a, n, b, n).interval
            held = math.isnan(low) or low - 1e-9 <= truth <= high + 1e-9
            covered += held * binom.pmf(a, n, rate) * binom.pmf(b, n, other)
    assert 0.93 <= covered <= 0.999
