"""Retrieval: which program of a pool is most like a student's, by BM25."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from metrics.counting import FloatArray, IntArray, rate
from metrics.debugging.tokens import Tokens

SATURATION = 2.0
LENGTH_WEIGHT = 0.75
"""k_1 and b of DebugTA, App. B."""


def bm25(
    query: Tokens, pool: Sequence[Tokens], *, saturation: float = SATURATION, length_weight: float = LENGTH_WEIGHT
) -> FloatArray:
    """How like the query each program of a pool is.

    The sum runs over the token sequence of the query, as printed: a token that occurs twice counts twice. For the
    other reading, each token once, give the query's distinct tokens.

    Args:
        query: Tokens of the erroneous program, T_E.
        pool: Tokens of each accepted program, T_S.
        saturation: k_1, at least 0.
        length_weight: b, in [0, 1].

    Returns:
        Scores of 0 and above, shape (len(pool),); 0 for a program that shares no token with the query.

    Source:
        DebugTA, App. B.
    """
    if not pool:
        return np.empty(0)
    terms = Counter(query)
    counts = [Counter(program) for program in pool]
    frequency = np.array([[count[term] for term in terms] for count in counts], dtype=float)
    length = np.array([[len(program)] for program in pool], dtype=float)
    damping = saturation * (1 - length_weight + length_weight * rate(length, np.full_like(length, length.mean())))
    gained = np.zeros_like(frequency)
    np.divide((saturation + 1) * frequency, frequency + damping, out=gained, where=frequency > 0)
    weight = inverse_document_frequency((frequency > 0).sum(axis=0), len(pool)) * [*terms.values()]
    return np.asarray((gained * weight).sum(axis=1))


def inverse_document_frequency(containing: FloatArray | IntArray, programs: int) -> FloatArray:
    """How telling a token is: above 0 even where every program has it, by the 1 within the logarithm.

    Args:
        containing: Programs of the pool that contain the token, n(t), shape (...).
        programs: Programs in the pool.

    Returns:
        Nats, shape (...).

    Source:
        DebugTA, App. B.
    """
    n = np.asarray(containing, dtype=float)
    return np.asarray(np.log1p((programs - n + 0.5) / (n + 0.5)))


def ranking(scores: FloatArray) -> IntArray:
    """Indices of the pool, the most similar program (S*) first; equal ones in the order of the pool.

    Source:
        DebugTA, section 4.1.1, which says nothing of ties.
    """
    return np.argsort(-scores, kind="stable")
