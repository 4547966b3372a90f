import ast
import textwrap

import pytest

from environments.programming.oracle.salvage import parse


def salvaged(code: str) -> str:
    tree, whole = parse(textwrap.dedent(code))
    assert not whole
    return ast.unparse(tree)


def test_a_program_that_parses_is_whole() -> None:
    tree, whole = parse("x = 1\n")
    assert whole
    assert ast.unparse(tree) == "x = 1"


def test_a_broken_statement_goes_and_its_neighbours_stay() -> None:
    assert salvaged("x = 1\ny = 2)\nz = 3\n") == "x = 1\nz = 3"


def test_a_block_that_loses_its_only_statement_stays_a_block() -> None:
    assert salvaged("def f(x):\n    return (x\n\ndef g():\n    return 1\n") == (
        "def f(x):\n    pass\n\ndef g():\n    return 1"
    )


def test_what_stands_under_a_broken_header_moves_up() -> None:
    assert salvaged("class P\n    def f(self):\n        return 1\n") == "def f(self):\n    return 1"


def test_every_branch_of_a_statement_is_kept() -> None:
    code = """
        if a:
            b = 1
        elif c:
            d = 2
        else:
            e = 3
        f = )
    """
    assert salvaged(code) == "if a:\n    b = 1\nelif c:\n    d = 2\nelse:\n    e = 3"


@pytest.mark.parametrize("code", ["f() = 1\nx = 2\n", "x = 2\n1 = f()\n"])
def test_what_only_python_itself_refuses_goes_too(code: str) -> None:
    assert "x = 2" in salvaged(code)
