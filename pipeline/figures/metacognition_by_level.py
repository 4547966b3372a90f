"""Where HIGH and LOW learners spend their time (BEAGLE, Figure 6)."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from metrics.counting import FloatArray, shares
from metrics.programming.episodes import METACOGNITIVE_STEPS
from pipeline.figures import style
from pipeline.figures.evidence import Evidence
from protocol import Level, Metacognition


def draw(evidence: Evidence) -> Figure:
    """One bar a level of the study's focus: share of its steps in each metacognitive behaviour."""
    figure = style.blank(8, 3.4)
    axes = figure.add_subplot()
    for position, level in enumerate(Level):
        _bar(axes, position, _shares(evidence, level))
    axes.set_yticks(range(len(Level)), [f"{level.upper()}\n{_printed(evidence, level)}" for level in Level])
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of steps")
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.25), ncols=len(Metacognition), frameon=False)
    focus = evidence.frozen.label(evidence.frozen.study.focus)
    style.title(figure, evidence, f"Metacognition of {focus} by performance level")
    return figure


def _shares(evidence: Evidence, level: Level) -> FloatArray:
    rows = evidence.of(evidence.frozen.study.focus)
    return shares(rows.loc[rows["rho_behav"] == level, METACOGNITIVE_STEPS].to_numpy(dtype=float).sum(axis=0))


def _bar(axes: Axes, position: int, levels: FloatArray) -> None:
    left = 0.0
    for state, share in zip(Metacognition, np.nan_to_num(levels), strict=True):
        label = state.value.capitalize() if position == 0 else None
        axes.barh(position, 100 * share, left=left, color=style.METACOGNITION[state], edgecolor="white", label=label)
        if share > 0.04:
            colour = "white" if state is Metacognition.PLANNING else "black"
            axes.text(left + 50 * share, position, f"{100 * share:.0f}", ha="center", va="center", color=colour)
        left += 100 * share


def _printed(evidence: Evidence, level: Level) -> str:
    """What the paper prints of a level, with ours: its row's columns name behaviours joined by `and`."""
    found = _shares(evidence, level)
    lines = []
    cells = evidence.printed.cells.items() if evidence.printed else ()
    for (row, column), cell in cells:
        if row == level.upper():
            states = [Metacognition(name.strip().lower()) for name in column.split("and")]
            ours = 100 * sum(found[list(Metacognition).index(state)] for state in states)
            lines.append(f"{' + '.join(states)}\n{ours:.1f} % (paper {cell.printed})")
    return "\n".join(lines)
