"""Dwell times: how long learners stay in a phase, against the Gamma that draws it and the geometric law."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.random import Generator
from scipy import stats

from metrics.counting import FloatArray, IntArray
from metrics.programming.episodes import WHO


class GammaFit(NamedTuple):
    """A Gamma distribution of durations.

    Source:
        BEAGLE, App. A.2 and Table 6.
    """

    shape: float
    scale: float

    @property
    def mean(self) -> float:
        """Mean duration, in the unit of the scale."""
        return self.shape * self.scale

    @property
    def variation(self) -> float:
        """CV = 1/sqrt(alpha), whatever the mean."""
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
    """Coefficient of variation, standard deviation over mean; NaN without durations.

    Source:
        BEAGLE, App. A.2 and Figure 11.
    """
    return float(stats.variation(durations)) if durations.size else np.nan


def geometric_variation(mean: float) -> float:
    """The CV that a Markov chain forces on dwell times of this mean, in steps.

    Args:
        mean: Mean dwell time in steps, at least 1.

    Source:
        BEAGLE, App. A.2.
    """
    return float(np.sqrt(1 - 1 / mean))


def memoryless_in_time(durations: FloatArray) -> Fit:
    """Test that durations are exponential, against Gamma laws of any other shape, by their likelihood ratio.

    Args:
        durations: Positive lengths, shape (N,).

    Returns:
        The statistic has, for many durations, a chi-square law of one degree of freedom; NaN where no Gamma fits.

    Source:
        The exponential law is what a Markov chain forces on stays in continuous time (BEAGLE, App. A.2).
    """
    shape, scale = fit_gamma(durations)
    if np.isnan(shape):
        return Fit(np.nan, np.nan)
    gained = stats.gamma.logpdf(durations, shape, scale=scale) - stats.expon.logpdf(durations, scale=durations.mean())
    statistic = max(0.0, 2 * float(gained.sum()))  # rounding may leave a trace below
    return Fit(statistic, float(stats.chi2.sf(statistic, 1)))


def memoryless_in_steps(dwell_times: IntArray, rng: Generator, *, resamples: int = 10_000) -> Fit:
    """Test that dwell times are geometric, whatever the probability of staying, by their coefficient of variation.

    Given how many stays there are and their sum, all ways of sharing out the steps are equally likely under a geometric
    law: so the level is exact, and no parameter has to be estimated.

    Args:
        dwell_times: Whole steps, at least 1, shape (N,).
        rng: Draws the shares.
        resamples: How many to draw.

    Returns:
        The coefficient of variation, and the two-sided p-value; NaN for fewer than two stays, and where none is longer
        than a step, so that every law that stays at all is out of the question.

    Source:
        The geometric law is what a Markov chain forces on stays in steps (BEAGLE, App. A.2 and Figure 11).
    """
    stays, spare = dwell_times.size, int(dwell_times.sum()) - dwell_times.size
    if stays < 2 or spare < 1:
        return Fit(np.nan, np.nan)
    # Uniform over all shares: a multinomial whose probabilities are uniform on the simplex
    drawn = 1 + rng.multinomial(spare, rng.dirichlet(np.ones(stays), size=resamples))
    squares, observed = (drawn**2).sum(axis=1), int((dwell_times**2).sum())
    tails = [(np.sum(beyond) + 1) / (resamples + 1) for beyond in (squares >= observed, squares <= observed)]
    return Fit(variation(dwell_times.astype(float)), float(min(1.0, 2 * min(tails))))


def dwell_times(steps: pd.DataFrame) -> pd.DataFrame:
    """How long each segment was meant to last: the length that was drawn for it, which the end of a session cuts.

    Args:
        steps: Rows of `protocol.traces.PROGRAMMING_STEPS`, in any order.

    Returns:
        A row a segment: the columns of `WHO`, `rho_behav`, `segment`, `metacognition` and `dwell` in steps, sorted by
        them; none for a student without a controller.

    Source:
        BEAGLE, Eq. 1 (D_n).
    """
    of_segments = steps.loc[steps["dwell"].notna(), [*WHO, "rho_behav", "segment", "metacognition", "dwell"]]
    first = of_segments.dropna(subset="metacognition").drop_duplicates([*WHO, "segment"])
    return first.sort_values([*WHO, "segment"], ignore_index=True)


def dwell_analysis(segments: pd.DataFrame, rng: Generator) -> pd.DataFrame:
    """Table 6 and Figure 11: the Gamma law of each phase's dwell times, and how far they are from memoryless.

    Args:
        segments: Rows of `dwell_times`, or a researcher's own, of `rho_behav`, `metacognition` and `dwell` in steps.
        rng: Draws for the test.

    Returns:
        Index (`rho_behav`, `metacognition`); columns `n`, `shape`, `scale`, `mean`, `fitted_variation`, `variation`,
        `geometric_variation`, `against_geometric` (the ratio of the two, less 1) and `p_value` (of
        `memoryless_in_steps`). NaN as the functions of this module say, and `against_geometric` where every stay is
        of one step.

    Source:
        BEAGLE, Table 6 and Figure 11.
    """
    groups = segments.groupby(["rho_behav", "metacognition"])["dwell"]
    rows = {names: _analysis(dwell.to_numpy(dtype=np.int64), rng) for names, dwell in groups}
    index = pd.MultiIndex.from_tuples([*rows], names=["rho_behav", "metacognition"])
    return pd.DataFrame([*rows.values()], index=index)


def _analysis(dwell: IntArray, rng: Generator) -> dict[str, float]:
    fitted, actual, geometric = (
        fit_gamma(dwell.astype(float)),
        variation(dwell.astype(float)),
        geometric_variation(float(dwell.mean())),
    )
    return {
        "n": dwell.size,
        "shape": fitted.shape,
        "scale": fitted.scale,
        "mean": float(dwell.mean()),
        "fitted_variation": fitted.variation,
        "variation": actual,
        "geometric_variation": geometric,
        "against_geometric": actual / geometric - 1 if geometric else np.nan,
        "p_value": memoryless_in_steps(dwell, rng).p_value,
    }


def cell_probabilities(shape: float, scale: float, edges: Sequence[float]) -> FloatArray:
    """What a Gamma law gives each cell between two edges, scaled to sum to 1.

    The rule by which a drawn duration becomes a number of steps is the edges: (0, 1.5, 2.5, ..., inf) rounds to
    the nearest step and never below one.

    Args:
        shape: Alpha of Table 6.
        scale: Theta of Table 6, in the unit of the edges.
        edges: Ascending, one more than cells.

    Source:
        Ours, for the Gamma laws of BEAGLE, Eq. 1 and Table 6.
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

    Source:
        Pearson (1900), Philosophical Magazine 50; to merge cells that expect fewer than 5 is a rule of thumb.
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
