import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportions_ztest

from metrics.statistics.signal_detection import (
    Responses,
    accuracy_against_chance,
    criterion,
    equivalent_to_chance,
    half_a_response,
    log_linear,
    sensitivity,
    sensitivity_error,
    sensitivity_interval,
)

PUBLISHED = Path(__file__).parents[3] / "results" / "published"


def cells(table: str) -> dict[tuple[str, str], float]:
    with (PUBLISHED / f"{table}.csv").open(encoding="utf-8", newline="") as lines:
        return {(row["row"], row["column"]): float(row["value"]) for row in csv.DictReader(lines)}


FIGURE_17, APPENDIX_H = cells("beagle_figure17"), cells("beagle_appendix_h")
TURING_TEST = Responses(
    *(
        np.array(FIGURE_17[truth, f"classified as {answer}"])
        for truth, answer in (("Real", "Real"), ("Real", "AI"), ("AI", "Real"), ("AI", "AI"))
    )
)

counts = st.integers(1, 500).map(float)
some_of_each = st.builds(Responses, counts, counts, counts, counts)
any_counts = st.integers(0, 50).map(float)
any_responses = st.builds(Responses, any_counts, any_counts, any_counts, any_counts)


def test_the_turing_test_is_reproduced_as_printed() -> None:
    """App. H.2 from the counts of Figure 17, without a correction and before rounding d'."""
    within = equivalent_to_chance(TURING_TEST, APPENDIX_H["TOST", "margin"])
    accuracy = accuracy_against_chance(int(TURING_TEST.hits + TURING_TEST.correct_rejections), 852)
    for recomputed, digits, row, column in (
        (100 * TURING_TEST.hit_rate, 1, "Hit rate", "value"),
        (100 * TURING_TEST.false_alarm_rate, 1, "False alarm rate", "value"),
        (100 - 100 * TURING_TEST.false_alarm_rate, 1, "Specificity", "value"),
        (criterion(TURING_TEST), 2, "Criterion c", "value"),
        (sensitivity(TURING_TEST), 2, "d′", "value"),
        (sensitivity_error(TURING_TEST), 3, "d′", "SE"),
        (within.above, 2, "TOST", "z above -0.3"),
        (within.below, 2, "TOST", "z below 0.3"),
        (within.p_value, 3, "TOST", "p"),
        (100 * accuracy.accuracy, 1, "Accuracy", "value"),
        (accuracy.exact_one_sided, 3, "Accuracy", "p"),
    ):
        assert round(float(recomputed), digits) == APPENDIX_H[row, column], (row, column)


def test_neither_corrected_rates_nor_the_rounded_sensitivity_give_the_printed_test() -> None:
    """Why d' is taken of uncorrected rates: log-linear ones have z = (0.14504 - 0.3) / 0.08675 = -1.79."""
    corrected = equivalent_to_chance(log_linear(TURING_TEST), 0.3)
    assert (round(float(corrected.below), 2), round(float(corrected.p_value), 3)) == (-1.79, 0.037)
    assert (0.15 + 0.3) / APPENDIX_H["d′", "SE"] == pytest.approx(5.17, abs=0.005)  # printed: 5.13


def test_the_turing_test_is_significant_or_not_by_the_test_that_is_taken() -> None:
    found = accuracy_against_chance(450, 852)
    assert found.exact_two_sided == pytest.approx(0.107, abs=5e-4)
    assert found.asymptotic_one_sided == pytest.approx(0.0500, abs=5e-5)
    # d' / SE = 0.1454 / 0.0869 = 1.674: above 1.645, so that the interval of TOST leaves 0 out
    assert 0 < equivalent_to_chance(TURING_TEST, 0.3).interval.low < 0.005


def test_sensitivity_and_criterion_are_worked_by_hand() -> None:
    # H = .84134 and F = .5 are one standard deviation and none above the mean
    found = Responses(*map(np.array, (84.13447, 15.86553, 50.0, 50.0)))
    assert sensitivity(found) == pytest.approx(1, abs=1e-6)
    assert criterion(found) == pytest.approx(-0.5, abs=1e-6)
    # phi(1) = .24197, phi(0) = .39894
    assert sensitivity_error(found) == pytest.approx(
        math.sqrt(0.8413447 * 0.1586553 / (100 * 0.2419707**2) + 0.25 / (100 * 0.3989423**2)), rel=1e-6
    )


@given(responses=some_of_each)
def test_exchanging_the_answers_turns_the_criterion_and_keeps_the_sensitivity(responses: Responses) -> None:
    hits, misses, false_alarms, rejections = responses
    turned = Responses(rejections, false_alarms, misses, hits)  # noise is now the signal
    assert sensitivity(turned) == pytest.approx(sensitivity(responses), abs=1e-9)
    assert criterion(turned) == pytest.approx(-criterion(responses), abs=1e-9)
    assert sensitivity_error(turned) == pytest.approx(sensitivity_error(responses))


@given(responses=some_of_each)
def test_exchanging_the_kinds_turns_the_sensitivity_and_keeps_the_criterion(responses: Responses) -> None:
    hits, misses, false_alarms, rejections = responses
    turned = Responses(false_alarms, rejections, hits, misses)
    assert sensitivity(turned) == pytest.approx(-sensitivity(responses), abs=1e-9)
    assert criterion(turned) == pytest.approx(criterion(responses), abs=1e-9)


