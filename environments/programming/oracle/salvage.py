"""Reading code that does not parse: what is left when the broken statements are taken out."""

import ast
from collections.abc import Iterator

from parso.grammar import load_grammar
from parso.python.tree import PythonBaseNode, PythonNode

from environments.programming.syntax import parsed

_GRAMMAR = load_grammar()
_BODIES = ("suite", "simple_stmt")
_MOST_DROPPED = 20  # lines given up one by one before the rest is


def parse(source: str) -> tuple[ast.Module, bool]:
    """The syntax tree of a program, without the statements that do not parse, and whether it is whole.

    Statements that stand under a broken header, such as a `def` that lacks its colon, move up to the block around it.

    Raises:
        RecursionError: the program is nested too deep.
    """
    try:
        return parsed(source), True
    except (SyntaxError, ValueError, MemoryError):  # ValueError for null bytes, MemoryError for the parser's own stack
        lines = list(_statements(_GRAMMAR.parse(source.replace("\0", "")), depth=0))
        return _drop_until_parsed(lines), False


def _drop_until_parsed(lines: list[str]) -> ast.Module:
    """Parse lines, giving up one at a time those in which only CPython sees an error, such as `f() = 1`."""
    for _ in range(min(len(lines), _MOST_DROPPED)):
        try:
            return parsed("\n".join(lines))
        except SyntaxError as error:
            at = min(error.lineno or 1, len(lines)) - 1
            indent = len(lines[at]) - len(lines[at].lstrip())
            lines[at] = " " * indent + "pass"
        except (ValueError, MemoryError):
            break
    return ast.Module(body=[], type_ignores=[])


def _statements(block: PythonBaseNode, depth: int) -> Iterator[str]:
    """Lines of the statements of a block that parse, indented anew."""
    for node in block.children:
        match node.type:
            case "simple_stmt":
                yield from _line(node, depth)
            case "error_node" | "error_leaf" | "newline" | "endmarker":
                continue
            case "decorated":
                yield from _line(node.children[0], depth)
                yield from _compound(node.children[1], depth)
            case _:
                yield from _compound(node, depth)


def _compound(node: PythonNode, depth: int) -> Iterator[str]:
    """Lines of a statement with blocks: each header with its block."""
    header = ""
    for child in getattr(node, "children", ()):
        if child.type in _BODIES:
            yield from _line_of(header, depth)
            body = list(_statements(child, depth + 1) if child.type == "suite" else _line(child, depth + 1))
            yield from body or _line_of("pass", depth + 1)
            header = ""
        else:
            header += child.get_code()


def _line(node: PythonNode, depth: int) -> Iterator[str]:
    return _line_of(node.get_code(include_prefix=False), depth)  # type: ignore[no-untyped-call]


def _line_of(code: str, depth: int) -> Iterator[str]:
    """The lines of one logical line; those that go on inside brackets may start anywhere."""
    for line in code.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield "    " * depth + line.strip()
