"""How learners move between metacognitive behaviours, changes only (BEAGLE, Figure 5)."""

import math

from matplotlib.figure import Figure

from metrics.counting import changes_only, joint_shares
from metrics.programming.episodes import metacognitive_matrix
from pipeline.figures import style
from pipeline.figures.evidence import Evidence
from protocol import Metacognition

COLUMNS = 2


def draw(evidence: Evidence) -> Figure:
    """One matrix for each condition whose learners show metacognition: share of each change among all."""
    panels = []
    for condition in evidence.conditions:
        counts = metacognitive_matrix(evidence.of(condition))
        if counts.any():
            shares = joint_shares(changes_only(counts))
            panels.append((evidence.frozen.label(condition), shares, evidence.printed_for(condition)))
    rows = max(1, math.ceil(len(panels) / COLUMNS))
    figure = style.blank(3.6 * COLUMNS, 3.4 * rows + 0.8)
    for index, (name, shares, printed) in enumerate(panels):
        axes = figure.add_subplot(rows, COLUMNS, index + 1)
        style.matrix(axes, shares, style.letters(Metacognition), printed, name)
    figure.supxlabel("to (% of all changes; P planning, E enacting, M monitoring, R reflecting)", fontsize=8)
    figure.supylabel("from", fontsize=8)
    style.title(figure, evidence, "Metacognitive transitions, changes only")
    return figure
