"""The stage that sets a study's numbers beside the printed ones (BEAGLE, Table 1)."""

import math
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.cells import COLUMNS, NOT_RUN, Column, Summary, attempted, cells, compared, csv, others, rows_of, wide
from pipeline.frozen import FrozenStudy
from pipeline.grid import Grid
from pipeline.layout import POOLED, TABLE_FORMS, Layout
from pipeline.records import BROKEN_OFF, read_summary
from pipeline.stage import required, stage
from pipeline.writing import write

SPREADS = (
    "± is what the paper prints: the standard error of a solve rate, and the standard deviation over episodes "
    "elsewhere. Intervals are Wilson's (Solve), Newcombe's (Gap), and a bootstrap over episodes."
)
PAIRED = (
    "Pairs share task and replicate, and so their random streams; p by permutation within pairs, adjusted by "
    "Holm's method over the conditions, for each column by itself."
)


SPEND = (
    "Replies count where they are used. One that was paid for by another study is free; one that several conditions "
    "share counts in each. A model on the user's own machine costs nothing. Steps in which a reply could not be read, "
    "or was cut short by the limit on its tokens, are the machinery's, not the learner's."
)


def grid(frozen: FrozenStudy, summary: Summary, scope: str) -> Grid:
    """The table for a reader: four lines a method."""
    table = cells(frozen, summary)
    episodes = _episodes(summary)
    groups = []
    for (row, condition), of_row in zip(rows_of(frozen), _grouped(table), strict=True):
        of_column = list(zip(COLUMNS, of_row.to_dict("records"), strict=True))
        theirs = (row if condition is None else "", "paper", "", *(cell["printed"] for _, cell in of_column))
        lines = [theirs]
        if condition is not None:
            lines = [
                (row, "this run", episodes[condition], *(_value(*pair) for pair in of_column)),
                ("", "95 % interval (n)", "", *(_interval(*pair) for pair in of_column)),
                theirs,
                ("", "difference", "", *(_difference(*pair) for pair in of_column)),
            ]
        else:
            lines.append(("", "this run", NOT_RUN, *("" for _ in COLUMNS)))
        groups.append(tuple(lines))
    headings = ("Method", "", "Episodes", *(column.title for column in COLUMNS))
    return Grid(_title(frozen, scope), headings, tuple(groups), _notes(frozen, summary), labels=2)


def short(frozen: FrozenStudy, summary: Summary, scope: str) -> Grid:
    """The table for a terminal: two lines a method, without the judge's columns."""
    columns = [column for column in COLUMNS if column.measure]
    groups = []
    for (row, condition), of_row in zip(rows_of(frozen), _grouped(cells(frozen, summary)), strict=True):
        of_column = [pair for pair in zip(COLUMNS, of_row.to_dict("records"), strict=True) if pair[0] in columns]
        ours = (row, "run", *(_value(*pair, undefined="-") for pair in of_column))
        theirs = ("" if condition else row, "paper", *(cell["printed"].rstrip("%") for _, cell in of_column))
        groups.append((ours, theirs) if condition else (theirs,))
    notes = (f"{frozen.made_with}; rows without a run: methods that are not built yet, or another model",)
    return Grid(_title(frozen, scope), ("Method", "", *(column.title for column in columns)), tuple(groups), notes, 2)


def comparison_grid(frozen: FrozenStudy, summary: Summary, scope: str) -> Grid:
    """The study's focus against every other condition: difference, interval and adjusted p."""
    columns = [column for column in COLUMNS if column.measure]
    groups = []
    for other, against in compared(summary).groupby("other", sort=False):
        pairs = list(zip(columns, against.rename(columns={"pairs": "n"}).to_dict("records"), strict=True))
        groups.append(
            (
                (frozen.label(str(other)), "difference", *(_difference(*pair) for pair in pairs)),
                ("", "95 % interval (pairs)", *(_interval(*pair) for pair in pairs)),
                ("", "p (Holm)", *(_p(row["p_holm"]) for _, row in pairs)),
            )
        )
    focus = frozen.label(frozen.study.focus)
    headings = (f"{focus} minus", "", *(column.title for column in columns))
    title = f"{focus} against the other methods: {_title(frozen, scope)}"
    return Grid(title, headings, tuple(groups), (frozen.made_with, PAIRED), labels=2)


def others_grid(frozen: FrozenStudy, summary: Summary, scope: str) -> Grid:
    """What else the paper's definitions allow: Steps by Eq. 18, D_KL of transitions, measures of pooled steps."""
    frame = others(frozen, summary)
    names = dict.fromkeys(zip(frame["column"], frame["source"], strict=True))
    groups = []
    for row, measures in frame.groupby("row", sort=False):
        of_row = measures.to_dict("records")
        plain = [Column(measure["column"], measure["column"], 3, measure["unit"]) for measure in of_row]
        pairs = list(zip(plain, of_row, strict=True))
        values = (str(row), "this run", *(_value(*pair) for pair in pairs))
        groups.append((values, ("", "95 % interval (n)", *(_interval(*pair) for pair in pairs))))
    headings = ("Method", "", *(f"{name} ({source})" for name, source in names))
    title = f"Further measures: {_title(frozen, scope)}"
    return Grid(title, headings, tuple(groups), (frozen.made_with, "Shares are not in per cent."), labels=2)


