"""What a figure is drawn from: a study, its measures, its steps, and what the paper prints."""

from dataclasses import dataclass

import pandas as pd

from metrics import Reference
from pipeline.frozen import FrozenStudy
from pipeline.published import PublishedTable


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a figure is drawn from.

    Args:
        frozen: The study.
        scores: One row of measures a completed episode.
        steps: One row a step: who, step, cognition, interrupt, malformed.
        reference: The real students.
        printed: The numbers that the paper prints for the figure, if any.
    """

    frozen: FrozenStudy
    scores: pd.DataFrame
    steps: pd.DataFrame
    reference: Reference
    printed: PublishedTable | None

    @property
    def conditions(self) -> list[str]:
        """Conditions that have an episode, in the study's order."""
        present = set(self.scores["condition"])
        return [name for name in self.frozen.study.conditions if name in present]

    def of(self, condition: str) -> pd.DataFrame:
        """The scores of a condition."""
        return self.scores[self.scores["condition"] == condition]

    def printed_for(self, condition: str) -> dict[str, float]:
        """The printed numbers of a condition's row, by column; the paper's own system goes by the paper's name."""
        names = {self.frozen.label(condition)}
        if condition == self.frozen.study.focus:
            names.add(self.frozen.study.paper.upper())
        cells = self.printed.cells.items() if self.printed else ()
        return {column: cell.value for (row, column), cell in cells if row in names and cell.value is not None}
