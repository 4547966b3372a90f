"""Development over sessions: how often pupils rise or stand at the top, what they gain, and what a module adds."""

import numpy as np

from metrics.counting import FloatArray, IntArray, rate


def positive_transition_rate(levels: IntArray) -> FloatArray:
    """R+ as its equation says: share of the transitions between steps that lead to a higher level.

    Args:
        levels: Level of each step, -1 where a step shows none; the steps around it are adjacent; shape (..., T).

    Returns:
        Values in [0, `highest_positive_transition_rate`], shape (...); NaN for fewer than two levels shown, between
        which there is no transition.

    Source:
        EduVerse, section 4.3. It sums over t and divides by T without saying whether T counts steps or transitions;
        transitions here.
    """
    shown = levels >= 0
    last_shown = np.maximum.accumulate(np.where(shown, np.arange(levels.shape[-1]), 0), axis=-1)
    held = np.take_along_axis(levels, last_shown, axis=-1)
    rises = (np.diff(held, axis=-1) > 0) & (held[..., :-1] >= 0)
    return rate(rises.sum(axis=-1), shown.sum(axis=-1) - 1)


def highest_positive_transition_rate(transitions: IntArray, n_levels: IntArray) -> FloatArray:
    """The greatest R+ that any course can have: of every n_levels transitions in a row, one does not rise.

    Sixteen of Table A13's 72 rates lie above it, as every E_Pos of 1.000 does (20/29 in session 1).

    Args:
        transitions: n, how many there are, shape (...).
        n_levels: k, how many levels the dimension has, at least 1, shape (...).

    Returns:
        (n - floor(n / k)) / n, shape (...); NaN without a transition.

    Source:
        EduVerse, section 4.3.
    """
    n = np.asarray(transitions, dtype=float)
    return rate(n - n // n_levels, n)


def top_level_rate(levels: IntArray, n_levels: int) -> FloatArray:
    """What Table A13 must print under the name of R+: share of the steps spent at the dimension's top level.

    As the equation says it cannot be (`highest_positive_transition_rate`), and as a share of transitions that do not
    fall neither: two levels and 29 transitions allow no less than 14/29, and C_Pos is 0.034. A share of steps can be
    anything, and its denominator one for all pupils and dimensions of a session, as it is in print (29, 24, 30, 26).
    E_Pos is what Table A9 calls the share of positive emotion. That B_Pos is the top level alone, and not Active too,
    is a guess: its mean is 0.39, and Table A9 has 0.23 to 0.46 Interactive, and 0.43 to 0.63 with Active.

    Args:
        levels: Level of each step, -1 where a step shows none, shape (..., T).
        n_levels: How many levels the dimension has.

    Returns:
        Values in [0, 1], shape (...); NaN where no step shows a level.

    Source:
        EduVerse, Table A13.
    """
    return rate((levels == n_levels - 1).sum(axis=-1), (levels >= 0).sum(axis=-1))


def session_gain(rates: FloatArray) -> FloatArray:
    """How much a rate grows from the first session to the last.

    A difference of shares: the 11.7 % by which the abstract has R+ increase are percentage points.

    Args:
        rates: A rate in each session, in order, shape (..., S).

    Returns:
        Values in [-1, 1], shape (...); NaN for fewer than two sessions, or where either end is.

    Source:
        EduVerse, Table 4; Table A13's class means give its row Full to 0.002.
    """
    if rates.shape[-1] < 2:
        return np.full(rates.shape[:-1], np.nan)
    return np.asarray(rates[..., -1] - rates[..., 0])


def ablation_contrast(full: FloatArray, ablated: FloatArray) -> FloatArray:
    """What a module adds to a measure: the full system's value minus that without it, mean over the same lessons.

    Args:
        full: The measure in each lesson, shape (..., L).
        ablated: The same lessons without the module, shape (..., L).

    Returns:
        Shape (...); lessons where either is NaN are left out, and NaN where none is left.

    Source:
        EduVerse, Tables 4 and A10.
    """
    differences = full - ablated
    defined = ~np.isnan(differences)
    return rate(np.where(defined, differences, 0.0).sum(axis=-1), defined.sum(axis=-1))
