"""Features of working memory: what the conditions of rules are made of."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from simulators.students.simstudent.interface import Signature
from simulators.students.simstudent.program import is_empty
from simulators.students.simstudent.working_memory import Element, Focus, WorkingMemory


@dataclass(frozen=True)
class Feature:
    """Something that can be so or not.

    Args:
        of: What it can be asked of; None if of anything, as it is a matter of the whole.
        told_by: How it is told.
    """

    of: Element | None
    told_by: Callable[[WorkingMemory, Focus], bool]


def _of_whole(told_by: Callable[[WorkingMemory], bool]) -> Feature:
    return Feature(None, lambda memory, _focus: told_by(memory))


def _of_method(told_by: Callable[[ast.FunctionDef | None], bool]) -> Feature:
    return Feature(Element.METHOD, lambda memory, focus: told_by(memory.methods.get(focus.name)))


def _of_signature(told_by: Callable[[Signature], bool]) -> Feature:
    return Feature(Element.METHOD, lambda memory, focus: told_by(memory.interface.methods[focus.at]))


def _written(memory: WorkingMemory, methods: Sequence[Signature]) -> bool:
    return all(method.name in memory.methods for method in methods)


def _shows(error: str) -> Feature:
    return _of_whole(lambda memory: error in memory.errors)


FEATURES: Mapping[str, Feature] = {
    "method_written": _of_method(lambda method: method is not None),
    "method_empty": _of_method(is_empty),
    "gives_value": _of_signature(lambda signature: signature.gives_value),
    "takes_argument": _of_signature(lambda signature: bool(signature.parameters)),
    "earlier_methods_written": Feature(
        Element.METHOD, lambda memory, focus: _written(memory, memory.interface.methods[: focus.at])
    ),
    "named_by_output": Feature(
        Element.STATEMENT, lambda memory, focus: memory.statements[focus.at].lineno in memory.lines
    ),
    "class_written": _of_whole(lambda memory: memory.owner is not None),
    "constructor_written": _of_whole(lambda memory: "__init__" in memory.methods),
    "constructor_empty": _of_whole(lambda memory: is_empty(memory.methods.get("__init__"))),
    "all_methods_written": _of_whole(lambda memory: _written(memory, memory.interface.methods)),
    "bare_name": _of_whole(lambda memory: memory.has_bare_name),
    "error_shown": _of_whole(lambda memory: bool(memory.errors)),
    "just_run": _of_whole(lambda memory: memory.just_run),
    **{f"shows_{error}": _shows(error) for error in ("AssertionError", "AttributeError", "NameError")},
}
"""By name. Where one would do as well as another, learning keeps the one that stands first."""


def features(memory: WorkingMemory, focus: Focus) -> Mapping[str, bool]:
    """Every feature that can be asked of the focus, in the order of `FEATURES`."""
    asked = {name: feature for name, feature in FEATURES.items() if feature.of in (focus.element, None)}
    return {name: feature.told_by(memory, focus) for name, feature in asked.items()}
