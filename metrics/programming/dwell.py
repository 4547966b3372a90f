"""Dwell times: how long learners stay in a phase, against the Gamma that draws it and the geometric law."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from metrics.counting import FloatArray


class GammaFit(NamedTuple):
    """A Gamma distribution of durations (BEAGLE, Table 6)."""

    shape: float
    scale: float

    @property
    def mean(self) -> float:
        """Mean duration, in the unit of the scale."""
        return self.shape * self.scale

    @property
    def variation(self) -> float:
        """CV = 1/sqrt(alpha), whatever the mean (BEAGLE, App. A.2)."""
        return 1 / math.sqrt(self.shape)


class Fit(NamedTuple):
    """How far observations lie from a law, and how often chance alone would put them as far."""

    statistic: float
    p_value: float


def fit_gamma(durations: FloatArray) -> GammaFit:
    """The Gamma distribution of greatest likelihood, starting at 0; NaN for fewer than two different durations.

    Args:
        durations: Positive lengths, shape (N,).

    Source:
        BEAGLE, App. A.2 and Table 6.
    """
    if np.unique(durations).size < 2:
        return GammaFit(np.nan, np.nan)
    shape, _, scale = stats.gamma.fit(durations, floc=0)
    return GammaFit(float(shape), float(scale))


def variation(durations: FloatArray) -> float:
    """Coefficient of variation, standard deviation over mean; NaN without durations (BEAGLE, Fig. 11)."""
    return float(stats.variation(durations)) if durations.size else np.nan


def geometric_variation(mean: float) -> float:
    """The CV that a Markov chain forces on dwell times of this mean, in steps (BEAGLE, App. A.2).

    Args:
        mean: Mean dwell time in steps, at least 1.
    """
    return float(np.sqrt(1 - 1 / mean))


def cell_probabilities(shape: float, scale: float, edges: Sequence[float]) -> FloatArray:
    """What a Gamma law gives each cell between two edges, scaled to sum to 1.

    The rule by which a drawn duration becomes a number of steps is the edges: (0, 1.5, 2.5, ..., inf) rounds to
    the nearest step and never below one.

    Args:
        shape: Alpha of Table 6.
        scale: Theta of Table 6, in the unit of the edges.
        edges: Ascending, one more than cells.
    """
    mass = np.diff(stats.gamma.cdf(edges, shape, scale=scale))
    return np.asarray(mass / mass.sum())


def chi_square_fit(counts: FloatArray, probabilities: FloatArray, *, least_expected: float = 5.0) -> Fit:
    """Pearson's test that counts come from given probabilities; cells too thin for it are merged into one.

    Serves dwell times in steps and the rows of a transition matrix alike.

    Args:
        counts: Observations in each cell, shape (k,).
        probabilities: What the configuration gives each cell, sums to 1, shape (k,).
        least_expected: Cells that expect fewer observations are merged.

    Returns:
        NaN where fewer than two cells are left. Where something happened that has probability 0, the statistic is
        infinite and p is 0.
    """
    if counts[probabilities == 0].any():
        return Fit(np.inf, 0.0)
    expected = probabilities * counts.sum()
    thin = expected < least_expected
    observed, expected = (np.append(cells[~thin], cells[thin].sum()) for cells in (counts, expected))
    observed, expected = observed[expected > 0], expected[expected > 0]
    if observed.size < 2:
        return Fit(np.nan, np.nan)
    found = stats.chisquare(observed, expected)
    return Fit(float(found.statistic), float(found.pvalue))
