"""What the papers printed: results/published, one CSV a table, one line a cell."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pipeline.study import Study
from pipeline.words import mend
from protocol import ConfigurationError, DataError

PUBLISHED = Path("results/published")


@dataclass(frozen=True)
class Cell:
    """A cell of a printed table.

    Args:
        printed: As printed.
        value: The number in it, in its unit; None where there is none.
        spread: The number after its ±, in the same unit.
        unit: `%`, `share`, `steps`, `nats`, `score` and so on.
        note: What a reader should know of it.
    """

    printed: str
    value: float | None
    spread: float | None
    unit: str
    note: str


@dataclass(frozen=True)
class PublishedTable:
    """A printed table.

    Args:
        stem: Name of its file in results/published.
        cells: By row and column, in the order of the print.
    """

    stem: str
    cells: Mapping[tuple[str, str], Cell]

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Labels of the rows, from top to bottom."""
        return tuple(dict.fromkeys(row for row, _ in self.cells))

    @classmethod
    def read(cls, stem: str) -> "PublishedTable":
        """A table by the name of its file.

        Raises:
            DataError: there is no such file, or it is not what its schema says.
        """
        path = path_of(stem)
        try:
            with path.open(newline="", encoding="utf-8") as lines:
                return cls(stem, {(line["row"], line["column"]): _cell(line) for line in csv.DictReader(lines)})
        except FileNotFoundError as error:
            known = [other.stem for other in PUBLISHED.glob("*.csv")]
            raise DataError(f"{path}: no such published table", mend=mend(stem, known)) from error
        except (KeyError, ValueError) as error:
            raise DataError(f"{path}: not a published table ({error})", mend=f"see {PUBLISHED}/README.md") from error


def path_of(stem: str) -> Path:
    """Where a printed table lies."""
    return PUBLISHED / f"{stem}.csv"


def check_published(study: Study) -> None:
    """See that the printed tables of a study are there, and have the rows that it names.

    Raises:
        DataError: one is missing, or not what its schema says.
        ConfigurationError: the study names a row that is not printed.
    """
    tables = {stem: PublishedTable.read(stem) for stem in study.printed}
    rows = tables[study.published].rows
    for row in study.rows:
        if row not in rows:
            raise ConfigurationError(f"rows: {path_of(study.published)} has no row {row}", mend=mend(row, rows))


def _cell(line: Mapping[str, str]) -> Cell:
    value, spread = (float(line[key]) if line[key] else None for key in ("value", "spread"))
    return Cell(line["printed"], value, spread, line["unit"], line["note"])
