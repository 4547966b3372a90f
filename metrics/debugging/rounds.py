"""Round curves: how accuracy grows with the rounds of suggestion and revision."""

import numpy as np
import pandas as pd

from metrics.counting import FloatArray
from metrics.debugging.accuracy import ac_at_all, ac_rate
from metrics.debugging.sessions import WHO


def scores_by_round(programs: pd.DataFrame, rounds: int) -> FloatArray:
    """The score that each session holds after each round.

    Args:
        programs: What `round_programs` returns, for the sessions of one condition.
        rounds: The last round that is asked for, T_max.

    Returns:
        Shape (rounds + 1, sessions), round 0 first, sessions in the order of `WHO`; NaN after a session's end.

    Source:
        None: a table of scores, on which `round_curve` is built.
    """
    table = programs.pivot(index="round", columns=WHO, values="score")
    return table.reindex(range(rounds + 1)).to_numpy(dtype=float)


def carried_forward(scores: FloatArray) -> FloatArray:
    """Each session's last score put in the rounds that it no longer needed.

    A session ends when its program is accepted, and the program stays what it is.

    Args:
        scores: Score after each round (row) of each session (column), NaN where there was none, shape (R, N).

    Returns:
        Shape (R, N); NaN before a session's first score.

    Source:
        DebugTA, Algorithm 1, line 5; the paper does not say how Figure 7 counts the sessions that have ended.
    """
    rounds = np.arange(len(scores))[:, None]
    latest = np.maximum.accumulate(np.where(np.isnan(scores), -1, rounds), axis=0)
    carried = np.take_along_axis(scores, np.maximum(latest, 0), axis=0)
    return np.where(latest < 0, np.nan, carried)


def round_curve(scores: FloatArray) -> pd.DataFrame:
    """AC Rate and AC@all after each round, over all sessions, those that have ended too.

    Args:
        scores: Score after each round of each session, round 0 (the erroneous programs) first, NaN where there was
            none, shape (R, N).

    Returns:
        The columns `ac_rate`, `ac_at_all` and `sessions` (how many still met in that round), indexed by `round`.

    Source:
        DebugTA, section 5.9 and Figure 7.
    """
    held = carried_forward(scores)
    columns = {"ac_rate": ac_rate(held), "ac_at_all": ac_at_all(held), "sessions": (~np.isnan(scores)).sum(axis=1)}
    return pd.DataFrame(columns, index=pd.RangeIndex(len(scores), name="round"))
