"""What a method assigns and returns, statement by statement, with local names filled in."""

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

_LARGEST = 150  # nodes of an expression that is still filled in; keeps x = x + x, over and over, in bounds


@dataclass(frozen=True)
class Flow:
    """Assignments, as pairs of target and value in their order; returned values; printed values."""

    assignments: list[tuple[ast.expr, ast.expr]] = field(default_factory=list)
    returns: list[ast.expr] = field(default_factory=list)
    prints: list[ast.expr] = field(default_factory=list)

    @property
    def answers(self) -> list[ast.expr]:
        """What the method gives out: who does not know of return may still print the right thing."""
        return self.returns or self.prints


@dataclass(frozen=True)
class Surroundings:
    """What a method may lean on.

    Args:
        numbers: Values of names that stand for a number throughout.
        attributes: Values of attributes that the constructor works out for good.
        result: What one of the learner's own methods returns, or None if that is not a single formula.
    """

    numbers: Mapping[str, ast.expr]
    attributes: Mapping[str, ast.expr]
    result: Callable[[str], ast.expr | None]


def read_flow(function: ast.FunctionDef, surroundings: Surroundings) -> Flow:
    """Read a method from top to bottom, into every branch.

    A local that a branch sets anew becomes a conditional expression of its values.
    """
    reader = _Reader(surroundings)
    reader.block(function.body, branching=False)
    return reader.flow


class _Reader:
    def __init__(self, surroundings: Surroundings) -> None:
        self.flow = Flow()
        self._locals: dict[str, ast.expr] = {}
        self._surroundings = surroundings

    def block(self, body: list[ast.stmt], branching: bool) -> None:
        for statement in body:
            match statement:
                case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                    for target, value in _assigned(statement):
                        self._assign(target, self._filled(value), branching)
                case ast.Return(value=ast.expr() as value):
                    self.flow.returns.append(self._filled(value))
                case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=values)):
                    self.flow.prints.extend(self._filled(value) for value in values)
                case ast.If() | ast.For() | ast.While():
                    self.block(statement.body, branching=True)
                    self.block(statement.orelse, branching=True)
                case ast.With() | ast.Try():
                    self.block(statement.body, branching)

    def _assign(self, target: ast.expr, value: ast.expr, branching: bool) -> None:
        match target:
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for index, part in enumerate(targets):
                    self._assign(part, _element(value, index), branching)
                return
            case ast.Name(id=name):
                self._remember(name, value, branching)
        if isinstance(value, ast.Tuple | ast.List):
            for index, part in enumerate(value.elts):
                self.flow.assignments.append((_element(_loaded(target), index), part))
        else:
            self.flow.assignments.append((target, value))

    def _remember(self, name: str, value: ast.expr, branching: bool) -> None:
        if branching and name in self._locals:
            value = ast.IfExp(test=ast.Constant(True), body=value, orelse=self._locals[name])
        if sum(1 for _ in ast.walk(value)) <= _LARGEST:
            self._locals[name] = value
        else:
            self._locals.pop(name, None)

    def _filled(self, value: ast.expr) -> ast.expr:
        filled: ast.expr = _Filling(self._locals, self._surroundings).visit(value)
        return filled


class _Filling(ast.NodeVisitor):
    """Puts values in the place of names; what has none to fill in is shared with the old tree, not copied."""

    def __init__(self, known: Mapping[str, ast.expr], surroundings: Surroundings) -> None:
        self._known = known
        self._surroundings = surroundings

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._known.get(node.id) or self._surroundings.numbers.get(node.id) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node.value:
            case ast.Name(id="self") | ast.Name(id="cls"):
                return self._surroundings.attributes.get(node.attr) or node
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node.func:
            case ast.Attribute(value=ast.Name(id="self"), attr=name) | ast.Name(id=name):
                if not node.args and (result := self._surroundings.result(name)) is not None:
                    return result
        return _changed(node, {"args": [self.visit(argument) for argument in node.args]})

    def generic_visit(self, node: ast.AST) -> ast.AST:
        found: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                found[name] = self.visit(value)
            elif isinstance(value, list):
                found[name] = [self.visit(part) if isinstance(part, ast.AST) else part for part in value]
        return _changed(node, found)


N = TypeVar("N", bound=ast.AST)


def _changed(node: N, fields: Mapping[str, Any]) -> N:
    """A node with other fields; itself if they are the same."""
    if all(_same(getattr(node, name), value) for name, value in fields.items()):
        return node
    made = copy.copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list):
        return all(part is same for part, same in zip(one, other, strict=True))
    return one is other


def _assigned(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> Iterator[tuple[ast.expr, ast.expr]]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value
        case ast.AugAssign(target=target, op=op, value=value):
            yield target, ast.BinOp(_loaded(target), op, value)


def _loaded(target: ast.expr) -> ast.expr:
    """A target, read instead of written."""
    loaded = copy.copy(target)
    loaded.ctx = ast.Load()  # type: ignore[attr-defined]
    return loaded


def _element(value: ast.expr, index: int) -> ast.expr:
    """One element of a value, taken out of it where it stands there."""
    match value:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) if index < len(elements):
            return elements[index]
    return ast.Subscript(value=value, slice=ast.Constant(index), ctx=ast.Load())
