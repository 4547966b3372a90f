"""Syntax and logic errors: whether Table 3 is of the runs of Table 2, and what App. F concludes."""

from collections.abc import Iterator

import numpy as np

from metrics.debugging.faults import overall
from pipeline.audit.claims import Claim, Verdict, shares
from pipeline.audit.debugta.tables import (
    AC_AT_ALL,
    AC_RATE,
    BACKBONES,
    BY_FAULT,
    DEBUGTA,
    FAULTS,
    KINDS,
    LOGIC,
    MAIN,
    ORIGIN,
    OURS,
    PLAGIARISM,
    SYNTAX,
    programs,
    rate,
)
from pipeline.audit.printed import Printed, cell, column_of, columns

FULL = ("CodeApex", "ACMOJ")
"""Datasets that both columns are known of; of Code4Bench, the copy has lost the logic errors."""

TORN = "Code4Bench"
DISPLACED = ("Origin: AC@all", f"{TORN}: {SYNTAX}")
"""Where the one number of the lost column that is left stands: the AC Rate of Origin on logic errors."""


def claims() -> Iterator[Claim]:
    """What Table 3 prints, and what App. F says of it."""
    yield from of_wholes()
    yield from of_copies()
    yield from of_counts()
    yield from of_lost_column()
    yield from of_conclusions()


def rows_of(measure: str) -> dict[str, str]:
    """Rows of Table 2 by the rows of Table 3 that take them apart."""
    return {f"Origin: {measure}": ORIGIN} | {f"{backbone}: {measure}": f"{backbone}: {OURS}" for backbone in BACKBONES}


def of_wholes() -> Iterator[Claim]:
    """The rates of Table 2 from the rates by kind of error."""
    for measure in (AC_RATE, AC_AT_ALL):
        for row, whole in rows_of(measure).items():
            for dataset in FULL:
                yield of_whole(row, dataset, cell(MAIN, whole, f"{dataset}: {measure}"))


def of_whole(row: str, dataset: str, printed: Printed) -> Claim:
    """A rate of Table 2 as the mean of syntax and logic errors."""
    kinds = [kind for kind in KINDS if row in column_of(BY_FAULT, f"{dataset}: {kind}")]
    n = np.array([cell(FAULTS, dataset, kind).value for kind in kinds])
    parts = [cell(BY_FAULT, row, f"{dataset}: {kind}") for kind in kinds]
    return DEBUGTA.follows(
        "Table 2 against Table 3",
        f"{row}, {dataset}",
        printed,
        lambda *rates: float(overall(np.array(rates), n)),
        parts,
        " and ".join(f"{part.text} of {number:g}" for part, number in zip(parts, n, strict=True)),
    )


def of_copies() -> Iterator[Claim]:
    """Where all programs have logic errors, the rate on these leaves room for the copies, which score 0."""
    dataset = FULL[0]
    for backbone in BACKBONES:
        copied = rate(backbone, OURS, dataset, PLAGIARISM)
        yield DEBUGTA.bounded(
            "Table 3 against Table 2 and App. E",
            f"{backbone}, {dataset}: AC Rate where plagiarised programs score 0",
            cell(BY_FAULT, f"{backbone}: {AC_RATE}", f"{dataset}: {LOGIC}"),
            0,
            100 - copied.low,
            f"100 % less a Plag. of {copied.text} in Table 2; all programs have logic errors",
        )


def of_counts() -> Iterator[Claim]:
    """AC@all counts whole programs."""
    for column in columns(BY_FAULT):
        dataset, kind = column.split(": ")
        n = cell(FAULTS, dataset, kind)
        for row, printed in column_of(BY_FAULT, column).items():
            if row.endswith(AC_AT_ALL) and printed.value and (row, column) != DISPLACED:
                yield DEBUGTA.possible(
                    "Table 3",
                    f"{row}, {column}: a whole number of {n.text} programs",
                    printed,
                    shares(int(n.value)),
                    f"whole counts of {n.text}",
                )


