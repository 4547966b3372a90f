import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import differential_evolution

from metrics.counting import BoolArray, FloatArray
from metrics.programming.interrupts import FittedCurve, exposed_steps, fit_interrupt_curve, session_progress
from protocol import Interrupt

# Table 8: r_peak, mu, sigma
TABLE_8 = [(0.150, 0.50, 0.25), (0.117, 0.50, 0.25), (0.092, 0.73, 0.20), (0.037, 0.73, 0.20)]


def drawn(curve: FittedCurve, sessions: int, seed: int = 41) -> tuple[FloatArray, BoolArray]:
    progress = np.tile(np.arange(1, 31) / 30, sessions)
    return progress, np.random.default_rng(seed).random(progress.size) < curve.probability(progress)


def test_the_curve_has_its_peak_and_spread_where_it_says() -> None:
    curve = FittedCurve(0.15, 0.5, 0.25)
    # exp(-1/2) = .60653 one spread away
    assert curve.probability(np.array([0.5, 0.25, 0.75])) == pytest.approx(
        [0.15, 0.15 * 0.60653, 0.15 * 0.60653], rel=1e-5
    )


@pytest.mark.parametrize("law", TABLE_8)
def test_the_fit_finds_the_curve_that_drew_the_interrupts(law: tuple[float, float, float]) -> None:
    found = fit_interrupt_curve(*drawn(FittedCurve(*law), 20_000))
    assert found == pytest.approx(law, rel=0.03)


def _log_likelihood(curve: FittedCurve, progress: FloatArray, interrupted: BoolArray) -> float:
    probability = curve.probability(progress)
    return float(np.log(np.where(interrupted, probability, 1 - probability)).sum())


def test_no_curve_is_likelier_than_the_fitted_one() -> None:
    progress, interrupted = drawn(FittedCurve(0.3, 0.6, 0.15), 40)
    found = fit_interrupt_curve(progress, interrupted)
    by_search = differential_evolution(
        lambda at: -_log_likelihood(FittedCurve(*at), progress, interrupted),
        [(0.01, 0.99), (0, 1), (0.02, 1)],
        rng=1,
        tol=1e-8,
    )
    assert _log_likelihood(found, progress, interrupted) >= -by_search.fun - 1e-6
    assert found == pytest.approx(by_search.x, rel=1e-2)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_turning_the_session_round_turns_the_curve(seed: int) -> None:
    progress, interrupted = drawn(FittedCurve(0.3, 0.6, 0.15), 100, seed)
    there, back = (fit_interrupt_curve(x, interrupted) for x in (progress, 1 - progress))
    assert back == pytest.approx((there.peak, 1 - there.mean, there.spread), rel=1e-2)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_the_order_of_the_steps_does_not_matter(seed: int) -> None:
    progress, interrupted = drawn(FittedCurve(0.2, 0.5, 0.2), 50)
    shuffled = np.random.default_rng(seed).permutation(progress.size)
    found = fit_interrupt_curve(progress[shuffled], interrupted[shuffled])
    assert found == pytest.approx(fit_interrupt_curve(progress, interrupted), rel=1e-4)


def test_a_certain_peak_stays_a_probability() -> None:
    progress = np.tile(np.arange(1, 31) / 30, 50)
    found = fit_interrupt_curve(progress, np.abs(progress - 0.5) < 0.15)
    assert 0.9 < found.peak <= 1
    assert found.mean == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("rate", [0.1, 0.4])
def test_a_rate_that_dips_in_the_middle_has_no_peak(rate: float) -> None:
    progress = np.tile(np.arange(1, 31) / 30, 2_000)
    dips = np.random.default_rng(42).random(progress.size) < rate * (0.2 + 3 * (progress - 0.5) ** 2)
    assert all(map(math.isnan, fit_interrupt_curve(progress, dips)))


@pytest.mark.parametrize("at", [(), (0.5,), (0.5, 0.6)])
def test_too_few_places_show_no_curve(at: tuple[float, ...]) -> None:
    progress = np.tile(np.arange(1, 11) / 10, 5)
    assert all(map(math.isnan, fit_interrupt_curve(progress, np.isin(progress, at))))


def test_progress_is_the_share_of_the_sessions_time() -> None:
    log = pd.DataFrame({"session": ["a", "b", "a", "b", "a", "c"], "time": [10.0, 5.0, 30.0, 9.0, 15.0, 3.0]})
    assert session_progress(log).tolist() == pytest.approx([0, 0, 1, 1, 0.25, math.nan], nan_ok=True)


@pytest.fixture
def interrupted(play) -> pd.DataFrame:
    steps = play("C-C--C-C")[0]
    letters = [None, "assistance", None, "off_topic", "off_topic", None, "off_topic", None]
    return steps.assign(interrupt=letters).sample(frac=1, random_state=1)


def test_steps_that_the_curve_did_not_decide_are_left_out(interrupted: pd.DataFrame) -> None:
    # Step 3 follows assistance; 5, 6 and 8 follow off-topic
    off_topic = exposed_steps(interrupted, Interrupt.OFF_TOPIC, max_steps=10)
    assert off_topic[["step", "interrupted"]].values.tolist() == [[1, False], [2, False], [4, True], [7, True]]
    assert off_topic["progress"].tolist() == pytest.approx([0.1, 0.2, 0.4, 0.7])
    # Who is off topic, in 4, 5 and 7, does not ask
    assistance = exposed_steps(interrupted, Interrupt.ASSISTANCE, max_steps=10)
    assert assistance[["step", "interrupted"]].values.tolist() == [[1, False], [2, True], [6, False], [8, False]]


def test_a_curve_is_recovered_through_the_rules_of_interruption(play) -> None:
    """Sessions drawn by App. A.3: help blocks the next step, off-topic comes first and keeps 40 % of its own."""
    rng, template = np.random.default_rng(43), play("-" * 30)[0]
    ask, drift = FittedCurve(0.30, 0.50, 0.25), FittedCurve(0.25, 0.73, 0.20)
    sessions = []
    for replicate in range(800):
        letters: list[str | None] = []
        for t, (u, v) in enumerate(rng.random((30, 2)), start=1):
            before, x = letters[-1] if letters else None, np.array(t / 30)
            drifts = 0.4 if before == "off_topic" else drift.probability(x)
            free = before != "assistance"
            letters.append(
                "off_topic" if free and u < drifts else "assistance" if free and v < ask.probability(x) else None
            )
        sessions.append(template.assign(replicate=replicate, interrupt=letters))
    steps = pd.concat(sessions, ignore_index=True)
    for interrupt, law in ((Interrupt.ASSISTANCE, ask), (Interrupt.OFF_TOPIC, drift)):
        exposed = exposed_steps(steps, interrupt, max_steps=30)
        found = fit_interrupt_curve(exposed["progress"].to_numpy(), exposed["interrupted"].to_numpy())
        assert found == pytest.approx(law, rel=0.1)
