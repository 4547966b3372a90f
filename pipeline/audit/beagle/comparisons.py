"""Who is best in BEAGLE's Table 1, what is set off as best, and what is more than chance."""

from collections.abc import Iterator

from pipeline.audit.beagle.runs import BEAGLE, FLASH_2_5, MAIN, OURS, SIMSTUDENT, VANILLA, baselines, runs, said
from pipeline.audit.chance import ALPHA, p_text, welch_p
from pipeline.audit.claims import Claim
from pipeline.audit.printed import cell, column_of, in_words, marked, rows
from pipeline.audit.together import repeated

HIGHER_IS_BETTER = {
    "D_KL": False,
    "D_debug": False,
    "Nonlin": True,
    "P_recur": True,
    "Lag": True,
    "Debug": True,
    "Code": True,
    "Lang": True,
    "Overall": True,
}
"""The arrows in the head of Table 1; App. E.3 for the columns that have none."""

NO_N = {"P_recur", "Lag"}
"""Measures that a run without an error does not have: their n is not printed."""


def claims() -> Iterator[Claim]:
    """What Table 1 sets off, and what abstract and section 4 conclude from it."""
    for column, higher in HIGHER_IS_BETTER.items():
        yield of_marks(column, higher)
    for column, higher in HIGHER_IS_BETTER.items():
        for ours in OURS:
            yield of_lead(column, ours, higher)
    yield from of_text()


def best(column: str, methods: tuple[str, ...], *, higher: bool) -> str:
    """The best of some methods."""
    numbers = {method: printed.value for method, printed in column_of(MAIN, column).items() if method in methods}
    return (max if higher else min)(numbers, key=numbers.__getitem__)


def of_marks(column: str, higher: bool) -> Claim:
    """Whether bold is the best, as the caption says."""
    bold, underlined, first = (
        marked(MAIN, column, "bold"),
        marked(MAIN, column, "underlined"),
        best(column, rows(MAIN), higher=higher),
    )
    return BEAGLE.holds(
        "caption of Table 1",
        f"the best {column} is bold",
        ", ".join(bold) or "none",
        f"{first}, {cell(MAIN, first, column).text}",
        bold == (first,),
        "best of the column",
        note=f"Underlined, as second best: {', '.join(underlined)}." if underlined else "",
    )


def of_lead(column: str, ours: str, higher: bool) -> Claim:
    """Whether BEAGLE is better than the best baseline, and by more than chance."""
    rival = best(column, baselines(), higher=higher)
    mean, other = cell(MAIN, ours, column), cell(MAIN, rival, column)
    p = welch_p(mean, runs(), other, runs())
    better = (mean.value > other.value) == higher and mean.value != other.value
    note = "The paper prints no test."
    return BEAGLE.holds(
        "abstract",
        f"{column}: {ours} significantly outperforms the baselines",
        mean.text,
        f"{'better' if better else 'not better'} than {other.text} ({rival}), {p_text(p)}",
        better and p < ALPHA,
        f"Welch's test against the best baseline, n = {runs()} each",
        note=f"{note} Nor the n of this column: not every run has one." if column in NO_N else note,
    )


def of_text() -> Iterator[Claim]:
    """Numbers of the text, which are one BEAGLE's or the other's."""
    quoted = {
        "Steps": said("BEAGLE", "steps"),
        "D_KL": said("BEAGLE", "D_KL"),
        "D_debug": said("BEAGLE", "D_debug"),
        "Gap": said("BEAGLE", "gap"),
        "P_recur": said("BEAGLE", "P_recur"),
        "Overall": said("BEAGLE", "realism"),
    }
    agree = {
        ours: [name for name, printed in quoted.items() if printed.may_be(cell(MAIN, ours, name))] for ours in OURS
    }
    yield BEAGLE.holds(
        "sections 4.1 to 4.3",
        "the numbers that BEAGLE is argued with are of one model",
        ", ".join(f"{name} {printed.text}" for name, printed in quoted.items()),
        "; ".join(f"{ours}: {len(names)} of {len(quoted)}" for ours, names in agree.items()),
        any(len(names) == len(quoted) for names in agree.values()),
        "Table 1",
        note=f"Not Flash 2.5's: {', '.join(name for name in quoted if name not in agree[FLASH_2_5])}.",
    )
    yield repeated(
        BEAGLE,
        "sections 4.1 and 4.2",
        "numbers of Vanilla and SimStudent",
        [
            (said(VANILLA, "steps"), cell(MAIN, VANILLA, "Steps")),
            (said(VANILLA, "solved"), cell(MAIN, VANILLA, "Solve")),
            (said(VANILLA, "D_debug"), cell(MAIN, VANILLA, "D_debug")),
            (said(VANILLA, "gap"), cell(MAIN, VANILLA, "Gap")),
            (said(VANILLA, "P_recur"), cell(MAIN, VANILLA, "P_recur")),
            (said("SimStudent", "P_recur"), cell(MAIN, SIMSTUDENT, "P_recur")),
        ],
        "Table 1",
    )
    yield BEAGLE.number(
        "App. F.2",
        "baselines in all",
        in_words("beagle_appendix_f2", "Figure 13", "baselines"),
        len(baselines()),
        "rows of Table 1",
    )
