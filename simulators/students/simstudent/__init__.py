"""SimStudent: a student of production rules, learnt from worked examples (Matsuda et al., 2007)."""

from simulators.students.simstudent.demonstrations import DEMONSTRATIONS, Demonstration
from simulators.students.simstudent.learning import Explanations, learn
from simulators.students.simstudent.rules import Literal, ProductionRule, RuleSet
from simulators.students.simstudent.student import SimStudent, SimStudentModel, Weights

__all__ = [
    "DEMONSTRATIONS",
    "Demonstration",
    "Explanations",
    "Literal",
    "ProductionRule",
    "RuleSet",
    "SimStudent",
    "SimStudentModel",
    "Weights",
    "learn",
]
