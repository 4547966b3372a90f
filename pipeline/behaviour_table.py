"""The stage that sets what rho_behav does to metacognition beside the printed numbers (BEAGLE, Table 13)."""

import math
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.cells import Summary, csv
from pipeline.frozen import FrozenStudy
from pipeline.grid import Grid
from pipeline.layout import BEHAVIOUR_FORMS, POOLED, Layout
from pipeline.published import PublishedTable
from pipeline.records import read_summary
from pipeline.stage import required, stage
from pipeline.writing import write

PRINTED = {"low": "Low Markov", "high": "High Markov", "difference": "Diff", "p": "p-value", "r": "r"}
"""The printed table's heading of each quantity."""

CORRELATIONS = {"steps": "Ena→Ena vs Steps", "solved": "Ena→Ena vs Solved"}
"""The printed table's last two rows."""


def effects(frozen: FrozenStudy, summary: Summary) -> pd.DataFrame:
    """The table, one row a quantity: ours and the printed numbers; shares in per cent, correlations plain.

    Columns: `row`, `low`, `high`, `difference`, `r`, `p`, and each again under `printed_`.
    """
    shares = summary["behaviour"].copy()
    shares[["low", "high", "difference"]] *= 100
    correlations = summary["persistence"].assign(row=lambda frame: frame["row"].map(CORRELATIONS))
    ours = pd.concat([shares, correlations], ignore_index=True).reindex(columns=["row", *PRINTED])
    stem = frozen.study.published_behaviour
    printed = PublishedTable.read(stem).cells if stem else {}
    theirs = {
        f"printed_{name}": [getattr(printed.get((row, heading)), "printed", "") for row in ours["row"]]
        for name, heading in PRINTED.items()
    }
    return ours.assign(**theirs)


def grid(frozen: FrozenStudy, summary: Summary, scope: str) -> Grid:
    """The table for a reader: two lines a quantity."""
    groups = []
    for row in effects(frozen, summary).to_dict("records"):
        ours = (_per_cent(row["low"]), _per_cent(row["high"]), _per_cent(row["difference"], signed=True))
        theirs = tuple(row[f"printed_{name}"] for name in PRINTED)
        r, p = ("" if math.isnan(row[name]) else f"{row[name]:.3f}" for name in ("r", "p"))
        significance = "<.001" if row["p"] < 0.001 else p
        groups.append(((row["row"], "this run", *ours, significance, r), ("", "paper", *theirs)))
    over = "all problems" if scope == POOLED else scope
    focus = frozen.label(frozen.study.focus)
    return Grid(
        f"Effect of rho_behav on the metacognition of {focus}, {over} ({frozen.name}, profile {frozen.profile})",
        ("Quantity", "", "LOW", "HIGH", "difference", "p", "r"),
        tuple(groups),
        (
            frozen.made_with,
            "Means over episodes, Welch's t-test; a row of transitions that an episode never leaves counts as 0.",
            "The paper's runs cross rho_behav with rho_persona, 110 of each pair; here both are alike in an episode.",
        ),
        labels=2,
    )


def _per_cent(value: float, *, signed: bool = False) -> str:
    return "" if math.isnan(value) else f"{value:{'+' if signed else ''}.1f}%"


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the table of a scope in all its forms."""
    study, results, scope = required(words, "study", "results", "scope")
    frozen, layout = FrozenStudy.read(Path(study)), Layout(Path(results))
    summary = read_summary(layout, frozen.name, scope)
    readable = grid(frozen, summary, scope)
    forms = {
        "csv": csv(effects(frozen, summary), frozen),
        "md": readable.to_markdown(),
        "tex": readable.to_latex(),
    }
    for form in BEHAVIOUR_FORMS:
        write(layout.behaviour_table(frozen.name, scope, form), forms[form])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
