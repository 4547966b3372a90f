"""How many programs DebugTA's percentages are of (Tables 1 to 3, App. F)."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.debugta.tables import (
    AC_AT_ALL,
    AC_RATE,
    CORPORA,
    DATASETS,
    DEBUGTA,
    FAULTS,
    KINDS,
    MAIN,
    PLAGIARISM,
    SYNTAX,
    TEXT,
    programs,
)
from pipeline.audit.printed import Printed, cell, column_of, in_words, words
from pipeline.audit.whole_counts import counts

TESTS = 10
"""Tests of a program, as the digits of the AC rates on Code4Bench tell; the paper prints no number."""


def claims() -> Iterator[Claim]:
    """What is printed of the three datasets."""
    for dataset in DATASETS:
        yield from of_dataset(dataset)
    yield of_tests()
    syntax, total = (sum(cell(FAULTS, dataset, name).value for dataset in DATASETS) for name in (SYNTAX, "programs"))
    yield DEBUGTA.holds(
        "App. F",
        "syntax errors are uncommon beside logic errors",
        "relatively uncommon",
        f"{syntax:g} of {total:g}",
        syntax < total / 2,
        "heading of Table 3",
    )
    number = in_words(TEXT, "Datasets", "number")
    levels = sorted({words(CORPORA, dataset, "Difficulty") for dataset in DATASETS})
    yield DEBUGTA.holds(
        "section 5.1",
        "the datasets are of varying difficulty",
        number.text,
        f"{len(levels)} levels: {', '.join(levels)}",
        len(levels) == number.value,
        "Table 1, Difficulty",
        otherwise=Verdict.UNDETERMINED,
    )


def of_dataset(dataset: str) -> Iterator[Claim]:
    """Its programs, counted in two tables, and what can be a share of them."""
    listed, total = cell(CORPORA, dataset, "# Questions"), cell(FAULTS, dataset, "programs")
    yield DEBUGTA.same("Table 1; heading of Table 3", f"{dataset}: questions", listed, total, "printed twice")
    yield DEBUGTA.number(
        "heading of Table 3",
        f"{dataset}: programs in all",
        total,
        sum(cell(FAULTS, dataset, kind).value for kind in KINDS),
        "syntax and logic errors, sum",
    )
    yield of_shares(dataset, "Table 1", listed)
    if total.value != listed.value:
        yield of_shares(dataset, "Table 3", total)
    pool = cell(CORPORA, dataset, "Pool Size")
    yield DEBUGTA.possible(
        "Table 1",
        f"{dataset}: Pool Size is a mean of {listed.text} whole numbers",
        pool,
        [size / listed.value for size in counts(pool, int(listed.value))],
        "sums over the number of questions",
    )


def of_shares(dataset: str, place: str, n: Printed) -> Claim:
    """Whether the rates that count whole programs can be shares of so many."""
    printed = [rate for name in (AC_AT_ALL, PLAGIARISM) for rate in column_of(MAIN, f"{dataset}: {name}").values()]
    wrong = [rate.text for rate in printed if not counts(rate, int(n.value), scale=100)]
    return DEBUGTA.holds(
        "Table 2",
        f"{dataset}: every AC@all and Plag. is a share of the {n.text} programs of {place}",
        f"{len(printed)} rates",
        f"{len(printed) - len(wrong)} are" + (f"; not {', '.join(wrong[:3])}, ..." if wrong else ""),
        not wrong,
        f"whole counts of {n.text}",
        otherwise=Verdict.IMPOSSIBLE,
        note=f"Table 2 is of another number of programs than {place} counts." if wrong else "",
    )


def of_tests() -> Claim:
    """Whether AC Rate counts tests: where programs have as many, each rate is a whole number of all of them."""
    dataset = "Code4Bench"
    rates, n = column_of(MAIN, f"{dataset}: {AC_RATE}"), TESTS * programs(dataset)
    fits = [rate for rate in rates.values() if counts(rate, n, scale=100)]
    return DEBUGTA.holds(
        "section 5.3",
        f"{dataset}: AC Rate is a percentage of whole tests",
        f"{len(rates)} rates",
        f"{len(fits)} are whole numbers of {n} tests",
        len(fits) == len(rates),
        f"whole counts of {TESTS} tests a program, {programs(dataset)} programs",
        otherwise=Verdict.UNDETERMINED,
    )
