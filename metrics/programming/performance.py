"""Task performance: how many solve the problem, how soon, and how far HIGH and LOW lie apart."""

import numpy as np

from metrics.counting import FloatArray, rate


def solve_rate(solved: FloatArray, episodes: FloatArray) -> FloatArray:
    """Share of the episodes whose code passes every test at some step.

    Args:
        solved: How many are solved, shape (...).
        episodes: How many there are, shape (...).

    Returns:
        Values in [0, 1], shape (...); NaN without an episode.

    Source:
        BEAGLE, Eq. 16-17.
    """
    return rate(solved, episodes)


def solve_rate_error(share: float, episodes: int) -> float:
    """Wald's standard error of a solve rate, which is what Table 1 prints after its ± (92.00 ± 3.84 % of 50).

    Args:
        share: Share of the episodes solved, in [0, 1].
        episodes: How many there are.

    Returns:
        A value in [0, 0.5]; NaN without an episode.

    Source:
        BEAGLE, Table 1, column Solve; every other ± of the table is a standard deviation.
    """
    return float(np.sqrt(share * (1 - share) / episodes)) if episodes else np.nan


def performance_gap(
    solved_high: FloatArray, episodes_high: FloatArray, solved_low: FloatArray, episodes_low: FloatArray
) -> FloatArray:
    """Solve rate of the learners whose rho_behav is HIGH minus that of the LOW ones.

    Args:
        solved_high: How many HIGH episodes are solved, shape (...).
        episodes_high: How many there are, shape (...).
        solved_low: How many LOW episodes are solved, shape (...).
        episodes_low: How many there are, shape (...).

    Returns:
        Values in [-1, 1], shape (...); NaN where either level has no episode.

    Source:
        BEAGLE, Eq. 19.
    """
    return solve_rate(solved_high, episodes_high) - solve_rate(solved_low, episodes_low)


def steps_taken(solved_at: FloatArray, steps: FloatArray) -> FloatArray:
    """Steps that each episode took: to the solution, or to the limit where there is none.

    Table 1 prints this and not Eq. 18, which asks only who solves: SimStudent solves nothing and has 30 ± 0 steps,
    and BEAGLE (Flash 2.0), with 10 % solved, could not reach 29 ± 4 otherwise.

    Args:
        solved_at: First step, from 1, at which every test passes; NaN if never; shape (N,).
        steps: Length of each episode in steps, shape (N,).

    Returns:
        Steps, shape (N,).

    Source:
        BEAGLE, Table 1, column Steps.
    """
    return np.where(np.isnan(solved_at), steps, solved_at)
