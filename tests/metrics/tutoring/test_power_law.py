import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from metrics.counting import FloatArray
from metrics.tutoring.power_law import STEEPEST, PowerLaw, fit_power_law

SHARES = st.integers(0, 20).map(lambda errors: errors / 20)
POINTS = st.lists(st.tuples(SHARES, st.integers(1, 50)), min_size=2, max_size=8)


def curve(error: list[float] | FloatArray, n: list[int] | int = 10) -> pd.DataFrame:
    return pd.DataFrame({"error": error, "n": n}, index=pd.RangeIndex(1, len(error) + 1, name="opportunity"))


def squared_error(law: PowerLaw, points: pd.DataFrame) -> float:
    miss = law.error(points.index.to_numpy(dtype=float)) - points["error"].to_numpy()
    return float(points["n"].to_numpy() @ miss**2)


def test_the_law_through_two_opportunities_is_exact() -> None:
    # 0.8 at the first; 0.4 = 0.8 * 2 ** -1 at the second
    law = fit_power_law(curve([0.8, 0.4]))
    assert (law.initial, law.rate) == pytest.approx((0.8, 1.0), abs=1e-6)


@given(initial=st.floats(0.05, 1), rate=st.floats(-0.3, 3))
def test_a_law_is_found_again_in_its_own_curve(initial: float, rate: float) -> None:
    law = fit_power_law(curve(PowerLaw(initial, rate).error(np.arange(1.0, 9.0))))
    assert (law.initial, law.rate) == pytest.approx((initial, rate), abs=1e-4)


def test_a_law_is_found_again_in_attempts_drawn_from_it() -> None:
    opportunities = np.arange(1.0, 11.0)
    errors = np.random.default_rng(7).binomial(5000, PowerLaw(0.6, 0.5).error(opportunities)) / 5000
    law = fit_power_law(curve(errors, 5000))
    assert (law.initial, law.rate) == pytest.approx((0.6, 0.5), abs=0.03)


def test_it_agrees_with_weighted_least_squares_of_scipy() -> None:
    error, n = np.array([0.55, 0.5, 0.31, 0.33, 0.2, 0.24]), np.array([90, 80, 60, 30, 10, 5])
    expected, _ = curve_fit(lambda x, a, b: a * x**-b, np.arange(1.0, 7.0), error, p0=[0.5, 0.5], sigma=n**-0.5)
    law = fit_power_law(curve(error, n.tolist()))
    assert (law.initial, law.rate) == pytest.approx(tuple(expected), abs=1e-5)


@given(points=POINTS)
def test_no_law_on_a_fine_grid_is_nearer(points: list[tuple[float, int]]) -> None:
    error, n = zip(*points, strict=True)
    observed = curve([*error], [*n])
    initial, rate = (axis.ravel()[:, None] for axis in np.meshgrid(np.linspace(0, 1, 21), np.linspace(-3, 3, 31)))
    rivals = (initial * np.arange(1.0, len(error) + 1) ** -rate - error) ** 2 @ np.array(n)
    assert squared_error(fit_power_law(observed), observed) <= rivals.min() + 1e-9


@given(points=POINTS, factor=st.integers(2, 9))
def test_only_the_proportion_of_the_attempts_matters(points: list[tuple[float, int]], factor: int) -> None:
    error, n = zip(*points, strict=True)
    law = fit_power_law(curve([*error], [*n]))
    manifold = curve([*error], [factor * times for times in n])
    assert squared_error(fit_power_law(manifold), manifold) == pytest.approx(squared_error(law, manifold), abs=1e-6)


@given(points=POINTS)
def test_initial_error_is_a_share_and_the_rate_is_bounded(points: list[tuple[float, int]]) -> None:
    error, n = zip(*points, strict=True)
    law = fit_power_law(curve([*error], [*n]))
    assert 0 <= law.initial <= 1
    assert math.isnan(law.rate) if law.initial == 0 and not any(error) else abs(law.rate) <= STEEPEST


def test_errors_that_stay_have_no_rate_and_errors_that_rise_a_negative_one() -> None:
    assert fit_power_law(curve([0.3, 0.3, 0.3])).rate == pytest.approx(0, abs=1e-6)
    assert fit_power_law(curve([0.2, 0.3, 0.4])).rate < 0


def test_the_deepest_of_several_valleys_is_found() -> None:
    # Falling laws leave 25.26 here, rising ones 23.60: worked on a grid of rates and initial errors
    observed = curve([0.8, 0.3, 0.3, 0.0, 1.0, 1.0], [25, 17, 11, 38, 17, 39])
    law = fit_power_law(observed)
    assert law.rate < -3
    assert squared_error(law, observed) == pytest.approx(23.60, abs=0.01)


def test_without_an_error_the_law_is_zero_and_its_rate_undefined() -> None:
    law = fit_power_law(curve([0.0, 0.0, 0.0]))
    assert law.initial == 0
    assert math.isnan(law.rate)
    assert law.error(np.array([1.0, 5.0])).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("error", [[], [0.4]])
def test_fewer_than_two_opportunities_determine_no_law(error: list[float]) -> None:
    law = fit_power_law(curve(error))
    assert math.isnan(law.initial)
    assert math.isnan(law.rate)
