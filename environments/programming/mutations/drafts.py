"""Writing a learner's draft from its flaws, and reading the flaws back from a draft."""

import ast
import copy
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from environments.programming.mutations.flaws import FLAWS
from environments.programming.mutations.slips import Slip, SlipKind, slipped
from environments.programming.problem import Problem
from environments.programming.syntax import parsed
from protocol import ConfigurationError

_CONSTRUCTOR = "__init__"
_CLASS = "C9"  # the one flaw that lies in the head of the class
_METHOD = re.compile(r"\s*def\s+(\w+)")
_COMMENT = re.compile(r"\s*#.*$")


@dataclass(frozen=True)
class Piece:
    """A part of a program that is written in one go: a method; the constructor with the head of its class.

    Args:
        name: The method's name.
        knowledge_components: What one must know to write it; what one does not know becomes a flaw.
    """

    name: str
    knowledge_components: tuple[str, ...]


Work = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Draft:
    """What a program was found to be made of.

    Args:
        work: Flaws of each piece that is written: none if it is correct; None if it is no known variant of the piece.
        slip: A slip of the hand, if there is one.
    """

    work: Mapping[str, frozenset[str] | None]
    slip: Slip | None = None


@lru_cache
def pieces(problem: Problem) -> tuple[Piece, ...]:
    """The pieces of a problem's reference solution, in the order in which they are written."""
    return tuple(Piece(name, components) for name, components in problem.needs.items())


def write(problem: Problem, work: Work, slip: Slip | None = None) -> str:
    """A program with those pieces and those flaws.

    Args:
        problem: What the program is for.
        work: Flaws, as knowledge components, by piece; a piece that is left out is not written yet.
        slip: A slip to put into one of the pieces; none is made in a piece that is not written.

    Returns:
        Source code; the problem's starter if nothing is written yet.

    Raises:
        ConfigurationError: a piece, or a flaw of a piece, that the problem has none of.
    """
    if unknown := work.keys() - problem.needs.keys():
        raise ConfigurationError(f"{problem.id} has no piece called {', '.join(sorted(unknown))}")
    if not work:
        return problem.starter
    texts = {piece.name: _text(problem, piece, work[piece.name]) for piece in pieces(problem) if piece.name in work}
    if slip is not None and slip.piece in texts:
        texts[slip.piece] = slipped(slip.kind, texts[slip.piece])
    head = _flawed_head(problem) if _CLASS in work.get(_CONSTRUCTOR, ()) else _head(problem)
    imports = "import math\n\n\n" if any("math." in text for text in texts.values()) else ""
    return imports + head + "\n" + "\n\n".join(textwrap.indent(text, "    ") for text in texts.values()) + "\n"


def read(problem: Problem, source: str) -> Draft:
    """The flaws that a program carries: the inverse of `write`, up to comments and layout.

    Args:
        problem: What the program is for.
        source: Any source code; functions that are no piece of the problem are passed over.
    """
    work: dict[str, frozenset[str] | None] = {}
    slip: Slip | None = None
    lines = source.splitlines()
    imported = "import math" in lines
    for name, text in _methods(lines):
        found = _recognise(problem, text)
        if found is None or ("math." in text and not imported):
            if (piece := _piece_called(problem, name)) is not None:
                work[piece] = None
            continue
        piece, flaws, kind = found
        work[piece] = flaws
        slip = slip or (Slip(kind, piece) if kind else None)
    made = work.get(_CONSTRUCTOR)
    if made is not None and _flawed_head(problem) in lines:
        work[_CONSTRUCTOR] = made | {_CLASS}
    return Draft(work, slip)


def _head(problem: Problem) -> str:
    return f"class {problem.class_name}:"


def _flawed_head(problem: Problem) -> str:
    """Who does not know of classes knows only functions."""
    return f"def {problem.class_name}():"


def _methods(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The functions that are indented, with their names, up to the next one."""
    starts = [at for at, line in enumerate(lines) if line[:1].isspace() and _METHOD.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        name = _METHOD.match(lines[start])
        yield (name[1] if name else ""), textwrap.dedent("\n".join(lines[start:end])).rstrip()


def _piece_called(problem: Problem, name: str) -> str | None:
    if name in problem.needs:
        return name
    return _CONSTRUCTOR if name == _CONSTRUCTOR.strip("_") else None


@lru_cache
def _variants(problem: Problem) -> Mapping[tuple[str, frozenset[str]], str]:
    """The code of every piece with every set of flaws."""
    nodes = ast.walk(ast.parse(problem.reference))
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    return {
        (piece.name, flaws): ast.unparse(ast.fix_missing_locations(node))
        for piece in pieces(problem)
        for flaws, node in _flawed(functions[piece.name], piece).items()
    }


def _flawed(function: ast.FunctionDef, piece: Piece) -> dict[frozenset[str], ast.FunctionDef]:
    made = {frozenset[str](): function}
    for component, operator in FLAWS.items():
        if component in piece.knowledge_components:
            made |= {flaws | {component}: operator.visit(copy.deepcopy(node)) for flaws, node in made.items()}
    return made


def _text(problem: Problem, piece: Piece, flaws: frozenset[str]) -> str:
    try:
        return _variants(problem)[piece.name, flaws - {_CLASS} if piece.name == _CONSTRUCTOR else flaws]
    except KeyError:
        odd = ", ".join(sorted(flaws - set(piece.knowledge_components)))
        raise ConfigurationError(f"{problem.id}.{piece.name} cannot lack {odd}") from None


Recognised = tuple[str, frozenset[str], SlipKind | None]


@lru_cache(maxsize=65_536)
def _recognise(problem: Problem, text: str) -> Recognised | None:
    """Which piece a method is, with which flaws and which slip."""
    key = _normalised(text)
    return _clean(problem).get(key) or _slipped(problem).get(key)


@lru_cache
def _clean(problem: Problem) -> Mapping[str, Recognised]:
    return {_normalised(text): (name, flaws, None) for (name, flaws), text in _variants(problem).items()}


@lru_cache
def _slipped(problem: Problem) -> Mapping[str, Recognised]:
    return {
        _normalised(slipped(kind, text)): (name, flaws, kind)
        for (name, flaws), text in _variants(problem).items()
        for kind in SlipKind
    }


def _normalised(text: str) -> str:
    """Code in one layout and without comments; what does not parse keeps its lines, and what is in them."""
    try:
        return ast.unparse(parsed(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        lines = (_COMMENT.sub("", line).rstrip() for line in text.splitlines())
        return "\n".join(line for line in lines if line)
