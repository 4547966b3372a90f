"""What a programming problem is: a statement, a reference solution, and unit tests that go from easy to hard."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from environments.programming.catalogue import KNOWLEDGE_COMPONENTS
from environments.sandbox import Opaque, PlainValue


@dataclass(frozen=True)
class UnitTest:
    """One question to a learner's program, and the answer it must give.

    Args:
        name: What is tested, as a phrase.
        probe: Code whose last expression is the answer; it alone enters the sandbox.
        expected: The answer; it stays on this side.
        knowledge_components: What the test exercises.
        feedback: What a learner reads when the test fails.
        tolerance: How far a number may be off, relative above 1 and absolute below.
    """

    name: str
    probe: str
    expected: PlainValue
    knowledge_components: tuple[str, ...]
    feedback: str
    tolerance: float = 1e-6

    def accepts(self, value: PlainValue | Opaque) -> bool:
        """Whether a value is the expected one: numbers within tolerance, all else of the same type and equal."""
        return _same(value, self.expected, self.tolerance)


def _same(value: object, expected: object, tolerance: float) -> bool:
    if _number(value) and _number(expected):
        return math.isclose(value, expected, rel_tol=tolerance, abs_tol=tolerance)  # type: ignore[arg-type]
    if type(value) is not type(expected):
        return False
    if isinstance(value, list | tuple) and isinstance(expected, list | tuple):
        return len(value) == len(expected) and all(
            _same(one, other, tolerance) for one, other in zip(value, expected, strict=True)
        )
    return value == expected


def _number(value: object) -> bool:
    return type(value) in (int, float)  # True is no number


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """One programming problem (BEAGLE, App. E.1).

    Args:
        id: Its name in commands and in traces.
        title: Its name for readers.
        statement: What a learner is asked for, in Markdown.
        starter: What stands in the editor at the start.
        reference: A solution that passes every test.
        class_name: The class that is asked for.
        methods: Its interface, a line a method.
        needs: The knowledge components that each method needs, in the order in which one would write them.
            `__init__` stands for the head of the class too.
        tests: Unit tests, from "the class exists" to the physics.
    """

    id: str
    title: str
    statement: str
    starter: str
    reference: str
    class_name: str
    methods: tuple[str, ...]
    needs: Mapping[str, tuple[str, ...]]
    tests: tuple[UnitTest, ...]

    def __repr__(self) -> str:
        return f"Problem({self.id!r})"

    @cached_property
    def knowledge_components(self) -> tuple[str, ...]:
        """What the problem exercises, in the order of the catalogue."""
        needed = {component for components in self.needs.values() for component in components}
        return tuple(component for component in KNOWLEDGE_COMPONENTS if component in needed)
