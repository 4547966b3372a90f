import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, norm, ttest_1samp
from statsmodels.stats.power import TTestIndPower, TTestPower
from statsmodels.stats.proportion import power_proportions_2indep

from metrics.statistics.power import n_needed, paired_power, paired_rates_power, rates_power, unpaired_power

EFFECTS = st.floats(0.15, 2.0)
SHARES = st.floats(0.02, 0.98)


def test_cohens_textbook_numbers() -> None:
    # Cohen (1988), Table 2.4.1, at 5 %, two-sided, for a power of 80 %: 393 (393.4 rounded), 64 and 26
    assert [n_needed(lambda n, d=d: unpaired_power(d, n)) for d in (0.2, 0.5, 0.8)] == [394, 64, 26]


def test_connors_formula_for_pairs_of_rates() -> None:
    # (1.96 sqrt(0.3) + 0.8416 sqrt(0.3 - 0.1^2))^2 / 0.1^2 = (1.0735 + 0.4532)^2 / 0.01 = 233.1
    assert n_needed(lambda pairs: paired_rates_power(0.2, 0.1, pairs)) == 234


@given(effect=EFFECTS, target=st.floats(0.2, 0.95))
def test_n_agrees_with_statsmodels(effect: float, target: float) -> None:
    of_pairs = TTestPower().solve_power(effect, alpha=0.05, power=target)
    found = n_needed(lambda n: paired_power(effect, n), target=target)
    assert found == max(2, math.ceil(of_pairs - 1e-6)) or abs(found - of_pairs) < 1 + 1e-6


@given(effect=EFFECTS, n=st.integers(3, 60))
def test_power_of_means_agrees_with_statsmodels(effect: float, n: int) -> None:
    for ours, theirs in (
        (unpaired_power, TTestIndPower().power(effect, n, 0.05)),
        (paired_power, TTestPower().power(effect, n, 0.05)),
    ):
        if not math.isnan(theirs):  # where its lower tail has no value
            assert ours(effect, n) == pytest.approx(theirs, abs=1e-9)


@given(rate=SHARES, other=SHARES, n=st.integers(2, 500))
def test_power_of_rates_agrees_with_statsmodels(rate: float, other: float, n: int) -> None:
    theirs = power_proportions_2indep(rate - other, other, n, return_results=False)
    assert rates_power(rate, other, n) == pytest.approx(theirs)


COMPARISONS = {
    "unpaired": lambda effect: lambda n: unpaired_power(effect, n),
    "paired": lambda effect: lambda n: paired_power(effect, n),
    "rates": lambda effect: lambda n: rates_power(0.5 + effect / 5, 0.5 - effect / 5, n),
    "paired rates": lambda effect: lambda n: paired_rates_power(0.05 + effect / 5, 0.05, n),
}


@pytest.mark.parametrize("power_of", COMPARISONS.values(), ids=COMPARISONS.keys())
@given(effect=EFFECTS, target=st.floats(0.3, 0.99))
def test_the_n_needed_is_the_first_that_has_the_power(power_of, effect: float, target: float) -> None:
    power: Callable[[int], float] = power_of(effect)
    n = n_needed(power, target=target)
    assert power(int(n)) >= target
    assert n == 2 or power(int(n) - 1) < target


@given(effect=EFFECTS, n=st.integers(2, 200))
def test_power_grows_with_the_effect_and_the_level_and_has_no_sign(effect: float, n: int) -> None:
    assert 0.05 <= paired_power(effect, n) <= paired_power(effect * 1.1, n) <= 1
    assert paired_power(effect, n, alpha=0.01) <= paired_power(effect, n)
    assert paired_power(-effect, n) == paired_power(effect, n)
    assert unpaired_power(-effect, n) == unpaired_power(effect, n)


def test_without_a_difference_power_is_the_level_and_no_n_suffices() -> None:
    assert unpaired_power(0, 30) == pytest.approx(0.05)
    assert paired_power(0, 30) == pytest.approx(0.05)
    assert rates_power(0.4, 0.4, 30) == pytest.approx(0.05)
    assert paired_rates_power(0.1, 0.1, 30) == pytest.approx(0.05)
    assert math.isnan(n_needed(lambda n: paired_power(0, n)))


def test_a_large_effect_in_a_large_sample_is_always_found() -> None:
    assert paired_power(0.5, 1000) == pytest.approx(1)
    assert unpaired_power(40, 5) == pytest.approx(1)
    assert rates_power(1, 0, 5) == 1  # z = sqrt(5) / sqrt(0.5) = 3.2, by no chance less


def test_where_nobody_solves_nothing_can_be_tested() -> None:
    assert math.isnan(rates_power(0, 0, 50))
    assert math.isnan(paired_rates_power(0, 0, 50))


def test_the_power_of_pairs_is_how_often_their_t_test_finds_the_effect() -> None:
    samples = np.random.default_rng(0).normal(0.6, 1.0, size=(4000, 20))
    found = np.mean(ttest_1samp(samples, 0, axis=1).pvalue < 0.05)
    assert paired_power(0.6, 20) == pytest.approx(found, abs=3 * math.sqrt(0.25 / 4000))


def test_the_power_of_rates_is_how_often_their_z_test_finds_the_difference() -> None:
    n, rate, other = 80, 0.7, 0.5
    a, b = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    pooled = (a + b) / (2 * n)
    error = np.sqrt(np.maximum(2 * pooled * (1 - pooled) / n, 1e-12))
    rejected = np.abs(a - b) / n > norm.isf(0.025) * error
    exact = np.sum(rejected * binom.pmf(a, n, rate) * binom.pmf(b, n, other))
    assert rates_power(rate, other, n) == pytest.approx(exact, abs=0.015)


def test_the_power_of_paired_rates_is_how_often_mcnemars_test_finds_the_difference() -> None:
    counts = np.random.default_rng(1).multinomial(150, [0.2, 0.08, 0.72], size=20_000)
    gained, lost = counts[:, 0], counts[:, 1]
    found = np.mean(np.abs(gained - lost) > norm.isf(0.025) * np.sqrt(gained + lost))
    assert paired_rates_power(0.2, 0.08, 150) == pytest.approx(found, abs=0.015)
