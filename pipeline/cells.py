"""The numbers of a study's table: ours and the printed ones, cell by cell (BEAGLE, Table 1)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.frozen import FrozenStudy
from pipeline.published import Cell, PublishedTable

NOT_BUILT = "not built yet"
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
    """The table, one row a cell, in the columns' units; NaN and None where there is nothing to say.

    Columns: `row`, `condition`, `column`, `unit`, `value`, `spread`, `low`, `high`, `n`, `reason`, `printed`,
    `printed_value`, `printed_spread`, `difference`, and of the judge's columns `requested`, `graded`, `failed`.
    """
    estimates = summary["estimates"].set_index(["condition", "measure"]).to_dict("index")
    printed = PublishedTable.read(frozen.study.published).cells
    return pd.DataFrame(
        [
            {"row": row, "condition": condition, "column": column.heading, "unit": column.unit}
            | _ours(column, condition, estimates.get((condition, column.measure)))
            | _theirs(printed.get((row, column.heading)))
            for row, condition in rows_of(frozen)
            for column in COLUMNS
        ]
    ).assign(difference=lambda frame: frame["value"] - frame["printed_value"])


def rows_of(frozen: FrozenStudy) -> Iterator[tuple[str, str | None]]:
    """The printed rows in their order, then the conditions that the paper does not have."""
    yield from frozen.study.rows.items()
    yield from ((name, name) for name in frozen.study.conditions if name not in frozen.study.rows.values())


def _ours(column: Column, condition: str | None, estimate: Mapping[Any, Any] | None) -> dict[str, Any]:
    empty: dict[str, Any] = {**dict.fromkeys(("value", "spread", "low", "high"), math.nan), "n": 0}
    judged = dict.fromkeys(("requested", "graded", "failed"), 0 if column.measure is None and condition else None)
    if condition is None:
        return {**empty, "reason": NOT_BUILT, **judged}
    if estimate is None:
        return {**empty, "reason": NOT_JUDGED, **judged}
    scaled = {key: estimate[key] * column.scale for key in ("value", "spread", "low", "high")}
    return {**scaled, "n": estimate["n"], "reason": estimate["reason"], **judged}


def _theirs(cell: Cell | None) -> dict[str, Any]:
    value, spread = (cell.value, cell.spread) if cell else (None, None)
    return {
        "printed": cell.printed if cell else None,
        "printed_value": math.nan if value is None else value,
        "printed_spread": math.nan if spread is None else spread,
    }


def wide(table: pd.DataFrame) -> pd.DataFrame:
    """One row a method, for a spreadsheet: what is known of a column stands under `<column> <what>`."""
    known = [name for name in table.columns if name not in ("row", "condition", "column")]
    pivoted = table.pivot(index="row", columns="column", values=known)
    order = [(name, column.heading) for column in COLUMNS for name in known]
    pivoted = pivoted.loc[list(dict.fromkeys(table["row"])), order]
    pivoted.columns = pd.Index([f"{heading} {name}" for name, heading in order])
    return pivoted.dropna(axis="columns", how="all").reset_index()


def csv(frame: pd.DataFrame) -> str:
    """A data frame as CSV, numbers to six digits."""
    return str(frame.to_csv(index=False, float_format="%.6g", lineterminator="\n"))
