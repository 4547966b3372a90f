"""The numbers of a study's table: ours and the printed ones, cell by cell (BEAGLE, Table 1)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.frozen import FrozenStudy
from pipeline.published import Cell, PublishedTable

NOT_RUN = "not run"
NOT_JUDGED = "not judged yet"


@dataclass(frozen=True)
class Column:
    """A column of the printed table, and the measure that fills it.

    Args:
        heading: As in the printed table's file.
        measure: Name of the measure; None for a column that a judge will fill.
        decimals: Digits after the point.
        unit: What its numbers count; `%` are shares times 100.
    """

    heading: str
    measure: str | None
    decimals: int
    unit: str

    @property
    def scale(self) -> float:
        """From a measure's value to the column's unit."""
        return 100.0 if self.unit == "%" else 1.0

    @property
    def title(self) -> str:
        """The heading with its unit, where that is per cent."""
        return f"{self.heading} %" if self.unit == "%" else self.heading


COLUMNS = (
    Column("Solve", "solve", 2, "%"),
    Column("Steps", "steps_taken", 1, "steps"),
    Column("Gap", "gap", 1, "%"),
    Column("D_KL", "d_kl", 2, "nats"),
    Column("D_debug", "d_debug", 2, "nats"),
    Column("Nonlin", "nonlinearity", 2, "share"),
    Column("P_recur", "p_recur", 1, "%"),
    Column("Lag", "lag", 2, "steps"),
    Column("Debug", None, 2, "score"),
    Column("Code", None, 2, "score"),
    Column("Lang", None, 2, "score"),
    Column("Overall", None, 2, "score"),
)
"""BEAGLE's Table 1; the last four are an LLM judge's, and no judge is built yet."""

Summary = Mapping[str, pd.DataFrame]


def cells(frozen: FrozenStudy, summary: Summary) -> pd.DataFrame:
    """The table, one row a cell, in the columns' units; NaN and empty where there is nothing to say.

    Columns: `row`, `condition`, `column`, `unit`, `value`, `spread`, `low`, `high`, `n`, `reason`, `printed`,
    `printed_value`, `printed_spread`, `difference`, and of the judge's columns `requested`, `graded`, `failed`.
    """
    estimates = summary["estimates"].set_index(["condition", "measure"]).to_dict("index")
    printed = PublishedTable.read(frozen.study.published).cells
    table = pd.DataFrame(
        [
            {"row": row, "condition": condition, "column": column.heading, "unit": column.unit}
            | _ours(column, condition, estimates.get((condition, column.measure)))
            | _theirs(printed.get((row, column.heading)))
            for row, condition in rows_of(frozen)
            for column in COLUMNS
        ]
    )
    return table.assign(difference=table["value"] - table["printed_value"])


def others(frozen: FrozenStudy, summary: Summary) -> pd.DataFrame:
    """The measures that the printed table has no column for, one row a measure of a condition, in plain shares.

    Columns: `row`, `condition`, `column` (the measure's name), `unit`, `source`, `value`, `spread`, `low`, `high`,
    `n`, `reason`.
    """
    printed = {column.measure for column in COLUMNS}
    estimates = summary["estimates"]
    rest = estimates[~estimates["measure"].isin(printed)].rename(columns={"measure": "column"})
    rest.insert(0, "row", rest["condition"].map(frozen.label))
    rest["unit"] = rest["unit"].replace("%", "share")
    return rest


def compared(summary: Summary) -> pd.DataFrame:
    """The study's focus minus each other condition, in the columns' units (`records.COMPARISONS`)."""
    columns = pd.DataFrame(
        [(column.measure, column.heading, column.unit, column.scale) for column in COLUMNS if column.measure],
        columns=["measure", "column", "unit", "scale"],
    )
    frame = summary["comparisons"].drop(columns="unit").merge(columns, on="measure", how="left")
    frame[["difference", "low", "high"]] = frame[["difference", "low", "high"]].mul(frame["scale"], axis="index")
    return frame[["focus", "other", "column", "unit", "difference", "low", "high", "pairs", "p", "p_holm"]]


def attempted(summary: Summary) -> pd.DataFrame:
    """One row a condition: how its episodes ended, and what they took (`records.ATTEMPTS`)."""
    return summary["attempts"]


def rows_of(frozen: FrozenStudy) -> Iterator[tuple[str, str | None]]:
    """The printed rows in their order, then the conditions that the paper does not have."""
    yield from frozen.study.rows.items()
    yield from ((name, name) for name in frozen.study.conditions if name not in frozen.study.rows.values())


def _ours(column: Column, condition: str | None, estimate: Mapping[Any, Any] | None) -> dict[str, Any]:
    empty: dict[str, Any] = {**dict.fromkeys(("value", "spread", "low", "high"), math.nan), "n": 0}
    judged = dict.fromkeys(("requested", "graded", "failed"), 0 if column.measure is None and condition else None)
    if condition is None:
        return {**empty, "reason": NOT_RUN, **judged}
    if estimate is None:
        return {**empty, "reason": NOT_JUDGED, **judged}
    scaled = {key: estimate[key] * column.scale for key in ("value", "spread", "low", "high")}
    return {**scaled, "n": estimate["n"], "reason": estimate["reason"], **judged}


def _theirs(cell: Cell | None) -> dict[str, Any]:
    value, spread = (cell.value, cell.spread) if cell else (None, None)
    return {
        "printed": cell.printed if cell else "",
        "printed_value": math.nan if value is None else value,
        "printed_spread": math.nan if spread is None else spread,
    }


def wide(table: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """One row a method, for a spreadsheet: what is known of a column stands under `<column> <what>`."""
    who = ["row", "condition"]
    methods = table[who].drop_duplicates().merge(attempts, on="condition", how="left")
    for column, cells_of in table.groupby("column", sort=False):
        known = cells_of.drop(columns=[*who, "column"]).dropna(axis="columns", how="all")
        methods = methods.join(known.add_prefix(f"{column} ").set_index(methods.index))
    return methods


def csv(frame: pd.DataFrame, frozen: FrozenStudy) -> str:
    """A data frame as CSV, numbers to six digits; its last column says what the numbers were made with."""
    return str(frame.assign(made_with=frozen.made_with).to_csv(index=False, float_format="%.6g", lineterminator="\n"))
