"""EduVerse's R+: whether the rates of Table A13 can be what its equation says."""

from collections.abc import Iterator

import numpy as np

from metrics.classroom.evolution import highest_positive_transition_rate
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.eduverse.lessons import EDUVERSE, PUPILS
from pipeline.audit.eduverse.sessions import DIMENSIONS, LEVELS, OVERALL, SESSIONS, exact, moves, rate
from pipeline.audit.printed import cell
from pipeline.audit.together import listed

RATES = tuple((session, pupil, column) for session in SESSIONS for pupil in PUPILS for column in DIMENSIONS)


def claims() -> Iterator[Claim]:
    """What section 4.3's equation leaves of Table A13."""
    for session in SESSIONS:
        yield whole_counts(session)
        yield overall(session)
    yield lengths()
    for session in SESSIONS:
        for column in DIMENSIONS:
            yield ceiling(session, column)
    yield from readings()


def whole_counts(session: int) -> Claim:
    """Whether a session's rates are shares of one number of moves."""
    total = moves(session)
    return EDUVERSE.holds(
        f"Table A13, session {session}",
        "all rates are shares of one number of moves, which is not printed",
        "no number of moves",
        f"{total} moves",
        total > 0,
        "the least total of which all eighteen rates are whole counts",
        otherwise=Verdict.IMPOSSIBLE,
    )


def overall(session: int) -> Claim:
    """Whether Overall is the mean of the three dimensions."""
    fitting = [pupil for pupil in PUPILS if rate(session, pupil, OVERALL).rounds_from(exact(session, pupil, OVERALL))]
    return EDUVERSE.holds(
        f"Table A13, session {session}",
        "Overall is the average of the three dimensions",
        "average across three dimensions",
        f"{len(fitting)} of {len(PUPILS)} pupils",
        len(fitting) == len(PUPILS),
        "mean of the three whole counts over the session's moves, rounded",
    )


def lengths() -> Claim:
    """Whether sessions are as long as App. D.1 says."""
    known = [moves(session) for session in SESSIONS]
    return EDUVERSE.number(
        "App. D.1",
        "steps of a session, by Table A13",
        cell("eduverse_appendix_d1", "Session", "adjusted"),
        float(np.mean(known)) + 1,
        f"one more than the moves of Table A13: {listed(known, 0)}",
        note="Table A7's sessions do have as many.",
    )


def ceiling(session: int, column: str) -> Claim:
    """The greatest rate of a session and dimension, against the greatest that any course can have."""
    bound, rates = _most(session, column), {pupil: rate(session, pupil, column) for pupil in PUPILS}
    leader = max(rates, key=lambda pupil: rates[pupil].value)
    above = [pupil for pupil in PUPILS if _too_high(session, pupil, column)]
    levels = LEVELS[column]
    return EDUVERSE.bounded(
        f"Table A13, session {session}",
        f"{column} is R+: the share of moves to a higher level",
        rates[leader],
        0.0,
        bound,
        f"of every {levels} moves in a row over {levels} levels, one does not rise; {moves(session)} moves",
        note=f"{len(above)} of {len(PUPILS)} pupils exceed it: {', '.join(above)}."
        if above
        else f"The greatest is {leader}'s.",
    )


def readings() -> Iterator[Claim]:
    """Which rates can be R+, and which can be shares of moves that do not fall."""
    for claim, reason, is_off, said in (
        ("rates are R+, shares of moves to a higher level", "one does not rise", _too_high, "too high"),
        ("rates are shares of moves that do not fall, if R+ is read so", "one does not fall", _too_low, "too low"),
    ):
        off = [column for session, pupil, column in RATES if is_off(session, pupil, column)]
        yield EDUVERSE.holds(
            "Table A13",
            claim,
            f"{len(RATES)} rates",
            f"{len(off)} are {said}: " + ", ".join(f"{off.count(column)} {column}" for column in DIMENSIONS),
            not off,
            f"of every k moves in a row over k levels, {reason}",
            otherwise=Verdict.IMPOSSIBLE,
            note="As shares of steps at the top level all are possible, and E_Pos and C_Pos are those of Table A9.",
        )


def _most(session: int, column: str) -> float:
    return float(highest_positive_transition_rate(np.array(moves(session)), np.array(LEVELS[column])))


def _too_high(session: int, pupil: str, column: str) -> bool:
    return rate(session, pupil, column).low > _most(session, column)


def _too_low(session: int, pupil: str, column: str) -> bool:
    # Turned round, the course that rises most is the one that falls most: what it leaves is the least that does not.
    return rate(session, pupil, column).high < 1 - _most(session, column)
