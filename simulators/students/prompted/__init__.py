"""Students made of a prompt alone: what Vanilla, CoT and Few-Shot have in common."""

from simulators.students.prompted.replies import Act, Fix, PhasedAct, ReasonedAct, ReasonedFix, ReasonedPhasedAct
from simulators.students.prompted.student import PromptedModel, Script
from simulators.students.prompted.views import ActView, Exemplar, ExemplarStep, FixView

__all__ = [
    "Act",
    "ActView",
    "Exemplar",
    "ExemplarStep",
    "Fix",
    "FixView",
    "PhasedAct",
    "PromptedModel",
    "ReasonedAct",
    "ReasonedFix",
    "ReasonedPhasedAct",
    "Script",
]
