import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.programming.dwell import (
    GammaFit,
    cell_probabilities,
    chi_square_fit,
    dwell_analysis,
    dwell_times,
    fit_gamma,
    geometric_variation,
    memoryless_in_steps,
    memoryless_in_time,
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


def test_the_likelihood_ratio_of_an_exponential_is_worked_by_hand() -> None:
    # Of 1, 2 and 6: mean 3; log-likelihood of the exponential -3 (ln 3 + 1); of any Gamma, by its density
    durations = np.array([1.0, 2.0, 6.0])
    alpha, theta = fit_gamma(durations)
    gamma = sum((alpha - 1) * math.log(x) - x / theta - alpha * math.log(theta) - math.lgamma(alpha) for x in durations)
    found = memoryless_in_time(durations)
    assert found.statistic == pytest.approx(2 * (gamma + 3 * (math.log(3) + 1)))
    assert found.p_value == pytest.approx(math.erfc(math.sqrt(found.statistic / 2)))  # chi-square of one degree


@given(scale=st.floats(0.01, 100))
def test_neither_test_in_time_knows_its_unit(scale: float) -> None:
    durations = np.array([0.5, 3.0, 4.0, 9.0, 1.5])
    assert memoryless_in_time(scale * durations) == pytest.approx(memoryless_in_time(durations), abs=1e-6)


@pytest.mark.parametrize(("shape", "refuted"), [(1.0, 0.05), (2.5, 1.0), (0.5, 1.0)])
def test_memory_in_time_is_found_where_there_is_one(shape: float, refuted: float) -> None:
    rng = np.random.default_rng(15)
    p_values = [memoryless_in_time(rng.gamma(shape, 3.0, size=200)).p_value for _ in range(150)]
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(refuted, abs=0.06)


def test_the_test_in_steps_counts_all_ways_of_sharing_out_the_steps() -> None:
    # Six steps are shared out among three stays in C(5, 2) = 10 ways, with these sums of squares: 18 thrice (1, 1, 4),
    # 14 six times (1, 2, 3), 12 once (2, 2, 2)
    found = memoryless_in_steps(np.array([1, 1, 4]), np.random.default_rng(16), resamples=40_000)
    assert found.p_value == pytest.approx(2 * 3 / 10, abs=0.02)
    assert found.statistic == pytest.approx(math.sqrt(2) / 2)  # mean 2, squares (1 + 1 + 4) / 3
    even = memoryless_in_steps(np.array([2, 2, 2]), np.random.default_rng(16), resamples=40_000)
    assert even.p_value == pytest.approx(2 * 1 / 10, abs=0.02)


@pytest.mark.parametrize("leaving", [0.1, 0.5])
def test_geometric_stays_are_refuted_as_often_as_the_level_says(leaving: float) -> None:
    rng = np.random.default_rng(17)
    p_values = [memoryless_in_steps(rng.geometric(leaving, size=40), rng, resamples=400).p_value for _ in range(400)]
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(0.05, abs=0.03)


def test_the_printed_shapes_are_told_from_a_geometric_law_as_their_variation_is_far_from_it() -> None:
    """Table 6: LOW MONITORING (shape 2.50) has a memory that HIGH PLANNING (1.02) has not."""
    rng = np.random.default_rng(18)
    for shape, scale, remembers in ((2.50, 3.25, True), (1.02, 9.74, False)):
        stays = np.maximum(1, np.rint(rng.gamma(shape, scale, size=300))).astype(int)
        assert (memoryless_in_steps(stays, rng).p_value < 0.01) is remembers


@pytest.mark.parametrize("stays", [[5], [1, 1, 1], []], ids=["one", "no spare step", "none"])
def test_memory_needs_stays_that_could_differ(stays: list[int]) -> None:
    assert all(map(math.isnan, memoryless_in_steps(np.array(stays, dtype=int), np.random.default_rng(0))))


def test_a_segment_counts_once_with_the_length_that_was_drawn(play, together) -> None:
    steps, _ = together(play("CCDD", metacognition="PPEE", replicate=0), play("CC", replicate=1))
    controlled = steps["replicate"] == 0
    steps.loc[controlled, "segment"], steps.loc[controlled, "dwell"] = [1, 1, 2, 2], [2, 2, 9, 9]
    found = dwell_times(steps.sample(frac=1, random_state=1))
    assert found[["replicate", "metacognition", "dwell"]].values.tolist() == [[0, "planning", 2], [0, "enacting", 9]]


def test_a_segment_that_an_interrupt_opens_is_known_by_its_first_phase(play) -> None:
    steps = play("-CC", metacognition="-PP", interrupts=[1])[0].assign(segment=[1, 1, 1], dwell=[2, 2, 2])
    assert dwell_times(steps)["metacognition"].tolist() == ["planning"]


def test_each_phase_is_analysed_by_itself() -> None:
    rng = np.random.default_rng(19)
    stays = {("low", "enacting"): rng.geometric(0.2, size=400), ("high", "planning"): np.array([3, 4, 5, 4] * 20)}
    segments = pd.concat(
        pd.DataFrame({"rho_behav": level, "metacognition": phase, "dwell": dwell})
        for (level, phase), dwell in stays.items()
    )
    found = dwell_analysis(segments, rng)
    low, high = found.loc["low", "enacting"], found.loc["high", "planning"]
    assert (high["n"], high["mean"]) == (80, 4)
    assert high["variation"] == pytest.approx(math.sqrt(0.5) / 4)
    assert high["against_geometric"] == pytest.approx(math.sqrt(0.5) / 4 / math.sqrt(3 / 4) - 1)
    assert high["fitted_variation"] == pytest.approx(1 / math.sqrt(high["shape"]))
    assert high["p_value"] < 0.01 < low["p_value"]
    assert low[["shape", "scale"]].tolist() == pytest.approx(fit_gamma(stays["low", "enacting"].astype(float)))


def test_stays_of_one_step_have_nothing_to_be_held_against() -> None:
    segments = pd.DataFrame({"rho_behav": "low", "metacognition": "enacting", "dwell": [1, 1]})
    found = dwell_analysis(segments, np.random.default_rng(0)).iloc[0]
    assert found["geometric_variation"] == 0
    assert found[["shape", "against_geometric", "p_value"]].isna().all()
