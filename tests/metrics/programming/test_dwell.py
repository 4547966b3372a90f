import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.programming.dwell import (
    GammaFit,
    cell_probabilities,
    chi_square_fit,
    fit_gamma,
    geometric_variation,
    variation,
)

# Table 6: shape, scale, mean, fitted CV
TABLE_6 = [
    (1.92, 4.01, 7.69, 0.72),
    (1.18, 8.30, 9.84, 0.92),
    (2.50, 3.25, 8.12, 0.63),
    (2.76, 1.59, 4.40, 0.60),
    (1.02, 9.74, 9.92, 0.99),
    (1.86, 4.00, 7.45, 0.73),
    (1.84, 6.83, 12.56, 0.74),
    (1.99, 4.37, 8.69, 0.71),
]
NEAREST_STEP = (0.0, *(k + 0.5 for k in range(1, 40)), math.inf)


@pytest.mark.parametrize(("shape", "scale", "mean", "printed"), TABLE_6)
def test_a_fitted_gamma_has_the_printed_mean_and_cv(shape: float, scale: float, mean: float, printed: float) -> None:
    fit = GammaFit(shape, scale)
    assert fit.mean == pytest.approx(mean, abs=0.05)  # shape and scale are printed to 0.005
    assert fit.variation == pytest.approx(printed, abs=0.0051)


@pytest.mark.parametrize(("shape", "scale"), [row[:2] for row in TABLE_6])
def test_the_fit_finds_the_gamma_that_drew_the_durations(shape: float, scale: float) -> None:
    drawn = np.random.default_rng(11).gamma(shape, scale, size=20_000)
    assert fit_gamma(drawn) == pytest.approx((shape, scale), rel=0.04)


def test_one_duration_fits_no_gamma() -> None:
    assert all(map(math.isnan, fit_gamma(np.array([4.0, 4.0, 4.0]))))
    assert math.isnan(variation(np.array([])))


def test_a_markov_chain_stays_as_variably_as_the_geometric_law_says() -> None:
    # Fig. 11: about 0.95 for means such as Table 6's; 1.35 is 42 % above it and 0.58 is 39 % below
    assert geometric_variation(9.84) == pytest.approx(0.948, abs=5e-4)
    assert 1.35 / geometric_variation(9.84) - 1 == pytest.approx(0.42, abs=0.005)
    assert 0.58 / geometric_variation(8.12) - 1 == pytest.approx(-0.39, abs=0.0105)


def test_variation_of_geometric_stays_is_the_geometric_one() -> None:
    stays = np.random.default_rng(12).geometric(1 / 8, size=50_000).astype(float)
    assert variation(stays) == pytest.approx(geometric_variation(8), rel=0.02)


def test_cells_of_an_exponential_law_are_its_steps() -> None:
    assert cell_probabilities(1.0, 2.0, (0.0, 2.0, math.inf)) == pytest.approx([1 - math.exp(-1), math.exp(-1)])


@given(shape=st.floats(0.5, 5), scale=st.floats(0.5, 10))
def test_cells_share_out_one(shape: float, scale: float) -> None:
    assert cell_probabilities(shape, scale, NEAREST_STEP).sum() == pytest.approx(1)


def test_the_fit_agrees_with_scipy_where_no_cell_is_thin() -> None:
    counts, probabilities = np.array([30.0, 50.0, 20.0]), np.array([0.4, 0.4, 0.2])
    expected = stats.chisquare(counts, 100 * probabilities)
    assert chi_square_fit(counts, probabilities) == pytest.approx((expected.statistic, expected.pvalue))


def test_thin_cells_are_merged() -> None:
    merged = chi_square_fit(np.array([60.0, 36.0, 3.0, 1.0]), np.array([0.6, 0.32, 0.04, 0.04]))
    assert merged == chi_square_fit(np.array([60.0, 36.0, 4.0]), np.array([0.6, 0.32, 0.08]))


def test_what_cannot_happen_and_did_refutes_the_law() -> None:
    assert chi_square_fit(np.array([99.0, 1.0]), np.array([1.0, 0.0])) == (math.inf, 0.0)


def test_a_single_cell_tests_nothing() -> None:
    assert all(map(math.isnan, chi_square_fit(np.array([9.0, 0.0]), np.array([1.0, 0.0]))))


@pytest.mark.parametrize(("drawn_with", "fits"), [(1.18, True), (2.50, False)])
def test_rounded_dwell_times_are_told_from_those_of_another_shape(drawn_with: float, fits: bool) -> None:
    mean = 1.18 * 8.30
    drawn = np.random.default_rng(13).gamma(drawn_with, mean / drawn_with, size=2_000)
    counts = np.histogram(drawn, bins=np.array([*NEAREST_STEP[:-1], 1e9]))[0].astype(float)
    assert (chi_square_fit(counts, cell_probabilities(1.18, 8.30, NEAREST_STEP)).p_value > 0.01) is fits


def test_p_values_of_a_true_law_are_uniform() -> None:
    rng, law = np.random.default_rng(14), np.array([0.676, 0.324])  # Table 5, LOW ENACTING
    p_values = [chi_square_fit(counts.astype(float), law).p_value for counts in rng.multinomial(400, law, size=500)]
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(0.05, abs=0.03)
