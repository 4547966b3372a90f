"""Socratic quality: how an instructor's questions are rated."""

import math

import numpy as np

from metrics.counting import FloatArray

ATTRIBUTES = ("relevance", "indirectness", "logical_flow")
"""What a question is rated for (TreeInstruct, section 4.4)."""


def socratic_score(relevance: FloatArray, indirectness: FloatArray, logical_flow: FloatArray) -> FloatArray:
    """How many of the three attributes each question has.

    Args:
        relevance: 1 where the question bears on the errors in the student's code, 0 where not, shape (N,).
        indirectness: 1 where it refrains from giving a solution away, 0 where not, shape (N,).
        logical_flow: 1 where it keeps the conversation coherent, 0 where not, shape (N,).

    Returns:
        Values in {0, 1, 2, 3}, shape (N,); NaN where an attribute is (an attribute that nobody rated is not unmet).

    Source:
        TreeInstruct, section 4.4, qualitative evaluation.
    """
    return relevance + indirectness + logical_flow


def average_socratic_score(scores: FloatArray) -> float:
    """AS of one conversation: mean score of its questions.

    Args:
        scores: Score of each question, in [0, 3], NaN where not rated, shape (N,).

    Returns:
        A value in [0, 3]; NaN where no question is rated.

    Source:
        TreeInstruct, section 4.4. Tables 1 and 2 average once more, over conversations.
    """
    rated = scores[~np.isnan(scores)]
    return float(rated.mean()) if rated.size else math.nan