@given(hits=counts, misses=counts)
def test_who_answers_both_kinds_alike_tells_nothing_apart(hits: float, misses: float) -> None:
    assert sensitivity(Responses(hits, misses, hits, misses)) == pytest.approx(0, abs=1e-12)


@given(responses=some_of_each, times=st.integers(2, 9))
def test_more_of_the_same_responses_are_surer(responses: Responses, times: int) -> None:
    more = Responses(*(times * count for count in responses))
    assert sensitivity(more) == pytest.approx(sensitivity(responses))
    assert sensitivity_error(more) == pytest.approx(sensitivity_error(responses) / math.sqrt(times))


def test_the_error_is_the_spread_of_drawn_sensitivities() -> None:
    rng, n = np.random.default_rng(21), 400
    hits, alarms = rng.binomial(n, 0.7, size=20_000).astype(float), rng.binomial(n, 0.4, size=20_000).astype(float)
    drawn = sensitivity(Responses(hits, n - hits, alarms, n - alarms))
    expected = sensitivity_error(Responses(*map(np.array, (280.0, 120.0, 160.0, 240.0))))
    assert drawn.std() == pytest.approx(float(expected), rel=0.02)


def test_leading_axes_are_observers_of_their_own() -> None:
    both = Responses(*np.array([[30.0, 20], [10, 20], [10, 20], [30, 20]]))
    assert sensitivity(both) == pytest.approx([2 * stats.norm.ppf(0.75), 0])
    assert criterion(both) == pytest.approx([0, 0])


@pytest.mark.parametrize("extreme", [(9, 0, 3, 6), (0, 9, 3, 6), (5, 4, 0, 9), (5, 4, 9, 0), (0, 0, 3, 6)])
def test_extreme_rates_leave_nothing_defined(extreme: tuple[int, ...]) -> None:
    responses = Responses(*(np.array(float(count)) for count in extreme))
    for of in (sensitivity, criterion, sensitivity_error):
        assert math.isnan(of(responses))
    assert math.isnan(equivalent_to_chance(responses, 0.3).p_value)


@given(responses=any_responses)
def test_the_log_linear_correction_adds_half_and_one(responses: Responses) -> None:
    corrected = log_linear(responses)
    assert corrected.hit_rate == pytest.approx((responses.hits + 0.5) / (responses.hits + responses.misses + 1))
    assert math.isfinite(sensitivity(corrected))


def test_half_a_response_takes_the_place_of_none() -> None:
    corrected = half_a_response(Responses(*np.array([[0.0, 9, 4], [9, 0, 5], [8, 0, 3], [0, 8, 5]])))
    assert corrected.hit_rate == pytest.approx([1 / 18, 1 - 1 / 18, 4 / 9])
    assert corrected.false_alarm_rate == pytest.approx([1 - 1 / 16, 1 / 16, 3 / 8])


@given(responses=some_of_each)
def test_rates_that_are_not_extreme_stay_as_they_are(responses: Responses) -> None:
    assert np.array(half_a_response(responses)).tolist() == np.array(responses).tolist()


def test_a_correction_makes_no_response_of_none() -> None:
    assert math.isnan(half_a_response(Responses(*map(np.array, (0.0, 0.0, 1.0, 2.0)))).hit_rate)


@given(responses=some_of_each, margin=st.floats(0.05, 2))
def test_equivalence_holds_where_the_90_per_cent_interval_lies_within_the_margin(
    responses: Responses, margin: float
) -> None:
    found = equivalent_to_chance(responses, margin)
    interval = found.interval
    assert (found.p_value < 0.05) == (-margin < interval.low and interval.high < margin)
    assert found.p_value == max(found.p_above, found.p_below)


def test_the_interval_is_that_of_the_normal_law() -> None:
    # 0.1454 ± 1.96 x 0.08685
    assert sensitivity_interval(TURING_TEST) == pytest.approx((-0.02483, 0.31563), abs=1e-4)


@given(responses=some_of_each)
def test_a_wider_margin_is_met_more_easily(responses: Responses) -> None:
    narrow, wide = (equivalent_to_chance(responses, margin) for margin in (0.2, 0.4))
    assert wide.p_value <= narrow.p_value


@given(answers=st.integers(1, 400), chance=st.floats(0.1, 0.9), data=st.data())
def test_asymptotic_p_values_agree_with_statsmodels(answers: int, chance: float, data: Any) -> None:
    correct = data.draw(st.integers(0, answers))
    found = accuracy_against_chance(correct, answers, chance=chance)
    for p_value, side in ((found.asymptotic_one_sided, "larger"), (found.asymptotic_two_sided, "two-sided")):
        z, expected = proportions_ztest(correct, answers, chance, alternative=side, prop_var=chance)
        assert (found.z, p_value) == pytest.approx((float(z), float(expected)), abs=1e-9)


@given(answers=st.integers(1, 60), data=st.data())
def test_exact_p_values_are_sums_of_the_binomial_law(answers: int, data: Any) -> None:
    correct = data.draw(st.integers(0, answers))
    law = [math.comb(answers, k) / 2**answers for k in range(answers + 1)]
    found = accuracy_against_chance(correct, answers)
    assert found.exact_one_sided == pytest.approx(sum(law[correct:]))
    assert found.exact_two_sided == pytest.approx(sum(p for p in law if p <= law[correct] * (1 + 1e-7)))


def test_without_an_answer_there_is_no_test() -> None:
    assert all(map(math.isnan, accuracy_against_chance(0, 0)))
