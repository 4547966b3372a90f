"""Pure functions from traces to numbers: no files, no model, no clock."""

from metrics.programming.behaviour import (
    cognitive_divergence,
    debugging_divergence,
    nonlinearity,
    transition_divergence,
)
from metrics.programming.episodes import episode_measures
from metrics.programming.measures import TABLE_1, Estimate, Measure, Unit, compare, estimate, pooled_divergences
from metrics.programming.metacognition import effect_of_behaviour, persistence_and_performance
from metrics.programming.reference import COMBINED_TEST_DATA, Reference
from metrics.statistics.intervals import Interval, PairedDifference
from metrics.undefined import Undefined

__all__ = [
    "COMBINED_TEST_DATA",
    "TABLE_1",
    "Estimate",
    "Interval",
    "Measure",
    "PairedDifference",
    "Reference",
    "Undefined",
    "Unit",
    "cognitive_divergence",
    "compare",
    "debugging_divergence",
    "effect_of_behaviour",
    "episode_measures",
    "estimate",
    "nonlinearity",
    "persistence_and_performance",
    "pooled_divergences",
    "transition_divergence",
]
