"""Cost: what a method takes in tokens, beside what it reaches and how it holds from one backbone model to another."""

from typing import NamedTuple

import numpy as np

from metrics.counting import FloatArray

TIMES_INPUT = 2.0
PROMPT_TOKENS = 2000.0
"""DebugTA takes the input twice, and a prompt of 2k (section 5.6)."""


class Bubble(NamedTuple):
    """One bubble of Figure 4: where a method lies, and how large it is drawn."""

    tokens: float
    ac_rate: float
    variance: float


def expected_tokens(input_tokens: FloatArray) -> FloatArray:
    """What the paper reckons that DebugTA takes: twice the input, and a prompt of 2k tokens.

    It does not say whether for a session or for a round of one.

    Args:
        input_tokens: Tokens of the input, shape (...).

    Returns:
        Tokens, shape (...).

    Source:
        DebugTA, section 5.6.
    """
    return TIMES_INPUT * np.asarray(input_tokens) + PROMPT_TOKENS


def bubble(tokens: FloatArray, ac_rates: FloatArray) -> Bubble:
    """A method's tokens and AC Rate over backbone models, and the variance of its AC Rate between them.

    The variance is that of the population: the backbones compared are all that there are. The paper does not say.

    Args:
        tokens: Tokens per session with each backbone, shape (backbones,).
        ac_rates: AC Rate with each backbone, shape (backbones,).

    Returns:
        Means, and a variance in the unit of `ac_rates` squared; NaN without a backbone.

    Source:
        DebugTA, Figure 4 and section 5.6.
    """
    if not ac_rates.size:
        return Bubble(np.nan, np.nan, np.nan)
    return Bubble(float(tokens.mean()), float(ac_rates.mean()), float(ac_rates.var()))
