import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.counting import FloatArray
from metrics.tutoring.additive_factors import AdditiveFactors, fit_additive_factors
from metrics.tutoring.distance import additive_factors_distance, curve_distance, power_law_distance
from metrics.tutoring.power_law import PowerLaw

CURVES = arrays(float, 5, elements=st.floats(0, 1))
LAWS = st.builds(PowerLaw, st.floats(0, 1), st.floats(0, 5))
NOBODY = pd.Series(dtype=float)


def curve(error: list[float] | FloatArray, start: int = 1) -> pd.DataFrame:
    index = pd.RangeIndex(start, start + len(error), name="opportunity")
    return pd.DataFrame({"error": error, "n": 10}, index=index)


def model(ease: dict[str, float], slope: dict[str, float]) -> AdditiveFactors:
    return AdditiveFactors(NOBODY, pd.Series(ease), pd.Series(slope))


def test_the_distance_is_the_root_mean_square_of_the_difference() -> None:
    # differences 0.4, 0, -0.3: sqrt((0.16 + 0 + 0.09) / 3)
    assert curve_distance(curve([0.5, 0.3, 0.1]), curve([0.1, 0.3, 0.4])) == pytest.approx(math.sqrt(0.25 / 3))


def test_only_opportunities_that_both_have_count() -> None:
    assert curve_distance(curve([0.9, 0.5, 0.2]), curve([0.4, 0.2, 0.7], start=2)) == pytest.approx(math.sqrt(0.01 / 2))


def test_curves_without_a_shared_opportunity_have_no_distance() -> None:
    assert math.isnan(curve_distance(curve([0.5, 0.3]), curve([0.5, 0.3], start=3)))


@given(first=CURVES, second=CURVES, third=CURVES)
def test_it_is_a_metric_within_zero_and_one(first: FloatArray, second: FloatArray, third: FloatArray) -> None:
    a, b, c = curve(first), curve(second), curve(third)
    assert curve_distance(a, a) == 0
    assert 0 <= curve_distance(a, b) <= 1
    assert curve_distance(a, b) == curve_distance(b, a)
    assert curve_distance(a, c) <= curve_distance(a, b) + curve_distance(b, c) + 1e-12


@given(first=CURVES, second=CURVES, seed=st.integers(0, 99))
def test_the_order_of_the_rows_does_not_matter(first: FloatArray, second: FloatArray, seed: int) -> None:
    shuffled = curve(first).sample(frac=1, random_state=seed)
    assert curve_distance(shuffled, curve(second)) == pytest.approx(curve_distance(curve(first), curve(second)))


def test_two_laws_are_compared_over_the_first_opportunities() -> None:
    # 0.8, 0.4 and 0.4, 0.4: differences 0.4 and 0
    laws = PowerLaw(0.8, 1.0), PowerLaw(0.4, 0.0)
    assert power_law_distance(*laws, opportunities=2) == pytest.approx(math.sqrt(0.16 / 2))


@given(first=LAWS, second=LAWS, opportunities=st.integers(1, 20))
def test_distance_of_laws_is_symmetric_and_zero_to_itself(
    first: PowerLaw, second: PowerLaw, opportunities: int
) -> None:
    there = power_law_distance(first, second, opportunities=opportunities)
    assert there == power_law_distance(second, first, opportunities=opportunities)
    assert 0 <= there <= 1
    assert power_law_distance(first, first, opportunities=opportunities) == 0


def test_a_law_that_is_undefined_has_no_distance() -> None:
    assert math.isnan(power_law_distance(PowerLaw(math.nan, math.nan), PowerLaw(0.5, 0.5), opportunities=3))


def test_a_law_without_errors_has_one() -> None:
    assert power_law_distance(PowerLaw(0.0, math.nan), PowerLaw(0.5, 0.0), opportunities=3) == pytest.approx(0.5)


def test_models_are_compared_component_by_component() -> None:
    # root: 1/2 and 1/4 against 1/2 and 1/2; sign is known to one alone. Means of the averaged curves would hide it.
    first = model({"root": 0.0, "sign": 5.0}, {"root": math.log(3), "sign": 0.0})
    other = model({"root": 0.0, "power": 1.0}, {"root": 0.0, "power": 0.0})
    assert additive_factors_distance(first, other, opportunities=2) == pytest.approx(math.sqrt(0.0625 / 2))


def test_components_that_trade_places_are_far_apart_although_their_mean_is_the_same() -> None:
    easy, hard = math.log(9), -math.log(9)  # errors of 0.1 and 0.9
    first = model({"root": easy, "sign": hard}, {"root": 0.0, "sign": 0.0})
    other = model({"root": hard, "sign": easy}, {"root": 0.0, "sign": 0.0})
    assert additive_factors_distance(first, other, opportunities=3) == pytest.approx(0.8)


def test_models_without_a_shared_component_have_no_distance() -> None:
    first, other = (model({name: 0.0}, {name: 0.1}) for name in ("root", "sign"))
    assert math.isnan(additive_factors_distance(first, other, opportunities=3))


def test_opportunities_of_an_undefined_slope_do_not_count() -> None:
    first, other = model({"root": 0.0}, {"root": math.nan}), model({"root": math.log(9)}, {"root": 0.3})
    assert additive_factors_distance(first, other, opportunities=4) == pytest.approx(0.4)


def test_learners_of_one_kind_are_near_and_learners_of_another_far(practice: Callable[..., pd.DataFrame]) -> None:
    proficiency = np.random.default_rng(8).normal(size=150)
    ease, slope = np.array([-1.0, 0.0, 1.0]), np.array([0.3, 0.1, 0.2])
    human, like, unlike = (
        fit_additive_factors(practice(proficiency, of_each, slope, 6, seed=seed))
        for seed, of_each in ((9, ease), (10, ease), (11, ease[::-1]))
    )
    assert additive_factors_distance(human, human, opportunities=6) == 0
    assert additive_factors_distance(human, like, opportunities=6) < 0.06
    assert additive_factors_distance(human, unlike, opportunities=6) > 0.2
