"""What is asked for: the interface of a class, read off the lines that state it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from simulators.students.simstudent.program import class_in, methods_in


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
        (function,) = methods_in(class_in(ast.parse(f"class _:\n    def {line}: ..."), "_")).values()
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
