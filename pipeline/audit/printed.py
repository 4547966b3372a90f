"""Printed numbers with what their digits leave open, read from results/published."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from pipeline.published import Cell, PublishedTable
from protocol import DataError

SPREAD = " ± "

NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TIMES = {"once": 1, "twice": 2}

HALF = 0.5
SLACK = 1e-9


@dataclass(frozen=True)
class Printed:
    """A number as a paper prints it.

    Args:
        text: As printed.
        value: The number.
        decimals: Digits after its point.
        spread: The number after its ±; NaN if there is none.
    """

    text: str
    value: float
    decimals: int
    spread: float = math.nan

    @property
    def half_a_digit(self) -> float:
        """How far from it a number may lie that is rounded to it."""
        return HALF * 10.0**-self.decimals

    @property
    def low(self) -> float:
        """The least number that is rounded to it."""
        return self.value - self.half_a_digit

    @property
    def high(self) -> float:
        """The greatest number that is rounded to it."""
        return self.value + self.half_a_digit

    def rounds_from(self, number: float) -> bool:
        """Whether a number is printed like this when it is rounded, a half up or down."""
        slack = SLACK * max(1.0, abs(number))
        return self.low - slack <= number <= self.high + slack

    def may_be(self, other: "Printed") -> bool:
        """Whether one number can be printed like this and like another, as where one has fewer digits."""
        return min(self.high, other.high) - max(self.low, other.low) > SLACK or math.isclose(self.value, other.value)

    def is_cut_from(self, number: float) -> bool:
        """Whether a number is printed like this when its further digits are cut off."""
        scale = 10.0**self.decimals
        cut = np.trunc(number * scale + math.copysign(SLACK, number)) / scale
        return math.isclose(cut, self.value, abs_tol=1e-12)


@cache
def _table(stem: str) -> PublishedTable:
    return PublishedTable.read(stem)


def _cell(stem: str, row: str, column: str) -> Cell:
    found = _table(stem).cells.get((row, column))
    if found is None:
        raise DataError(f"results/published/{stem}.csv: {row} x {column}: nothing is printed there")
    return found


def cell(stem: str, row: str, column: str) -> Printed:
    """A cell of a printed table.

    Args:
        stem: The table's file, such as `beagle_table1`.
        row: Label of the row.
        column: Heading of the column.

    Raises:
        DataError: there is no such cell, or it holds no number.
    """
    found = _cell(stem, row, column)
    if found.value is None:
        raise DataError(f"results/published/{stem}.csv: {row} x {column}: no number is printed there")
    number = found.printed.split(SPREAD)[0]
    return Printed(found.printed, found.value, decimals_of(number), math.nan if found.spread is None else found.spread)


def spread(stem: str, row: str, column: str) -> Printed:
    """The number after the ± of a cell.

    Raises:
        DataError: there is no such cell, or it has no ±.
    """
    found = _cell(stem, row, column)
    if found.spread is None:
        raise DataError(f"results/published/{stem}.csv: {row} x {column}: no spread is printed there")
    after = found.printed.split(SPREAD)[1]
    return Printed(f"± {after}", found.spread, decimals_of(after))


def column_of(stem: str, column: str) -> dict[str, Printed]:
    """The numbers of a column by row, in the print's order; rows that print none there are left out."""
    return {
        row: cell(stem, row, name)
        for (row, name), found in _table(stem).cells.items()
        if name == column and found.value is not None
    }


def words(stem: str, row: str, column: str) -> str:
    """What a cell holds, as printed.

    Raises:
        DataError: there is no such cell.
    """
    return _cell(stem, row, column).printed


def marked(stem: str, column: str, mark: str) -> tuple[str, ...]:
    """Rows whose cell of a column is set off, as `bold` or `underlined`."""
    found = _table(stem).cells.items()
    return tuple(row for (row, name), each in found if name == column and mark in each.note.split("; "))


def in_words(stem: str, row: str, column: str) -> Printed:
    """The number of a cell that is printed in words, such as `eight` or `twice`.

    Raises:
        DataError: there is no such cell, or it holds another word.
    """
    word = words(stem, row, column)
    known = {numeral: number for number, numeral in enumerate(NUMERALS)} | TIMES
    if word.lower() not in known:
        raise DataError(f"results/published/{stem}.csv: {row} x {column}: {word!r} is no number in words")
    return Printed(word, known[word.lower()], decimals=0)


def rows(stem: str) -> tuple[str, ...]:
    """Labels of a table's rows, in the print's order."""
    return tuple(dict.fromkeys(row for row, _ in _table(stem).cells))


def columns(stem: str) -> tuple[str, ...]:
    """Headings of a table's columns, in the print's order."""
    return tuple(dict.fromkeys(column for _, column in _table(stem).cells))


def decimals_of(text: str) -> int:
    """Digits after the point of the first number of a text."""
    _, point, rest = text.strip().partition(".")
    return len(rest) - len(rest.lstrip("0123456789")) if point else 0
