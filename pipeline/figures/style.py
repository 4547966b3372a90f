"""How figures look: one palette that colour-blind readers can tell apart, one title that says what made them."""

import textwrap
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from metrics.counting import FloatArray
from pipeline.figures.evidence import Evidence
from protocol import Cognition, Metacognition

# Okabe and Ito's palette
COGNITION = {Cognition.CONSTRUCTING: "#009E73", Cognition.DEBUGGING: "#CC79A7", Cognition.ASSESSING: "#F0E442"}
METACOGNITION = {
    Metacognition.PLANNING: "#0072B2",
    Metacognition.ENACTING: "#E69F00",
    Metacognition.MONITORING: "#56B4E9",
    Metacognition.REFLECTING: "#999999",
}

LOOK = Path(__file__).with_name("practicum.mplstyle")


def blank(width: float, height: float) -> Figure:
    """An empty figure of a size in inches."""
    return Figure(figsize=(width, height), layout="constrained")


def title(figure: Figure, evidence: Evidence, text: str) -> None:
    """Head a figure, and say what spoke for the learners."""
    frozen = evidence.frozen
    figure.suptitle(f"{text}\n{frozen.name}, profile {frozen.profile}; {frozen.made_with}", fontsize=10)


def letters(states: type[Cognition] | type[Metacognition]) -> list[str]:
    """The first letter of each state, as the paper abbreviates them."""
    return [state.value[0].upper() for state in states]


def matrix(axes: Axes, shares: FloatArray, labels: list[str], printed: Mapping[str, float], name: str) -> None:
    """A transition matrix in per cent, with the printed numbers beneath ours.

    Args:
        axes: Where to draw.
        shares: Share of each transition, shape (k, k); rows are left, columns are entered.
        labels: Letters of the states.
        printed: Per cent by transition, such as `C→D`.
        name: Whose transitions they are.
    """
    axes.imshow(np.nan_to_num(shares), cmap="Blues", vmin=0, vmax=1)
    axes.set_title("\n".join(textwrap.wrap(name, 24)))
    ticks = range(len(labels))
    axes.set_xticks(ticks, labels)
    axes.set_yticks(ticks, labels)
    axes.tick_params(length=0)
    for row, left in enumerate(labels):
        for column, entered in enumerate(labels):
            share = shares[row, column]
            text = "–" if np.isnan(share) else f"{100 * share:.1f}"
            if (theirs := printed.get(f"{left}→{entered}")) is not None:
                text += f"\n(paper {theirs:g})"
            colour = "white" if share > 0.6 else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=7, color=colour)
