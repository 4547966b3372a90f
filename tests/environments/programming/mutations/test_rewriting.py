import ast

import pytest

from environments.programming.mutations.rewriting import Rewriting


@pytest.mark.parametrize(
    ("rules", "code", "expected"),
    [
        ({"A * dt": "A"}, "x + (v + a * dt) * dt", "x + (v + a)"),
        ({"A / self.mass": "A"}, "(f + g) / self.mass", "f + g"),
        ({"A / self.mass": "A"}, "f / self.length", "f / self.length"),
        ({"sin(A)": "cos(A)", "cos(A)": "sin(A)"}, "sin(x) + cos(y)", "cos(x) + sin(y)"),
        ({"A + A": "2 * A"}, "x + x", "2 * x"),
        ({"A + A": "2 * A"}, "x + y", "x + y"),
        ({"A >= B": "A == B"}, "x >= y + 1", "x == y + 1"),
    ],
)
def test_a_pattern_is_replaced_wherever_it_matches(rules: dict[str, str], code: str, expected: str) -> None:
    assert ast.unparse(Rewriting(rules).visit(ast.parse(code))) == expected
