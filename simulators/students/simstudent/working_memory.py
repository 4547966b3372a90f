"""Working memory: what rules can see of the task, the program and its last output, and the features of it."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from simulators.students.simstudent.program import bare_names, class_in, is_empty, method_in, parse, statements

_ERROR = re.compile(r"\b[A-Z]\w*Error\b")
_LINE = re.compile(r'program\.py", line (\d+)')


@dataclass(frozen=True)
class Signature:
    """A line of an interface, such as `fill(amount) -> None`.

    Args:
        name: Of the method; of the class, for its constructor.
        arguments: As they are written, without self.
        parameters: Their names.
        gives_value: Whether the interface says that something is returned.
    """

    name: str
    arguments: str
    parameters: tuple[str, ...]
    gives_value: bool

    @classmethod
    def read(cls, line: str) -> "Signature":
        """The signature that a line of an interface states."""
        function = ast.parse(f"def {line}: ...").body[0]
        assert isinstance(function, ast.FunctionDef)
        returned = function.returns
        nothing = returned is None or (isinstance(returned, ast.Constant) and returned.value is None)
        parameters = tuple(argument.arg for argument in function.args.args)
        return cls(function.name, ast.unparse(function.args), parameters, gives_value=not nothing)


@dataclass(frozen=True)
class Interface:
    """The class that is asked for: how it is made, and its methods in the order in which they are listed."""

    constructor: Signature
    methods: tuple[Signature, ...]

    @classmethod
    def read(cls, lines: Sequence[str]) -> "Interface":
        """The interface that some lines state, the constructor first."""
        constructor, *methods = map(Signature.read, lines)
        return cls(constructor, tuple(methods))

    @property
    def class_name(self) -> str:
        """Name of the class."""
        return self.constructor.name


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

    def method(self, name: str) -> ast.FunctionDef | None:
        """A method of the class that is asked for, if it is written."""
        return method_in(self.tree, self.interface.class_name, name) if self.tree else None

    def foci(self, element: Element) -> list[Focus]:
        """All that the attention can be on, in the order of the interface or of the program."""
        match element:
            case Element.PROGRAM:
                return [Focus(element, 0, self.interface.class_name)]
            case Element.METHOD:
                return [Focus(element, at, method.name) for at, method in enumerate(self.interface.methods)]
            case Element.STATEMENT:
                return [Focus(element, at, f"line {line.lineno}") for at, line in enumerate(self.statements)]

    def features(self, focus: Focus) -> Mapping[str, bool]:
        """Every feature that makes sense of the focus, in the order of `FEATURES`."""
        kinds = (focus.element, None)
        return {name: feature(self, focus) for name, (kind, feature) in FEATURES.items() if kind in kinds}


Feature = Callable[[WorkingMemory, Focus], bool]


def _signature(memory: WorkingMemory, focus: Focus) -> Signature:
    return memory.interface.methods[focus.at]


def _written(memory: WorkingMemory, count: int) -> bool:
    return all(memory.method(method.name) for method in memory.interface.methods[:count])


def _bare_name(memory: WorkingMemory, _focus: Focus) -> bool:
    return memory.tree is not None and any(bare_names(memory.tree, statement) for statement in memory.statements)


def _shows(error: str) -> Feature:
    return lambda memory, _focus: error in memory.errors


FEATURES: Mapping[str, tuple[Element | None, Feature]] = {
    "method_written": (Element.METHOD, lambda memory, focus: memory.method(focus.name) is not None),
    "method_empty": (Element.METHOD, lambda memory, focus: is_empty(memory.method(focus.name))),
    "gives_value": (Element.METHOD, lambda memory, focus: _signature(memory, focus).gives_value),
    "takes_argument": (Element.METHOD, lambda memory, focus: bool(_signature(memory, focus).parameters)),
    "earlier_methods_written": (Element.METHOD, lambda memory, focus: _written(memory, focus.at)),
    "named_by_output": (
        Element.STATEMENT,
        lambda memory, focus: memory.statements[focus.at].lineno in memory.lines,
    ),
    "class_written": (
        None,
        lambda memory, _focus: memory.tree is not None and class_in(memory.tree, memory.interface.class_name) is not None,
    ),
    "constructor_written": (None, lambda memory, _focus: memory.method("__init__") is not None),
    "constructor_empty": (None, lambda memory, _focus: is_empty(memory.method("__init__"))),
    "all_methods_written": (None, lambda memory, _focus: _written(memory, len(memory.interface.methods))),
    "bare_name": (None, _bare_name),
    "error_shown": (None, lambda memory, _focus: bool(memory.errors)),
    "just_run": (None, lambda memory, _focus: memory.just_run),
    **{f"shows_{error}": (None, _shows(error)) for error in ("AssertionError", "AttributeError", "NameError")},
}
"""By name, what a feature can be asked of (None: of anything), and how it is told; more telling ones stand first."""
