"""Working memory: what rules can see of the task, the program and its last output, and what they can attend to."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from simulators.students.simstudent.interface import Interface
from simulators.students.simstudent.program import bare_names, class_in, methods_in, parse, statements

_ERROR = re.compile(r"\b[A-Z]\w*Error\b")
_LINE = re.compile(r'program\.py", line (\d+)')


class Element(StrEnum):
    """What a rule's attention can be on."""

    PROGRAM = "program"
    METHOD = "method"  # of the interface, written or not
    STATEMENT = "statement"  # of the program


@dataclass(frozen=True)
class Focus:
    """What the attention is on.

    Args:
        element: Of which kind it is.
        at: Its index among those of its kind.
        name: What to call it in a trace.
    """

    element: Element
    at: int
    name: str


@dataclass(frozen=True)
class WorkingMemory:
    """All that a step depends on.

    Args:
        interface: The class that is asked for.
        code: The program as it stands.
        output: What was printed last, if anything was.
        just_run: Whether it was this very program that printed it.
    """

    interface: Interface
    code: str
    output: str | None
    just_run: bool

    @cached_property
    def tree(self) -> ast.Module | None:
        """The program's syntax tree, to read and not to change; None if it does not parse."""
        return parse(self.code)

    @cached_property
    def plain(self) -> str:
        """The program without comments, in the layout in which operators write.

        Raises:
            ValueError, RecursionError: it holds something that cannot be written again.
        """
        return ast.unparse(self.tree or ast.Module([], []))

    @cached_property
    def errors(self) -> frozenset[str]:
        """Types of the errors that the output names."""
        return frozenset(_ERROR.findall(self.output or ""))

    @cached_property
    def lines(self) -> frozenset[int]:
        """Lines of the program that the output names."""
        return frozenset(map(int, _LINE.findall(self.output or "")))

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """The program's statements, from top to bottom."""
        return statements(self.tree) if self.tree else []

    @cached_property
    def has_bare_name(self) -> bool:
        """Whether the program has a name that self may have been forgotten on."""
        return self.tree is not None and bool(bare_names(self.tree))

    @cached_property
    def owner(self) -> ast.ClassDef | None:
        """The class that is asked for, if it is written."""
        return class_in(self.tree, self.interface.class_name) if self.tree else None

    @cached_property
    def methods(self) -> Mapping[str, ast.FunctionDef]:
        """Its methods that are written, by name."""
        return methods_in(self.owner)

    def foci(self, element: Element) -> list[Focus]:
        """All that the attention can be on, in the order of the interface or of the program."""
        match element:
            case Element.PROGRAM:
                return [Focus(element, 0, self.interface.class_name)]
            case Element.METHOD:
                return [Focus(element, at, method.name) for at, method in enumerate(self.interface.methods)]
            case Element.STATEMENT:
                return [Focus(element, at, f"line {line.lineno}") for at, line in enumerate(self.statements)]
