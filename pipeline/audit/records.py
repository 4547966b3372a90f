"""The audit as records: a CSV with a line a claim, and its counts."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from pipeline.audit.claims import Claim, Verdict
from pipeline.grid import Grid
from protocol import DataError

COLUMNS = tuple(field.name for field in fields(Claim))

TITLES = {
    "beagle": "BEAGLE",
    "eduverse": "EduVerse",
    "treeinstruct": "TreeInstruct",
    "tutorgym": "TutorGym",
    "debugta": "DebugTA",
}
"""How the papers write their names."""

BY_WEIGHT = (Verdict.IMPOSSIBLE, Verdict.DISAGREES, Verdict.UNDETERMINED, Verdict.ROUNDING, Verdict.AGREES)
"""What a reader should look at first, first."""


def to_csv(claims: Iterable[Claim]) -> str:
    """A line a claim, in their order."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows(astuple(claim) for claim in claims)
    return text.getvalue()


def read_claims(path: Path) -> tuple[Claim, ...]:
    """The claims of a CSV that `to_csv` made.

    Raises:
        DataError: it is not such a file.
    """
    try:
        with path.open(newline="", encoding="utf-8") as lines:
            return tuple(_claim(line) for line in csv.DictReader(lines))
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path}: not an audit ({error})", mend="remove it, and audit again") from error


def _claim(line: dict[str, Any]) -> Claim:
    return Claim(**line | {"verdict": Verdict(line["verdict"])})


def papers_of(claims: Iterable[Claim]) -> tuple[str, ...]:
    """The papers, in the order of their claims."""
    return tuple(dict.fromkeys(claim.paper for claim in claims))


def tally(claims: Sequence[Claim]) -> Grid:
    """How many claims of each paper have which verdict."""
    counts = Counter((claim.paper, claim.verdict) for claim in claims)
    numbers = {TITLES[paper]: [counts[paper, verdict] for verdict in BY_WEIGHT] for paper in papers_of(claims)}
    numbers["All"] = [sum(of_verdict) for of_verdict in zip(*numbers.values(), strict=True)]
    rows = tuple((name, *map(str, row), str(sum(row))) for name, row in numbers.items())
    return Grid("Printed numbers, recomputed from what else is printed", ("Paper", *BY_WEIGHT, "claims"), (rows,))
