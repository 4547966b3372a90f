"""What a number would be, had chance drawn other episodes: clusters drawn again, left out, or exchanged.

A cluster is what chance repeats as a whole: an episode with its steps, or a student with all of her episodes. An
estimator says what a number becomes when each cluster counts a given number of times, and that is all that
bootstrap and jackknife ask of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from metrics.counting import BoolArray, FloatArray, IntArray

Vectorised = Callable[[FloatArray], FloatArray]
"""A function that takes many cases at once, along the first axis."""

RESAMPLES = 2000

_BATCH = 2**22  # weights held at a time: 32 MiB


@dataclass(frozen=True, eq=False)
class Estimator:
    """A number, as a function of how often each cluster counts.

    Args:
        clusters: How many there are.
        of: From weights, shape (r, clusters), to values, shape (r,); NaN where undefined.

    Source:
        Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans: a statistic of the resampling vector.
    """

    clusters: int
    of: Vectorised

    @property
    def value(self) -> float:
        """The number itself: every cluster counts once."""
        return float(self.of(np.ones((1, self.clusters)))[0])


def of_totals(totals: FloatArray, statistic: Vectorised, clusters: ArrayLike | None = None) -> Estimator:
    """A statistic of sums over episodes.

    Args:
        totals: What each episode adds, shape (n, k).
        statistic: From sums, shape (r, k), to values, shape (r,).
        clusters: To which cluster each episode belongs, shape (n,); each to its own if None.

    Source:
        As `Estimator`.
    """
    of_clusters = totals if clusters is None else sums_within(clusters, totals)
    return Estimator(len(of_clusters), lambda weights: statistic(weighted_sums(weights, of_clusters)))


def of_sample(sample: FloatArray, statistic: Vectorised, clusters: ArrayLike | None = None) -> Estimator:
    """Any statistic of a sample, such as `lambda drawn: np.median(drawn, axis=1)`.

    Args:
        sample: Observations, shape (n,) or (n, d).
        statistic: From samples of equal length, shape (r, m) or (r, m, d), to values, shape (r,).
        clusters: To which cluster each observation belongs, shape (n,); each to its own if None.

    Source:
        As `Estimator`.
    """
    which = np.arange(len(sample)) if clusters is None else _numbered(clusters)

    def of(weights: FloatArray) -> FloatArray:
        times = weights[:, which].astype(np.int64)
        lengths = times.sum(axis=1)
        values = np.full(len(weights), np.nan)
        for length in np.unique(lengths[lengths > 0]):  # clusters of unlike size make samples of unlike length
            rows = np.flatnonzero(lengths == length)
            drawn = np.repeat(np.tile(np.arange(len(sample)), rows.size), times[rows].ravel())
            values[rows] = statistic(sample[drawn.reshape(rows.size, length)])
        return values

    return Estimator(int(which.max(initial=-1)) + 1, of)


def resampled(estimator: Estimator, rng: Generator, resamples: int = RESAMPLES) -> FloatArray:
    """The estimator's values when as many clusters as there are get drawn with replacement, shape (resamples,).

    Source:
        Efron (1979), Ann. Statist. 7.
    """
    n = estimator.clusters
    even = np.full(n, 1 / n)
    drawn = (rng.multinomial(n, even, size=size).astype(float) for size in _batches(resamples, n))
    return np.concatenate([estimator.of(times) for times in drawn])


def leaving_out(estimator: Estimator) -> FloatArray:
    """The estimator's values without one cluster, each in turn, shape (clusters,).

    Source:
        The jackknife: Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 11.
    """
    n, start, values = estimator.clusters, 0, []
    for size in _batches(n, n):
        weights = np.ones((size, n))
        weights[np.arange(size), np.arange(start, start + size)] = 0
        values.append(estimator.of(weights))
        start += size
    return np.concatenate(values)


def exchanges(pairs: int, rng: Generator, resamples: int = RESAMPLES) -> Iterator[FloatArray]:
    """Ways to exchange the two members of pairs, in batches: 1 where a pair is kept as it is, else 0.

    All 2^pairs of them where these are no more than would be drawn, else as many random ones as asked for.

    Returns:
        Batches of shape (b, pairs).

    Source:
        Fisher (1935), The Design of Experiments, chapter 3; at random: Dwass (1957), Ann. Math. Statist. 28.
    """
    if all_exchanged(pairs, resamples):
        yield (np.arange(2**pairs)[:, None] >> np.arange(pairs) & 1).astype(float)
        return
    for size in _batches(resamples, pairs):
        yield rng.integers(2, size=(size, pairs)).astype(float)


def all_exchanged(pairs: int, resamples: int) -> bool:
    """Whether every exchange is looked at, so that a p-value is exact.

    Source:
        None: there are 2^pairs exchanges.
    """
    return 1 << pairs <= resamples


def weighted_sums(weights: FloatArray, totals: FloatArray) -> FloatArray:
    """Sums of totals that count as often as the weights say: (r, n) and (n, k) to (r, k).

    Source:
        None: sums, on which `of_totals` is built.
    """
    # einsum and not BLAS, whose order of summation, and so the last digit, hangs on the number of threads
    return np.asarray(np.einsum("rn,nk->rk", weights, totals, optimize=False))


def sums_within(clusters: ArrayLike, totals: FloatArray) -> FloatArray:
    """Totals of whole clusters, in the order of their names: shape (n, k) to (clusters, k).

    Source:
        None: sums, on which the clustering of episodes is built.
    """
    which = _numbered(clusters)
    return np.column_stack([np.bincount(which, weights=column) for column in totals.T])


def defined(values: FloatArray) -> FloatArray:
    """The values that are not NaN.

    Source:
        None: selection.
    """
    known: BoolArray = ~np.isnan(values)
    return values[known]


def _numbered(clusters: ArrayLike) -> IntArray:
    return np.unique(np.asarray(clusters), return_inverse=True)[1]


def _batches(rows: int, width: int) -> Iterator[int]:
    """How many rows to make at a time, so that memory does not grow with the number of clusters."""
    size = max(1, _BATCH // max(1, width))
    while rows > 0:
        yield min(size, rows)
        rows -= size
