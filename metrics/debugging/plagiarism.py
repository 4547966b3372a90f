"""Plagiarism: whether a final program is the standard one rather than the student's own, mended.

Algorithm 2 and the prose around it are different rules, and never both find plagiarism in one program. As printed,
line 5 lets pass whatever is nearer to the standard program than the erroneous one was, so that a literal copy is
no plagiarism; line 7 then cannot be reached by its first half, and what it does find has strayed from both. The
prose says what is wanted, and its rule is the one that the measures of a session use.
"""

from collections.abc import Callable
from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np

from metrics.counting import BoolArray, FloatArray
from metrics.debugging.accuracy import mean_of_defined
from metrics.debugging.tokens import Tokens

ALIKE = 0.8
APART = 0.05
"""tau_sim and tau_diff. The paper prints neither; the authors' released program has these (and 0.9 for CodeApex)."""


class Similarities(NamedTuple):
    """How alike the standard, the erroneous and the final program are: three arrays of one shape, in [0, 1]."""

    standard_final: FloatArray
    erroneous_final: FloatArray
    standard_erroneous: FloatArray


Rule = Callable[[Similarities], BoolArray]
"""Which of several programs are plagiarised."""


def similarity(first: Tokens, second: Tokens) -> float:
    """Ratcliff and Obershelp's ratio: twice the matching tokens over all tokens of both.

    Matching is that of the algorithm as published: difflib would leave frequent tokens of a program of 200 or more
    out of it, and then may find no likeness between a program and itself.

    Returns:
        A value in [0, 1], 1 for equal sequences, the empty ones too. The order of the two may change it.

    Source:
        DebugTA, section 5.3 and Algorithm 2, lines 1-2.
    """
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def similarities(standard: Tokens, erroneous: Tokens, final: Tokens) -> Similarities:
    """The three ratios of one session's programs, each in the paper's order of arguments.

    Source:
        DebugTA, Algorithm 2, line 2.
    """
    pairs = ((standard, final), (erroneous, final), (standard, erroneous))
    return Similarities(*(np.asarray(similarity(first, second)) for first, second in pairs))


def plagiarised_as_printed(found: Similarities, *, alike: float = ALIKE, apart: float = APART) -> BoolArray:
    """Algorithm 2, line by line.

    Args:
        found: Similarities, shape (...).
        alike: tau_sim, in [0, 1].
        apart: tau_diff, in [0, 1].

    Returns:
        True where it finds plagiarism, shape (...). Line 12 returns D, which nothing sets; Plag is meant.

    Source:
        DebugTA, Algorithm 2.
    """
    line_3 = found.standard_erroneous > alike
    line_5 = (found.erroneous_final > alike) | (found.standard_final > found.standard_erroneous)
    line_7 = (found.standard_final > alike) | (found.standard_erroneous > found.erroneous_final + apart)
    return np.asarray(~line_3 & ~line_5 & line_7)


def plagiarised_as_described(found: Similarities, *, alike: float = ALIKE, apart: float = APART) -> BoolArray:
    """The rule that App. E describes: very like the standard program, and less like the erroneous one.

    A final program nearer to the erroneous one, or not like enough to the standard one, is no plagiarism. The second
    threshold is how much nearer to the standard program it has to be: where standard and erroneous program hardly
    differ, what is like the one is like the other, and nothing is found.

    Args:
        found: Similarities, shape (...).
        alike: tau_sim, the greatest similarity to the standard program that is allowed, in [0, 1].
        apart: tau_diff, in [0, 1].

    Returns:
        True where it finds plagiarism, shape (...).

    Source:
        DebugTA, section 5.3 and App. E, second paragraph.
    """
    copied = found.standard_final > alike
    left_own = found.standard_final > found.erroneous_final + apart
    return np.asarray(copied & left_own)


def plagiarism_rate(plagiarised: FloatArray) -> FloatArray:
    """Plag.: share of the programs that are plagiarised.

    Args:
        plagiarised: 1 or 0 for each program, NaN where nothing could be copied, shape (..., N).

    Returns:
        Values in [0, 1], shape (...); NaN where no program could be, for which Table 2 prints a dash.

    Source:
        DebugTA, App. E.
    """
    return mean_of_defined(plagiarised)
