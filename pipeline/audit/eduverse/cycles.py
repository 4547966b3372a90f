"""EduVerse's IRF cycles: what their definition and whole steps leave possible."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from metrics.classroom.discourse import irf_bounds
from pipeline.audit.claims import Claim, Verdict, shares
from pipeline.audit.eduverse.discourse import HISTORY, OF_REAL, SHORT, SUBJECTS
from pipeline.audit.eduverse.lessons import CLASS, CYCLE, EDUVERSE, LESSONS, PARTS, TEXTS, part, steps
from pipeline.audit.printed import Printed, cell
from pipeline.audit.together import texts
from pipeline.audit.whole_counts import counts, totals

LONGEST = 60
"""Steps of the longest lesson that is considered; the longest in print has 41."""


def claims() -> Iterator[Claim]:
    """What Tables 1, 5 and A7 can and cannot print, by section 4.1's equation and by their own steps."""
    yield from units()
    yield from real_classes()
    yield from unprinted_lengths()
    yield from ceilings()
    yield literally()


def units() -> Iterator[Claim]:
    """Of what each column of Table A7 is a share: of steps, or of all pupils' steps."""
    for column in PARTS:
        yield _shares_of(column, 1, "steps")
    for column in ("R", "F"):
        yield _shares_of(column, CLASS, "the six pupils' steps")


def real_classes() -> Iterator[Claim]:
    """Whether the rates of real classes are shares of their printed steps."""
    for text in TEXTS:
        lesson = f"{text}: Real Class"
        for column in OF_REAL:
            yield EDUVERSE.possible(
                f"Table A7, {lesson}",
                f"{column} is a share of the printed steps",
                part(lesson, column),
                shares(steps(lesson), 1.0),
                f"whole counts over {steps(lesson)} steps, rounded",
                note=_cut(part(lesson, column), steps(lesson)),
            )


def unprinted_lengths() -> Iterator[Claim]:
    """How long the history lessons must have been."""
    for row in (*HISTORY, "Real: H"):
        of_steps, of_pupils = (("I", CYCLE), ("R", "F")) if row in HISTORY else (OF_REAL, ())
        lengths = [
            length
            for length in totals([cell(SUBJECTS, row, column) for column in of_steps], range(1, LONGEST + 1))
            if all(counts(cell(SUBJECTS, row, column), CLASS * length) for column in of_pupils)
        ]
        yield EDUVERSE.holds(
            f"Table 5, {row}",
            "rates are shares of one number of steps, which is not printed",
            "no number of steps",
            f"{' or '.join(map(str, lengths)) or 'no'} steps",
            bool(lengths),
            f"lengths up to {LONGEST} that make all rates whole counts: R and F of pupils' steps, the others of steps",
            otherwise=Verdict.IMPOSSIBLE,
        )


def ceilings() -> Iterator[Claim]:
    """Between what complete cycles lie, given their parts."""
    for lesson in LESSONS:
        yield _bounded(f"Table A7, {lesson}", {column: part(lesson, column) for column in PARTS}, CLASS)
    for text in TEXTS:
        yield _bounded(f"Table 1, {text}: Sim", _row(SHORT, f"{text}: Sim", PARTS), CLASS)
    for row in (*HISTORY, "Sim: H_avg", "Sim: C_avg"):
        yield _bounded(f"Table 5, {row}", _row(SUBJECTS, row, PARTS), CLASS)
    for text in TEXTS:
        lesson = f"{text}: Real Class"
        yield _bounded(f"Table A7, {lesson}", {column: part(lesson, column) for column in OF_REAL}, 1)
    yield _bounded("Table 5, Real: H", _row(SUBJECTS, "Real: H", OF_REAL), 1)


def literally() -> Claim:
    """Whether complete cycles are rarer than each of their parts, if all are shares of steps."""
    lessons = [{column: part(lesson, column) for column in PARTS} for lesson in LESSONS]
    lessons += [_row(SUBJECTS, row, PARTS) for row in HISTORY]
    kept = [_bounded("", parts, 1).verdict is Verdict.AGREES for parts in lessons]
    return EDUVERSE.holds(
        "section 4.1, equation of IRF_rate",
        "no more steps hold a complete cycle than hold a response, or feedback",
        "I, R and F indicate what occurs at step t",
        f"{sum(kept)} of {len(kept)} simulated lessons",
        all(kept),
        "IRF_rate against the least of I, R and F in Tables A7 and 5, all taken as shares of steps",
        otherwise=Verdict.IMPOSSIBLE,
        note="Read as shares of pupils' steps, R and F leave room, but I, a share of steps, is still exceeded.",
    )


def _shares_of(column: str, times: int, of_what: str) -> Claim:
    fitting = [lesson for lesson in LESSONS if counts(part(lesson, column), times * steps(lesson))]
    return EDUVERSE.holds(
        f"Table A7, column {column}",
        f"{column} is a share of {of_what}",
        texts(part(lesson, column) for lesson in LESSONS),
        f"{len(fitting)} of {len(LESSONS)} lessons",
        len(fitting) == len(LESSONS),
        f"whole counts over {'six times ' if times > 1 else ''}the printed steps, rounded",
        otherwise=Verdict.IMPOSSIBLE,
    )


def _bounded(location: str, parts: Mapping[str, Printed], pupils: int) -> Claim:
    def bound(end: str) -> tuple[float, float]:
        initiated, responded, fed_back = (
            np.array(getattr(parts[name], end) if name in parts else np.nan) for name in ("I", "R", "F")
        )
        low, high = irf_bounds(initiated, responded, fed_back, pupils=pupils)
        return float(low), float(high)

    of_whom = "R and F as shares of the six pupils' steps" if pupils > 1 else "all as shares of steps"
    return EDUVERSE.bounded(
        location,
        "IRF_rate: steps with initiation, response and feedback",
        parts[CYCLE],
        bound("low")[0],
        bound("high")[1],
        f"at most the rarest part, {of_whom}; at least what the parts cannot help sharing",
        note="Each initiation is part of a complete cycle." if parts[CYCLE].text == parts["I"].text else "",
    )


def _row(stem: str, row: str, columns: Sequence[str]) -> dict[str, Printed]:
    return {column: cell(stem, row, column) for column in columns}


def _cut(printed: Printed, total: int) -> str:
    found = [] if counts(printed, total) else counts(printed, total, fits=Printed.is_cut_from)
    return "; ".join(f"{count}/{total}, its further digits cut off." for count in found)
