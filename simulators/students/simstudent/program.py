"""Reading a learner's program: its class, its methods, and the statements in them."""

import ast
import builtins
from collections.abc import Iterator

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


def method_in(tree: ast.Module, class_name: str, name: str) -> ast.FunctionDef | None:
    """The method of that name, in the class of that name."""
    owner = class_in(tree, class_name)
    body = owner.body if owner else []
    return next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == name), None)


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


def bare_names(tree: ast.Module, statement: ast.stmt) -> list[ast.Name]:
    """Names in a statement of a method that could be meant as attributes of self.

    Those that are bound, and those that are read though neither the method's parameters nor the program
    nor Python has them. A statement that binds names of its own within an expression is left alone.
    """
    method = next((node for node in ast.walk(tree) if _holds(node, statement)), None)
    inside = list(ast.walk(statement))
    if method is None or any(isinstance(node, _BINDS_WITHIN) for node in inside):
        return []
    known = {argument.arg for argument in ast.walk(method.args) if isinstance(argument, ast.arg)}
    known |= _BUILT_IN | _defined_by(tree)
    names = [node for node in inside if isinstance(node, ast.Name) and node.id != "self"]
    return [name for name in names if not isinstance(name.ctx, ast.Load) or name.id not in known]


def _holds(node: ast.AST, statement: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any(inner is statement for inner in ast.walk(node))


def _defined_by(tree: ast.Module) -> set[str]:
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    definitions = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    return {alias.asname or alias.name for node in imports for alias in node.names} | {
        node.name for node in definitions
    }
