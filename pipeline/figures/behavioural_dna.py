"""The course of single episodes as strips, one colour a cognitive behaviour (BEAGLE, Figures 7 and 13)."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from metrics.counting import IntArray, codes, run_lengths
from metrics.programming.reference import DEBUGGING
from pipeline.figures import style
from pipeline.figures.evidence import Evidence
from protocol import Cognition

TRACES = 8
"""Episodes shown of each condition, as in Figure 13: the first of the study's first task."""

LOOP = 3
"""Steps from which on a block of debugging is framed; see `metrics.programming.behaviour.debugging_loops`."""

AWAY = "#BBBBBB"


def draw(evidence: Evidence) -> Figure:
    """A strip an episode, eight a condition; white is after the end, grey a step without a cognitive behaviour."""
    conditions = list(evidence.frozen.study.conditions)
    figure = style.blank(8, 0.95 * len(conditions) + 1.4)
    task, traces = evidence.frozen.study.tasks[0], min(TRACES, evidence.frozen.study.replicates)
    steps = evidence.steps[(evidence.steps["task"] == task) & (evidence.steps["replicate"] < traces)]
    for index, condition in enumerate(conditions):
        axes = figure.add_subplot(len(conditions), 1, index + 1)
        _strips(axes, steps[steps["condition"] == condition])
        axes.set_ylim(traces - 0.5, -0.5)
        axes.set_xlim(0.5, evidence.frozen.study.max_steps + 0.5)
        axes.set_ylabel(evidence.frozen.label(condition).replace(" (", "\n("), rotation=0, ha="right", va="center")
        axes.set_xticks([])
    axes.set_xticks([1, *range(5, evidence.frozen.study.max_steps + 1, 5)])
    axes.set_xlabel("step")
    handles = [Patch(color=colour, label=state.value) for state, colour in style.COGNITION.items()]
    handles += [Patch(color=AWAY, label="away, or no reply")]
    handles += [Patch(facecolor="none", edgecolor="black", linestyle="--", label=f"debugging for {LOOP} steps or more")]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=8)
    style.title(figure, evidence, f"Behavioural DNA: the first {traces} episodes at {task}")
    return figure


def _strips(axes: Axes, steps: pd.DataFrame) -> None:
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    colours = [style.COGNITION[state] for state in Cognition]
    for row, (_, episode) in enumerate(steps.groupby("replicate")):
        ordered = episode.sort_values("step")
        shown = codes(ordered["cognition"].tolist(), Cognition)
        bars = [(step - 0.5, 1.0) for step in ordered["step"]]
        axes.broken_barh(bars, (row - 0.4, 0.8), facecolors=[AWAY if code < 0 else colours[code] for code in shown])
        _frame_loops(axes, ordered["step"][shown >= 0].tolist(), *run_lengths(shown), row=row)


def _frame_loops(axes: Axes, steps: list[int], states: IntArray, lengths: IntArray, *, row: int) -> None:
    start = 0
    for state, length in zip(states, lengths, strict=True):
        if state == DEBUGGING and length >= LOOP:
            first, last = steps[start], steps[start + length - 1]
            corner, width = (first - 0.5, row - 0.45), last - first + 1
            axes.add_patch(Rectangle(corner, width, 0.9, fill=False, linestyle="--", linewidth=0.8))
        start += length
