"""Every public function of metrics/ says where its formula is from, or that it is nobody's."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

METRICS = Path(__file__).parents[2] / "metrics"
MODULES = sorted(path.relative_to(METRICS).as_posix() for path in METRICS.rglob("*.py"))

SECTION = re.compile(r"^Source:\n((?: {4}.*\n?)+)", re.MULTILINE)
"""The section as Google's convention lays it out, once the docstring is dedented."""

ORIGIN = re.compile(
    r"BEAGLE|DebugTA|EduVerse|TreeInstruct|TutorGym|\(\d{4}\)"  # a paper
    r"|\bOurs\b|^None: \w"  # nobody's, and why
    r"|`source`|^As `",  # of what it is made of
    re.MULTILINE | re.IGNORECASE,
)


def sourced(documented: ast.FunctionDef | ast.ClassDef) -> bool:
    section = SECTION.search(ast.get_docstring(documented) or "")
    return section is not None and ORIGIN.search(re.sub(r"^ +", "", section[1], flags=re.MULTILINE)) is not None


def unsourced(module: str) -> Iterator[str]:
    """The public functions, and methods of public classes, that name no source; a method's may be its class's."""
    for node in ast.parse(module).body:
        match node:
            case ast.FunctionDef(name=name) if not name.startswith("_") and not sourced(node):
                yield name
            case ast.ClassDef(name=name) if not name.startswith("_") and not sourced(node):
                methods = (method for method in node.body if isinstance(method, ast.FunctionDef))
                yield from (f"{name}.{m.name}" for m in methods if not m.name.startswith("_") and not sourced(m))


@pytest.mark.parametrize("module", MODULES)
def test_every_public_function_names_its_source(module: str) -> None:
    assert [*unsourced((METRICS / module).read_text())] == []


def test_a_function_without_a_source_is_found() -> None:
    module = '''
def bare(): ...
def vague():
    """What.

    Source:
        Known.
    """
def cited():
    """What.

    Source:
        Cohen (1960).
    """
def _private(): ...
class Curve:
    """What."""
    def __post_init__(self): ...
    def error(self): ...
class Law:
    """What.

    Source:
        BEAGLE, Eq. 6.
    """
    def error(self): ...
'''
    assert [*unsourced(module)] == ["bare", "vague", "Curve.error"]
