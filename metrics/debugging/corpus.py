"""The problems of a study: how many, how long their erroneous programs, how many accepted ones to choose from."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Corpus(NamedTuple):
    """One row of Table 1."""

    questions: int
    pool_size: float
    code_length: float


def describe(erroneous: Sequence[str], pools: Sequence[Sequence[str]]) -> Corpus:
    """Count the questions, the accepted programs that each has on average, and the lines of its erroneous program.

    Blank lines count: the paper does not say, and its tokens keep them too.

    Args:
        erroneous: The erroneous program of each question.
        pools: The accepted programs of each question.

    Returns:
        Means, NaN without a question.

    Source:
        DebugTA, Table 1.
    """
    if not erroneous:
        return Corpus(0, np.nan, np.nan)
    lines = [len(program.splitlines()) for program in erroneous]
    return Corpus(len(erroneous), float(np.mean([len(pool) for pool in pools])), float(np.mean(lines)))
