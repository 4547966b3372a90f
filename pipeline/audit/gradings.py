"""Whether grades can have a mean and a standard deviation that are printed so: GRIM's question asked of both."""

import math
from itertools import combinations

import numpy as np

from metrics.counting import FloatArray
from metrics.judging.grades import REALISM, Scale, summarize_grades
from pipeline.audit.printed import Printed


def can_be_graded(mean: Printed, spread: Printed, n: int, *, scale: Scale = REALISM, ddof: int = 0) -> bool:
    """Whether n grades can have both, whatever the grades are.

    Args:
        mean: The mean.
        spread: The standard deviation.
        n: Grades.
        scale: What could be given.
        ddof: 0 for the standard deviation of the population, 1 for that of n - 1.

    Source:
        Anaya (2016), The GRIMMER test, PeerJ Preprints 4, of whole grades within a scale.
    """
    graded = summarize_grades(_gradings(n, scale), scale)
    spreads = graded.spread * math.sqrt(n / (n - ddof))
    return any(mean.rounds_from(m) and spread.rounds_from(s) for m, s in zip(graded.mean, spreads, strict=True))


def greatest_spread(mean: float, low: float = 0.0, high: float = 1.0) -> float:
    """The greatest standard deviation (of the population) of values within bounds: each lies at one of the two.

    Source:
        Bhatia and Davis (2000), A better bound on the variance, The American Mathematical Monthly 107.
    """
    return math.sqrt((high - mean) * (mean - low))


def _gradings(n: int, scale: Scale) -> FloatArray:
    """All ways of giving n grades, a column each, shape (n, ways): bars between n stars."""
    steps = scale.best - scale.worst
    bars = np.array(list(combinations(range(n + steps), steps))) - np.arange(steps)
    return np.asarray(scale.worst + (np.arange(n)[:, None, None] >= bars).sum(axis=-1), dtype=float)
