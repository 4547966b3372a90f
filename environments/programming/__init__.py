"""Programming problems: what is asked, how code is graded, and what it shows of each knowledge component."""

from environments.programming.catalogue import KNOWLEDGE_COMPONENTS, KnowledgeComponent
from environments.programming.gating import may_edit, runs
from environments.programming.grader import Grader, Observation
from environments.programming.oracle import evidence
from environments.programming.problem import Problem, UnitTest
from environments.programming.problems import PROBLEMS, problem

__all__ = [
    "KNOWLEDGE_COMPONENTS",
    "PROBLEMS",
    "Grader",
    "KnowledgeComponent",
    "Observation",
    "Problem",
    "UnitTest",
    "evidence",
    "may_edit",
    "problem",
    "runs",
]
