"""The stage that draws one figure of a study, as SVG and PNG whose bytes depend on nothing but their data."""

import io
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib import style

from pipeline.components import component
from pipeline.figures import FIGURES, Evidence
from pipeline.figures.style import LOOK
from pipeline.frozen import FrozenStudy
from pipeline.layout import FIGURE_FORMS, Layout
from pipeline.published import PublishedTable
from pipeline.records import read_frames
from pipeline.stage import required, stage
from pipeline.study import Figure
from pipeline.writing import write

STEP_COLUMNS = ["condition", "task", "replicate", "step", "cognition", "interrupt", "malformed"]

UNDATED = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
"""Metadata left out of the files, as it would tell the day and the version of what drew them."""


def evidence(frozen: FrozenStudy, layout: Layout, name: Figure) -> Evidence:
    """What a figure of a study is drawn from."""
    jobs = [(frozen.name, *job) for job in product(frozen.study.conditions, frozen.study.tasks)]
    steps = [pd.read_parquet(layout.steps(*job), columns=STEP_COLUMNS) for job in jobs]
    stem = frozen.study.figures[name]
    return Evidence(
        frozen=frozen,
        scores=read_frames(layout.scores(frozen.name, condition) for condition in frozen.study.conditions),
        steps=pd.concat(steps, ignore_index=True),
        reference=component("reference", frozen.reference),
        printed=PublishedTable.read(stem) if stem else None,
    )


@stage
def main(words: Mapping[str, Any]) -> None:
    """Draw a figure of a study."""
    study, results, figure = required(words, "study", "results", "figure")
    frozen, layout, name = FrozenStudy.read(Path(study)), Layout(Path(results)), Figure(figure)
    with style.context(LOOK):
        drawing = FIGURES[name](evidence(frozen, layout, name))
        for form in FIGURE_FORMS:
            content = io.BytesIO()
            drawing.savefig(content, format=form, metadata=UNDATED[form], dpi=150)
            drawing.set_layout_engine("none")  # the places found for the first form serve the others
            write(layout.figure(frozen.name, name, form), content.getvalue())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
