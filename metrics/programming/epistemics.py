"""Epistemic fidelity: whether errors come back, and how long they go unnoticed."""

import builtins
import math
import re
from collections import Counter
from collections.abc import Iterable

import numpy as np

from metrics.counting import BoolArray, FloatArray, rate

PYTHON_ERRORS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, Exception) and name.endswith("Error")
)
"""The set E of Eq. 25: the error types of Python, by name."""

ERROR_SIGNS = ("Error", "FAILED", "Traceback", "Exception")
"""What an output holds that shows an error (BEAGLE, App. E.3, before Eq. 27); case counts."""

PAPER_KEYWORDS = ("error", "wrong", "bug", "fix", "failed", "crash", "broken", "issue")
OUR_KEYWORDS = ("fail", "mistake", "incorrect", "exception", "traceback", "not working", "n't work", "n’t work")
ACKNOWLEDGEMENTS = (*PAPER_KEYWORDS, *OUR_KEYWORDS)
"""Words by which a learner acknowledges an error: the eight of Eq. 27, and those that we put for its dots."""

_ERROR_NAME = re.compile(r"\b[A-Z][A-Za-z]*Error\b")
_ERROR_SIGN = re.compile("|".join(ERROR_SIGNS))
_ACKNOWLEDGEMENT = re.compile("|".join(map(re.escape, ACKNOWLEDGEMENTS)), re.IGNORECASE)


def errors_in(output: str) -> frozenset[str]:
    """The error types of Python that an output names.

    Source:
        BEAGLE, Eq. 25 (e in o_t).
    """
    return PYTHON_ERRORS.intersection(_ERROR_NAME.findall(output))


def shows_error(output: str) -> bool:
    """Whether an output holds a sign of an error.

    Source:
        BEAGLE, App. E.3, before Eq. 27.
    """
    return _ERROR_SIGN.search(output) is not None


def acknowledges_error(utterance: str) -> bool:
    """Whether an utterance holds one of the acknowledging words, in any case.

    Source:
        BEAGLE, Eq. 27; the words for its dots are ours.
    """
    return _ACKNOWLEDGEMENT.search(utterance) is not None


def errors_seen_and_recurrent(errors: Iterable[Iterable[str]]) -> tuple[int, int]:
    """How many error types occur in an episode, and how many of them in two steps or more.

    Args:
        errors: The error types named in the output of each step.

    Source:
        BEAGLE, Eq. 25-26.
    """
    steps_with = Counter(name for step in errors for name in set(step))
    return len(steps_with), sum(count >= 2 for count in steps_with.values())


def recurrence_rate(recurrent: FloatArray, seen: FloatArray) -> FloatArray:
    """P_recur: share of the error types met in an episode that are met again in it.

    Of one episode, it is what Table 1 prints the mean and the spread of; of the counts summed over episodes, it is
    Eq. 26.

    Args:
        recurrent: Error types that occur in two steps or more, shape (...).
        seen: Error types that occur, shape (...).

    Returns:
        Values in [0, 1], shape (...); NaN where no error is met.

    Source:
        BEAGLE, Eq. 26.
    """
    return rate(recurrent, seen)


def reaction_lag(error_shown: BoolArray, acknowledged: BoolArray) -> float:
    """Steps from the first error seen to the first later utterance that acknowledges one.

    Args:
        error_shown: Whether the learner debugs or assesses, and the output shows an error; shape (T,).
        acknowledged: Whether the utterance acknowledges an error; shape (T,).

    Returns:
        A number of steps; T - t* if no acknowledgement follows; NaN if no error is seen.

    Source:
        BEAGLE, Eq. 27-28.
    """
    if not error_shown.any():
        return math.nan
    first = int(np.argmax(error_shown))
    later = acknowledged[first + 1 :]
    return float(np.argmax(later) + 1 if later.any() else later.size)