def implied(row: str, measure: str) -> float:
    """The rate on the logic errors of Code4Bench that Table 2 leaves."""
    syntax, logic = (cell(FAULTS, TORN, kind).value for kind in KINDS)
    total = programs(TORN) * cell(MAIN, rows_of(measure)[row], f"{TORN}: {measure}").value
    return (total - syntax * cell(BY_FAULT, row, f"{TORN}: {SYNTAX}").value) / logic


def of_lost_column() -> Iterator[Claim]:
    """What is left of Code4Bench: Logic, and what must have stood there."""
    left, syntax = cell(BY_FAULT, *DISPLACED), cell(BY_FAULT, f"Origin: {AC_RATE}", f"{TORN}: {SYNTAX}")
    n = np.array([cell(FAULTS, TORN, kind).value for kind in KINDS])
    yield DEBUGTA.follows(
        "Table 2 against Table 3",
        f"Origin: {AC_RATE}, {TORN}",
        cell(MAIN, ORIGIN, f"{TORN}: {AC_RATE}"),
        lambda *rates: float(overall(np.array(rates), n)),
        [syntax, left],
        f"{syntax.text} of {n[0]:g} and {left.text} of {n[1]:g}",
        note="The copy at hand sets this number into another cell.",
    )
    solved = {backbone: implied(f"{backbone}: {AC_AT_ALL}", AC_AT_ALL) * n[1] / 100 for backbone in BACKBONES}
    yield DEBUGTA.holds(
        "Table 2 against Table 3",
        f"{AC_AT_ALL}, {TORN}: what syntax errors leave is a whole number of programs with logic errors",
        ", ".join(cell(MAIN, f"{backbone}: {OURS}", f"{TORN}: {AC_AT_ALL}").text for backbone in BACKBONES),
        ", ".join(f"{backbone} {programs_solved:.2f}" for backbone, programs_solved in solved.items()),
        all(abs(number - round(number)) < 0.02 for number in solved.values()),
        "all programs of Table 2 less those of Table 3",
        otherwise=Verdict.IMPOSSIBLE,
    )


def of_conclusions() -> Iterator[Claim]:
    """What App. F says of both kinds."""
    dataset = "ACMOJ"
    gains = {
        backbone: [
            cell(BY_FAULT, f"{backbone}: {AC_RATE}", f"{dataset}: {kind}").value
            - cell(BY_FAULT, f"Origin: {AC_RATE}", f"{dataset}: {kind}").value
            for kind in KINDS
        ]
        for backbone in BACKBONES
    }
    yield DEBUGTA.holds(
        "App. F",
        f"improvements are balanced between syntax and logic errors: AC Rate, {dataset}",
        "balanced",
        "; ".join(f"{backbone} {syntax:+.2f} and {logic:+.2f}" for backbone, (syntax, logic) in gains.items()),
        all(max(pair) < 1.5 * min(pair) for pair in gains.values()),
        "Table 3 less Origin; balanced if neither is half as much again as the other",
        otherwise=Verdict.UNDETERMINED,
        note=f"Of {cell(FAULTS, dataset, SYNTAX).text} programs with syntax errors.",
    )
    for measure in (AC_RATE, AC_AT_ALL):
        for where in (dataset, TORN):
            yield of_variation(measure, where)


def of_variation(measure: str, dataset: str) -> Claim:
    """Whether backbones differ more on syntax than on logic errors."""
    rows = [f"{backbone}: {measure}" for backbone in BACKBONES]
    syntax = float(np.ptp([cell(BY_FAULT, row, f"{dataset}: {SYNTAX}").value for row in rows]))
    known = f"{dataset}: {LOGIC}" in columns(BY_FAULT)
    of_logic = [cell(BY_FAULT, row, f"{dataset}: {LOGIC}").value if known else implied(row, measure) for row in rows]
    logic = float(np.ptp(of_logic))
    return DEBUGTA.holds(
        "App. F",
        f"backbones differ more on syntax than on logic errors: {measure}, {dataset}",
        "more pronounced",
        f"{syntax:.2f} and {logic:.2f} points",
        syntax > logic,
        "range over the backbones, Table 3" + ("" if known else "; logic errors from Table 2"),
    )
