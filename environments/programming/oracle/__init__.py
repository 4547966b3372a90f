"""The IDE oracle: which knowledge components a learner's code applies, credited one by one.

The oracle reads the syntax tree and runs nothing, so that a program which fails its tests, or does not even
parse, still earns what it gets right (BEAGLE, App. E.2).
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from environments.programming.oracle import coding, physics  # for the detectors that they register
from environments.programming.oracle.detectors import DETECTORS
from environments.programming.oracle.program import Program
from environments.programming.problem import Problem


@lru_cache(maxsize=4096)
def evidence(source: str, problem: Problem) -> Mapping[str, bool | None]:
    """What a program shows of each knowledge component of a problem.

    Args:
        source: A learner's program, in whatever state.
        problem: What it is meant to solve; its reference says where a component is needed.

    Returns:
        True where a component is applied correctly, False where it is applied wrongly or missing where the code
        needs it, None where nothing can be said yet: its place is not written, or the code is nested too deep to read.
    """
    try:
        program = Program.read(source, problem)
        found = {component: DETECTORS[component](program) for component in problem.knowledge_components}
    except RecursionError:
        found = dict.fromkeys(problem.knowledge_components)
    return MappingProxyType(found)


__all__ = ["coding", "evidence", "physics"]
