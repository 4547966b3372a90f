"""EduVerse's four sessions: the rates of Table A13, put back to the whole counts that they are shares of."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from metrics.counting import FloatArray
from pipeline.audit.eduverse.lessons import PUPILS
from pipeline.audit.printed import Printed, cell
from pipeline.audit.whole_counts import count, totals

TABLE = "eduverse_table_a13"
SESSIONS = (1, 2, 3, 4)
LEVELS = {"B_Pos": 4, "E_Pos": 3, "C_Pos": 2}
"""How many levels a dimension has (App. D.2.4 and Table A6)."""

DIMENSIONS = tuple(LEVELS)
OVERALL = "Overall"
IN_WORDS = {"B_Pos": "behavior", "E_Pos": "emotion", "C_Pos": "cognition"}

_LONGEST = 60


def rate(session: int, pupil: str, column: str) -> Printed:
    """A rate of Table A13."""
    return cell(TABLE, f"Session {session}: {pupil}", column)


def course(pupil: str, column: str) -> list[Printed]:
    """A pupil's rates from session to session."""
    return [rate(session, pupil, column) for session in SESSIONS]


@cache
def moves(session: int) -> int:
    """The least number of moves that all eighteen rates of a session are shares of."""
    rates = [rate(session, pupil, column) for pupil in PUPILS for column in DIMENSIONS]
    return totals(rates, range(1, _LONGEST))[0]


def exact(session: int, pupil: str, column: str) -> float:
    """A rate as the share that it is rounded from; Overall is the mean of the three dimensions."""
    if column == OVERALL:
        return float(np.mean([exact(session, pupil, each) for each in DIMENSIONS]))
    return count(rate(session, pupil, column), moves(session)) / moves(session)


def of_class(column: str) -> FloatArray:
    """The mean of the six pupils in each session, shape (S,)."""
    return np.asarray(of_pupils(column).mean(axis=0))


def of_pupils(column: str) -> FloatArray:
    """Each pupil's rates, shape (P, S)."""
    return np.array([[exact(session, pupil, column) for session in SESSIONS] for pupil in PUPILS])


def rises(values: Sequence[float] | FloatArray) -> bool:
    """Whether no value is less than the one before."""
    return bool((np.diff(np.asarray(values)) >= 0).all())
