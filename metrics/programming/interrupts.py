"""Interrupts over the course of a session: the Gaussian curve that logs of real students, or traces, show."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import minimize

from metrics.counting import BoolArray, FloatArray, rate
from metrics.programming.episodes import WHO
from protocol import Interrupt

NARROWEST, WIDEST = 0.01, 10.0  # over a session, a spread of 10 falls by 0.5 %: a constant rate has no peak
BOUNDS = ((None, -1e-9), (0, 1), (np.log(NARROWEST), np.log(WIDEST)))  # a peak below 1, by which every p is below 1


class FittedCurve(NamedTuple):
    """A Gaussian function of progress that a step is interrupted with; NaN where none is found.

    Attributes:
        peak: r_peak, the probability at the mean, in [0, 1].
        mean: mu, the progress at which the interrupt is most likely, in [0, 1].
        spread: sigma, in units of progress.

    Source:
        BEAGLE, Eq. 2 and 6, Table 8.
    """

    peak: float
    mean: float
    spread: float

    def probability(self, progress: FloatArray) -> FloatArray:
        """Probability of the interrupt at a step of this progress, in [0, 1], shape (...)."""
        return np.asarray(self.peak * np.exp(-((progress - self.mean) ** 2) / (2 * self.spread**2)))


NO_CURVE = FittedCurve(np.nan, np.nan, np.nan)


def session_progress(log: pd.DataFrame) -> FloatArray:
    """x_t of each row of a log: how much of its session's time is over, in [0, 1]; NaN where a session has no length.

    Args:
        log: `session` and `time` (seconds, from any origin), in any order, from a session's first event to its last.

    Returns:
        Shape (N,), in the order of the log.

    Source:
        BEAGLE, App. A.3 (session progress; section 3.2 has task progress).
    """
    start, end = (log.groupby("session")["time"].transform(of) for of in ("min", "max"))
    return rate((log["time"] - start).to_numpy(dtype=float), (end - start).to_numpy(dtype=float))


def exposed_steps(steps: pd.DataFrame, interrupt: Interrupt, *, max_steps: int) -> pd.DataFrame:
    """The steps of a trace in which the curve of an interrupt alone decided whether it happens.

    Nothing interrupts the step after assistance, staying off topic has a rate of its own (Table 7), and who is off
    topic does not ask: such steps say nothing of the curve.

    Args:
        steps: Rows of `protocol.traces.PROGRAMMING_STEPS`, in any order.
        interrupt: Which.
        max_steps: T, the length of a session in steps.

    Returns:
        The columns of `WHO`, `rho_behav`, `step`, `progress` (t / T) and `interrupted`, sorted by episode and step.

    Source:
        BEAGLE, App. A.3.
    """
    ordered = steps.sort_values([*WHO, "step"], ignore_index=True)
    before = ordered.groupby(WHO)["interrupt"].shift()
    decided_otherwise = before == Interrupt.ASSISTANCE
    if interrupt is Interrupt.OFF_TOPIC:
        decided_otherwise |= before == Interrupt.OFF_TOPIC
    else:
        decided_otherwise |= ordered["interrupt"] == Interrupt.OFF_TOPIC
    exposed = ordered.loc[~decided_otherwise.astype(bool), [*WHO, "rho_behav", "step", "interrupt"]]
    happened = (exposed.pop("interrupt") == interrupt).astype(bool)
    return exposed.assign(progress=exposed["step"] / max_steps, interrupted=happened).reset_index(drop=True)


def fit_interrupt_curve(progress: FloatArray, interrupted: BoolArray) -> FittedCurve:
    """The curve of greatest likelihood, each step interrupted or not with the probability of its progress.

    The paper prints curves and no method of fitting. Its logarithm is a parabola in progress, so that the likelihood
    is concave and has one maximum, which least squares on a histogram would only approach.

    Args:
        progress: x_t of each step at which the interrupt could have happened, in [0, 1], shape (N,).
        interrupted: Whether it did, shape (N,).

    Returns:
        NaN where fewer than three different x_t were interrupted, or where the rate has no peak: the best curve is
        as wide as to be constant.

    Source:
        BEAGLE, Eq. 6 and Table 8.
    """
    events = progress[interrupted]
    if np.unique(events).size < 3:
        return NO_CURVE
    start = [np.log(min(2 * interrupted.mean(), 0.9)), events.mean(), np.log(events.std())]
    surprise = _surprise(progress, interrupted)
    found = minimize(surprise, start, method="L-BFGS-B", bounds=BOUNDS, options={"ftol": 1e-14, "gtol": 1e-8})
    log_peak, mean, log_spread = found.x
    if log_spread > np.log(0.99 * WIDEST):
        return NO_CURVE
    return FittedCurve(float(np.exp(log_peak)), float(mean), float(np.exp(log_spread)))


def _surprise(progress: FloatArray, interrupted: BoolArray) -> Callable[[FloatArray], float]:
    """Negative log-likelihood of a curve, from the logarithm of its peak, its mean and the logarithm of its spread."""
    at, times = np.unique(progress[interrupted], return_counts=True)
    spared_at, spared_times = np.unique(progress[~interrupted], return_counts=True)

    def surprise(parameters: FloatArray) -> float:
        log_peak, mean, log_spread = parameters
        hit, missed = (log_peak - 0.5 * ((x - mean) / np.exp(log_spread)) ** 2 for x in (at, spared_at))
        return -float(times @ hit + spared_times @ np.log(-np.expm1(missed)))

    return surprise