def effort_grid(frozen: FrozenStudy, summary: Summary, scope: str) -> Grid:
    """How the episodes of each condition ended, and what its replies took."""
    groups = []
    for row in attempted(summary).to_dict("records"):
        ended = (row["attempted"], row["completed"], *(row[reason] for reason in BROKEN_OFF))
        tokens = (f"{row['prompt_tokens']:,}", f"{row['completion_tokens']:,}")
        unread = (f"{_percent(row['malformed_steps'])} / {_percent(row['truncated_steps'])}",)
        calls = (f"{row['calls']:,}", f"{row['free_calls']:,}")
        groups.append(((frozen.label(row["condition"]), *map(str, ended), *unread, *calls, *tokens, cost_of(row)),))
    ends = ("Attempted", "Completed", "Backend failed", "Budget used up", "Sandbox failed")
    taken = ("Replies", "of these free", "Prompt tokens", "Reply tokens", "US$")
    headings = ("Method", *ends, "Steps unread / cut %", *taken)
    title = f"What it took: {_title(frozen, scope)}"
    return Grid(title, headings, tuple(groups), (frozen.made_with, SPEND), labels=1)


def cost_of(row: Mapping[Any, Any]) -> str:
    """Dollars, with what is not known of them."""
    known = f"{row['cost']:.4f}"
    if not row["unpriced_calls"]:
        return known
    paid = row["calls"] - row["free_calls"]
    return "unknown" if row["unpriced_calls"] == paid else f"{known} + {row['unpriced_calls']:,} of unknown price"


def grids(frozen: FrozenStudy, summary: Summary, scope: str) -> tuple[Grid, ...]:
    """All that is said of a scope, for a reader."""
    return tuple(make(frozen, summary, scope) for make in (grid, effort_grid, comparison_grid, others_grid))


def _title(frozen: FrozenStudy, scope: str) -> str:
    over = "all problems" if scope == POOLED else scope
    return f"{frozen.study.title}, {over} ({frozen.name}, profile {frozen.profile})"


def _notes(frozen: FrozenStudy, summary: Summary) -> tuple[str, ...]:
    return (
        frozen.made_with,
        SPREADS,
        "Episodes: completed of attempted; those that the machinery broke off count in no number.",
        "Debug, Code, Lang and Overall are a judge's: requested / graded / failed, and not judged yet.",
        f"Steps in which no reply could be read: {_unread(frozen, summary, 'malformed_steps') or 'none'}.",
        f"Steps in which a reply was cut short: {_unread(frozen, summary, 'truncated_steps') or 'none'}.",
    )


def _unread(frozen: FrozenStudy, summary: Summary, kind: str) -> str:
    rows = [row for row in attempted(summary).to_dict("records") if row[kind] > 0]
    return ", ".join(f"{frozen.label(row['condition'])} {_percent(row[kind])} %" for row in rows)


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}"


def _episodes(summary: Summary) -> dict[str, str]:
    rows = summary["attempts"].to_dict("records")
    return {row["condition"]: f"{row['completed']}/{row['attempted']}" for row in rows}


def _grouped(table: pd.DataFrame) -> Iterable[pd.DataFrame]:
    return [of_row for _, of_row in table.groupby("row", sort=False)]


def _number(column: Column, value: float) -> str:
    text = f"{value:.{column.decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def _signed(column: Column, value: float) -> str:
    text = "" if math.isnan(value) else _number(column, value)
    return f"+{text}" if text and value > 0 and float(text) else text


def _value(column: Column, cell: Mapping[Any, Any], undefined: str = "") -> str:
    if column.measure is None:
        return f"{cell['requested']:.0f} / {cell['graded']:.0f} / {cell['failed']:.0f}"
    if math.isnan(cell["value"]):
        return undefined or str(cell["reason"])
    value = (_signed if column.heading == "Gap" else _number)(column, cell["value"])
    return value if math.isnan(cell["spread"]) else f"{value} ± {_number(column, cell['spread'])}"


def _interval(column: Column, cell: Mapping[Any, Any]) -> str:
    if math.isnan(cell["low"]):
        return ""
    return f"{_number(column, cell['low'])} to {_number(column, cell['high'])} ({cell['n']})"


def _difference(column: Column, cell: Mapping[Any, Any]) -> str:
    return _signed(column, cell["difference"])


def _p(value: float) -> str:
    return "" if math.isnan(value) else "<.001" if value < 0.001 else f"{value:.3f}"


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the table of a scope in all its forms."""
    study, results, scope = required(words, "study", "results", "scope")
    frozen, layout = FrozenStudy.read(Path(study)), Layout(Path(results))
    summary = read_summary(layout, frozen.name, scope)
    table, readable = cells(frozen, summary), grids(frozen, summary, scope)
    forms = {
        "csv": csv(wide(table, attempted(summary)), frozen),
        "long.csv": csv(pd.concat([table, others(frozen, summary)], ignore_index=True), frozen),
        "comparisons.csv": csv(compared(summary), frozen),
        "md": "\n".join(each.to_markdown() for each in readable),
        "tex": "\n".join(each.to_latex() for each in readable),
        "txt": short(frozen, summary, scope).to_text(),
    }
    for form in TABLE_FORMS:
        write(layout.table(frozen.name, scope, form), forms[form])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
