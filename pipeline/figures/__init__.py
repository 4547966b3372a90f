"""The figures that a study can ask for, one module each."""

from collections.abc import Callable, Mapping

from matplotlib.figure import Figure as Drawing

from pipeline.figures import (
    behavioural_dna,
    cognitive_transitions,
    metacognition_by_level,
    metacognitive_transitions,
)
from pipeline.figures.evidence import Evidence
from pipeline.study import Figure

FIGURES: Mapping[Figure, Callable[[Evidence], Drawing]] = {
    Figure.COGNITIVE_TRANSITIONS: cognitive_transitions.draw,
    Figure.METACOGNITIVE_TRANSITIONS: metacognitive_transitions.draw,
    Figure.METACOGNITION_BY_LEVEL: metacognition_by_level.draw,
    Figure.BEHAVIOURAL_DNA: behavioural_dna.draw,
}

__all__ = ["FIGURES", "Evidence"]
