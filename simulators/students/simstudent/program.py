"""Reading a learner's program: its class, its methods, and the statements in them."""

import ast
import builtins
from collections.abc import Iterator, Mapping

_BLOCKS = ("body", "orelse", "finalbody")
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr, ast.Delete, ast.Raise, ast.Assert)
_BUILT_IN = frozenset(dir(builtins))
_BINDS_WITHIN = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.NamedExpr)


def parse(code: str) -> ast.Module | None:
    """The program's syntax tree; None where there is none to be had."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # ValueError for null bytes and lone surrogates
        return None


def class_in(tree: ast.Module, name: str) -> ast.ClassDef | None:
    """The class of that name."""
    return next((node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name), None)


def methods_in(owner: ast.ClassDef | None) -> Mapping[str, ast.FunctionDef]:
    """The methods of a class, by name."""
    body = owner.body if owner else []
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def is_empty(method: ast.FunctionDef | None) -> bool:
    """Whether a method is written and does nothing yet."""
    return method is not None and all(isinstance(statement, ast.Pass) for statement in method.body)


def stored_by(method: ast.FunctionDef | None) -> tuple[str, ...]:
    """Attributes that a method puts on self, in the order in which they stand."""
    found = [
        node
        for node in (ast.walk(method) if method else ())
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value)
    ]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    return tuple(dict.fromkeys(node.attr for node in found))


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Every block of statements, that of the module too."""
    for node in ast.walk(tree):
        for name in _BLOCKS:
            if isinstance(block := getattr(node, name, None), list):
                yield block


def statements(tree: ast.Module) -> list[ast.stmt]:
    """Every statement that holds no other and does something, from top to bottom."""
    found = [statement for block in blocks(tree) for statement in block if isinstance(statement, _SIMPLE)]
    return sorted(found, key=lambda statement: (statement.lineno, statement.col_offset))


def bare_names(tree: ast.Module) -> Mapping[ast.stmt, list[ast.Name]]:
    """Names that self may have been forgotten on, by the statement of a function that they stand in.

    They are those that are bound, and those that are read though neither the function's parameters nor the
    program nor Python has them. A statement that binds names within an expression is left alone.
    """
    found: dict[ast.stmt, list[ast.Name]] = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        parameters = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
        known = parameters | _BUILT_IN | _defined_by(tree)
        for statement in ast.walk(function):
            if isinstance(statement, _SIMPLE) and (names := list(_unknown(statement, known))):
                found[statement] = names
    return found


def _unknown(statement: ast.stmt, known: set[str]) -> Iterator[ast.Name]:
    inside = list(ast.walk(statement))
    if any(isinstance(node, _BINDS_WITHIN) for node in inside):
        return
    for node in inside:
        if isinstance(node, ast.Name) and node.id != "self":
            read = isinstance(node.ctx, ast.Load)
            if not (read and node.id in known):
                yield node


def _defined_by(tree: ast.Module) -> set[str]:
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    definitions = [node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    return {alias.asname or alias.name for node in imports for alias in node.names} | set(definitions)
