"""What BEAGLE's ablations show, and what its text makes of them (Table 2, section 4.4)."""

from collections.abc import Iterator

from pipeline.audit.beagle.comparisons import HIGHER_IS_BETTER
from pipeline.audit.beagle.runs import (
    ABLATIONS,
    BEAGLE,
    COMBINED,
    FLASH_2_0,
    FLASH_2_5,
    FULL,
    MAIN,
    NO_BKT,
    NO_INTERRUPTS,
    NO_SEMI_MARKOV,
    runs,
    said,
)
from pipeline.audit.chance import ALPHA, p_text, welch_p
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import cell, column_of, columns, rows
from pipeline.audit.together import repeated

AS_IN_TABLE_1 = {"Realism": "Overall"}
"""Columns of Table 2 that Table 1 names otherwise."""


def claims() -> Iterator[Claim]:
    """What Table 2 prints, and what sections 4.2, 4.4 and 6 say of it."""
    yield repeated(
        BEAGLE,
        "Table 2",
        f"row {FULL}",
        [
            (cell(ABLATIONS, FULL, name), cell(MAIN, FLASH_2_0, AS_IN_TABLE_1.get(name, name)))
            for name in columns(ABLATIONS)
        ],
        f"Table 1, {FLASH_2_0}",
    )
    yield from of_text()
    yield from of_recurrence()
    yield from of_knowledge()
    yield from of_architecture()
    yield from of_interrupts()


def of_text() -> Iterator[Claim]:
    """Numbers of section 4.4."""
    quoted = {
        FULL: {"P_recur": "P_recur", "Debug": "Debug", "realism": "Realism"},
        NO_BKT: {"P_recur": "P_recur", "Debug": "Debug", "realism": "Realism"},
        COMBINED: {"P_recur": "P_recur", "realism": "Realism"},
        NO_SEMI_MARKOV: {"D_KL": "D_KL"},
    }
    pairs = [(said(row, ours), cell(ABLATIONS, row, name)) for row, of in quoted.items() for ours, name in of.items()]
    yield repeated(BEAGLE, "section 4.4", "numbers of the ablations", pairs, "Table 2")
    others = [row for row in rows(ABLATIONS) if row not in (FULL, NO_SEMI_MARKOV)]
    yield BEAGLE.number(
        "section 4.4",
        "greatest D_KL of the other ablations",
        said("Other ablations", "D_KL"),
        max(cell(ABLATIONS, row, "D_KL").value for row in others),
        "Table 2",
    )


def of_recurrence() -> Iterator[Claim]:
    """By how much P_recur falls in the Combined Agent: printed twice, as different percentages."""
    full, merged = (cell(ABLATIONS, row, "P_recur").value for row in (FULL, COMBINED))
    other = cell(MAIN, FLASH_2_5, "P_recur").value
    of_table = {"points": full - merged, "per cent of it": 100 * (full - merged) / full}
    of_other = {"points from Flash 2.5": other - merged, "per cent of Flash 2.5": 100 * (other - merged) / other}
    early, late = (said(COMBINED, f"less recurrence, section {section}") for section in ("4.2", "4.4"))
    claim, method = (
        "merging Strategist and Executor lowers the error recurrence by",
        "Table 2, Full BEAGLE and Combined Agent",
    )
    yield BEAGLE.readings("section 4.4", claim, late, of_table, method, note="Points, printed with a % sign.")
    yield BEAGLE.readings("section 4.2", claim, early, of_table | of_other, f"{method}; Table 1, {FLASH_2_5}")
    yield BEAGLE.same("section 4.2", f"{claim}, here and in section 4.4", early, late, "printed twice")


def of_knowledge() -> Iterator[Claim]:
    """What removing BKT does, and whether it is more than chance."""
    for name in ("Debug", "Realism", "P_recur"):
        full, without = cell(ABLATIONS, FULL, name), cell(ABLATIONS, NO_BKT, name)
        p = welch_p(full, runs(), without, runs() - 1)
        yield BEAGLE.holds(
            "section 4.4",
            f"BKT contributes: without it {name} differs by more than chance",
            f"{full.text} and {without.text}",
            p_text(p),
            p < ALPHA,
            f"Welch's test, n = {runs()} and {runs() - 1}",
            otherwise=Verdict.UNDETERMINED,
            note="The paper prints no test.",
        )
    full, without = cell(ABLATIONS, FULL, "Lang"), cell(ABLATIONS, NO_BKT, "Lang")
    yield BEAGLE.holds(
        "section 6",
        "removing knowledge constraints increases surface fluency",
        "increases",
        f"Lang {full.text} falls to {without.text}",
        without.value > full.value,
        "Table 2, No BKT; Lang is its only measure of language",
        note="That skill levels collapse has no number either: Table 2 prints no Gap.",
    )


def of_architecture() -> Iterator[Claim]:
    """What merging the two agents does, and whether any part is missed."""
    realism = column_of(ABLATIONS, "Realism")
    drops = {row: realism[FULL].value - each.value for row, each in realism.items() if row != FULL}
    most = max(drops, key=drops.__getitem__)
    yield BEAGLE.holds(
        "section 4.4",
        f"{COMBINED} has the largest drop of realism",
        f"{realism[FULL].text} to {realism[COMBINED].text}",
        f"{most}, {in_digits(drops[most], 2)}",
        most == COMBINED,
        "Table 2",
    )
    p = welch_p(realism[FULL], runs(), realism[COMBINED], runs())
    yield BEAGLE.holds(
        "section 4.4",
        f"{COMBINED}: the drop of realism is more than chance",
        f"{realism[FULL].text} to {realism[COMBINED].text}",
        p_text(p),
        p < ALPHA,
        f"Welch's test, n = {runs()} each",
    )
    best = {}
    for name in columns(ABLATIONS)[1:]:
        values = {row: each.value for row, each in column_of(ABLATIONS, name).items()}
        best[name] = (max if HIGHER_IS_BETTER[AS_IN_TABLE_1.get(name, name)] else min)(values, key=values.__getitem__)
    yield BEAGLE.holds(
        "Table 2",
        "every part is needed: the full system is the best in some column",
        FULL,
        "; ".join(f"{name}: {row}" for name, row in best.items()),
        FULL in best.values(),
        "best of each column, by its arrow",
        note="Each measure is best with some part left out. Section 4.4 says so of interrupts alone.",
    )


def of_interrupts() -> Iterator[Claim]:
    """What removing interrupts does."""
    names = [name for name in columns(ABLATIONS) if name != "Steps"]
    pairs = {name: (cell(ABLATIONS, FULL, name), cell(ABLATIONS, NO_INTERRUPTS, name)) for name in names}
    p_values = {name: welch_p(full, runs(), without, runs()) for name, (full, without) in pairs.items()}
    yield BEAGLE.holds(
        "section 4.4",
        "removing interrupts yields comparable metrics",
        "comparable",
        "; ".join(
            f"{name} {pairs[name][0].value:g} and {pairs[name][1].value:g}, {p_text(p)}" for name, p in p_values.items()
        ),
        min(p_values.values()) >= ALPHA,
        f"Welch's test, n = {runs()} each",
    )
