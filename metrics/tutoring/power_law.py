"""The power law of practice: errors fall with a power of the opportunity."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

from metrics.counting import FloatArray

STEEPEST = 10.0
"""Greatest rate either way; at 10 the change is over by the second opportunity."""


@dataclass(frozen=True)
class PowerLaw:
    """A learning curve of the form initial * opportunity ** -rate.

    Args:
        initial: Share of errors at the first opportunity, in [0, 1].
        rate: How fast errors fall; 0 where they do not, negative where they rise; NaN where there is no error to fall.

    Source:
        Newell and Rosenbloom (1981), Mechanisms of skill acquisition and the law of practice.
    """

    initial: float
    rate: float

    def error(self, opportunities: FloatArray) -> FloatArray:
        """Share of errors at each opportunity (from 1), in their shape."""
        return np.zeros_like(opportunities) if self.initial == 0 else self.initial * opportunities**-self.rate


def fit_power_law(curve: pd.DataFrame) -> PowerLaw:
    """The power law nearest to a learning curve in squared error, each opportunity weighed by its `n`.

    Errors are fitted as they are and not their logarithms, which an opportunity without an error does not have.

    Args:
        curve: A learning curve of `metrics.tutoring.curves`.

    Returns:
        The law, its rate within ±`STEEPEST`; NaN for fewer than two opportunities, through which many laws go.

    Source:
        Ours; TutorGym, section 4, compares learning curves by eye. The law is Newell and Rosenbloom's (1981).
    """
    opportunities, error, n = (a.to_numpy(dtype=float) for a in (curve.index, curve["error"], curve["n"]))
    if opportunities.size < 2:
        return PowerLaw(np.nan, np.nan)
    if not error.any():
        return PowerLaw(0.0, np.nan)

    def nearest(rate: float) -> PowerLaw:
        fall = opportunities**-rate
        return PowerLaw(float(np.clip((n * fall) @ error / ((n * fall) @ fall), 0, 1)), rate)

    def squared_error(rate: float) -> float:
        return float(n @ (nearest(rate).error(opportunities) - error) ** 2)

    # The squared error may have several valleys, as for errors of 0.8, 0.3, 0.3, 0, 1, 1: the deepest comes first
    valley = min(np.linspace(-STEEPEST, STEEPEST, 201).tolist(), key=squared_error)
    around = (max(valley - 0.1, -STEEPEST), min(valley + 0.1, STEEPEST))
    found = minimize_scalar(squared_error, bounds=around, method="bounded", options={"xatol": 1e-10})
    return nearest(float(found.x))
