"""Parsing what others wrote, without passing Python's warnings about it on."""

import ast
import warnings


def parsed(source: str) -> ast.Module:
    """The syntax tree of a program.

    Raises:
        SyntaxError, ValueError, MemoryError, RecursionError: as `ast.parse` does: the grammar, null bytes, the depth.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as an invalid escape in a learner's string
        return ast.parse(source)
