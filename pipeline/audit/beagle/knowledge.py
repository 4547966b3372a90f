"""BEAGLE's knowledge: parameters that are printed twice, and zones that overlap (App. B.1, B.4 and E)."""

import re
from collections.abc import Iterator

import numpy as np

from metrics.programming.knowledge_tracing import expected_mastery
from pipeline.audit.beagle.runs import BEAGLE
from pipeline.audit.claims import Claim
from pipeline.audit.printed import cell, rows, words
from pipeline.audit.together import repeated

DETAILS, SETUP, ZONES = "beagle_appendix_b1", "beagle_appendix_e", "beagle_table10"


def claims() -> Iterator[Claim]:
    """What is printed of mastery."""
    places = [(row, "value") for row in ("P(L_0)", "P(T)", "P(S)", "P(G)")] + [
        (row, "from") for row in ("PARTIAL", "MASTERED")
    ]
    yield repeated(
        BEAGLE,
        "App. B.1",
        "parameters and thresholds",
        [(cell(DETAILS, *at), cell(SETUP, *at)) for at in places],
        "App. E",
    )
    boundaries = sorted({float(number) for row in rows(ZONES) for number in re.findall(r"\d\.\d", row)})
    shared = {mastery: zones_of(mastery) for mastery in boundaries if len(zones_of(mastery)) != 1}
    yield BEAGLE.holds(
        "Table 10",
        "every mastery lies in one zone",
        ", ".join(rows(ZONES)),
        "; ".join(f"{mastery:g} in {' and '.join(zones)}" for mastery, zones in shared.items()) or "one each",
        not shared,
        "zones that hold each printed boundary",
    )
    yield of_responses()
    mastered = cell(DETAILS, "MASTERED", "from")
    level = [words(ZONES, row, "Scaffold Level") for row in rows(ZONES) if holds(row, mastered.value)]
    yield BEAGLE.holds(
        "Table 10 against App. B.1",
        "what is mastered needs no scaffold",
        f"MASTERED from {mastered.text} on",
        f"{' and '.join(level)} at {mastered.text}",
        level == ["NONE"],
        "zone that holds the threshold",
    )


def of_responses() -> Claim:
    """Where the responses come from that mastery is updated on."""
    updates = np.arange(1.0, 31.0)
    crossing = int(updates[expected_mastery(updates) >= cell(DETAILS, "MASTERED", "from").value][0])
    return BEAGLE.same_words(
        "App. B.1; App. E.2",
        "where the responses come from that knowledge tracing is updated on",
        words(DETAILS, "Response", "comes from"),
        words(SETUP, "Response", "comes from"),
        "two descriptions",
        note=f"Sampled from mastery itself, responses raise it on average to MASTERED in {crossing} updates, "
        "whatever the student writes.",
    )


def zones_of(mastery: float) -> list[str]:
    """The zones that a mastery lies in."""
    return [words(ZONES, row, "ZPD Zone") for row in rows(ZONES) if holds(row, mastery)]


def holds(row: str, mastery: float) -> bool:
    """Whether a mastery lies within a printed range: `> 0.7`, `0.5 - 0.7` or `< 0.3`."""
    numbers = [float(number) for number in re.findall(r"\d\.\d", row)]
    if row.startswith(">"):
        return mastery > numbers[0]
    return mastery < numbers[0] if row.startswith("<") else numbers[0] <= mastery <= numbers[1]
