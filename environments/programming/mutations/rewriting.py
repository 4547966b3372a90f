"""Rewriting expressions by pattern: `A * dt` into `A`, where a capital letter stands for any expression."""

import ast
import copy
from collections.abc import Mapping, Sequence

Bindings = dict[str, ast.expr]


class Rewriting(ast.NodeTransformer):
    """Replaces expressions that match a pattern; the first pattern that matches wins, innermost first.

    Args:
        rules: Replacement by pattern, both as Python expressions.
    """

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._rules = [(_expression(pattern), _expression(made)) for pattern, made in rules.items()]

    def visit(self, node: ast.AST) -> ast.AST:
        """A node with everything in it rewritten, and then itself."""
        node = self.generic_visit(node)
        for pattern, made in self._rules:
            bound: Bindings = {}
            if _matches(pattern, node, bound):
                return _Filling(bound).visit(copy.deepcopy(made))  # type: ignore[no-any-return]
        return node


class _Filling(ast.NodeTransformer):
    def __init__(self, bound: Bindings) -> None:
        self._bound = bound

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._bound.get(node.id, node)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _matches(pattern: object, node: object, bound: Bindings) -> bool:
    match pattern, node:
        case ast.Name(id=name), ast.expr() if len(name) == 1 and name.isupper():
            return _same(bound.setdefault(name, node), node)
        case ast.expr_context(), ast.expr_context():
            return True
        case ast.AST(), ast.AST():
            return type(pattern) is type(node) and all(
                _matches(getattr(pattern, name), getattr(node, name), bound) for name in pattern._fields
            )
        case list(), list():
            return _all_match(pattern, node, bound)
    return type(pattern) is type(node) and pattern == node


def _all_match(patterns: Sequence[object], nodes: Sequence[object], bound: Bindings) -> bool:
    return len(patterns) == len(nodes) and all(
        _matches(pattern, node, bound) for pattern, node in zip(patterns, nodes, strict=True)
    )


def _same(one: ast.AST, other: ast.AST) -> bool:
    return one is other or ast.unparse(one) == ast.unparse(other)
