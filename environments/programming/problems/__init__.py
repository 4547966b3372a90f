"""The problems that are shipped, by id."""

from collections.abc import Mapping
from types import MappingProxyType

from environments.programming.problem import Problem
from environments.programming.problems.bouncing_ball import BOUNCING_BALL
from environments.programming.problems.particle import PARTICLE
from environments.programming.problems.slider import SLIDER
from protocol import ConfigurationError

PROBLEMS: Mapping[str, Problem] = MappingProxyType(
    {problem.id: problem for problem in (PARTICLE, SLIDER, BOUNCING_BALL)}
)


def problem(identifier: str) -> Problem:
    """The problem of that id.

    Raises:
        ConfigurationError: there is none.
    """
    try:
        return PROBLEMS[identifier]
    except KeyError:
        known = ", ".join(PROBLEMS)
        raise ConfigurationError(f"no programming problem is called {identifier!r}", mend=f"choose {known}") from None


__all__ = ["PROBLEMS", "problem"]
