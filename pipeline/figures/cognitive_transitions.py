"""How learners move between cognitive behaviours (BEAGLE, Figure 4), read as P(next | present)."""

import math

from matplotlib.figure import Figure

from metrics.counting import FloatArray, conditional_shares
from metrics.programming.episodes import cognitive_matrix
from pipeline.figures import style
from pipeline.figures.evidence import Evidence
from protocol import Cognition

COLUMNS = 3


def draw(evidence: Evidence) -> Figure:
    """One matrix for the real students and one a condition: where each behaviour leads."""
    panels: list[tuple[str, FloatArray, dict[str, float]]] = [("Real students", evidence.reference.transitions, {})]
    for condition in evidence.conditions:
        shares = conditional_shares(cognitive_matrix(evidence.of(condition)))
        panels.append((evidence.frozen.label(condition), shares, evidence.printed_for(condition)))
    rows = math.ceil(len(panels) / COLUMNS)
    figure = style.blank(2.6 * COLUMNS, 2.5 * rows + 0.8)
    for index, (name, shares, printed) in enumerate(panels):
        axes = figure.add_subplot(rows, COLUMNS, index + 1)
        style.matrix(axes, shares, style.letters(Cognition), printed, name)
    figure.supxlabel("to (% of what follows the row; C constructing, D debugging, A assessing)", fontsize=8)
    figure.supylabel("from", fontsize=8)
    style.title(figure, evidence, "Cognitive transitions")
    return figure
