import ast

import pytest

from environments.programming.oracle.algebra import Term, Terms, terms, words
from environments.programming.oracle.vocabulary import spelling


def expanded(formula: str) -> Terms:
    return terms(ast.parse(formula, mode="eval").body, spelling)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("2 * x", [Term(2.0, ("x",))]),
        ("self.x + self.vx * dt", [Term(1.0, ("x",)), Term(1.0, ("vx", "dt"))]),
        ("-(a - b)", [Term(-1.0, ("a",)), Term(1.0, ("b",))]),
        ("(a + b) * c", [Term(1.0, ("a", "c")), Term(1.0, ("b", "c"))]),
        ("(a + b) / m", [Term(1.0, ("a",), ("m",)), Term(1.0, ("b",), ("m",))]),
        ("m * v ** 2 / 2", [Term(0.5, ("m", "v", "v"))]),
        ("pow(v, 2)", [Term(1.0, ("v", "v"))]),
        ("a / (b + c)", [Term(1.0, ("a / (b + c)",))]),
        ("a / (b / c)", [Term(1.0, ("a", "c"), ("b",))]),
        ("0 * x + 1", [Term(1.0)]),
        ("a if c else b", [Term(1.0, ("a",)), Term(1.0, ("b",))]),
        ("max(0, a)", [Term(1.0, ("a",))]),
        ("float(a)", [Term(1.0, ("a",))]),
        ("math.sin(self.theta)", [Term(1.0, ("sin(self.theta)",))]),
        ("x[0]", [Term(1.0, ("x[0]",))]),
    ],
)
def test_a_formula_multiplies_out(formula: str, expected: list[Term]) -> None:
    assert list(expanded(formula)) == expected


def test_a_formula_that_would_fill_the_memory_stays_as_it_is() -> None:
    formula = " * ".join(["(a + b)"] * 12)  # 4096 terms
    assert len(expanded(formula)) <= 64


def test_a_number_too_large_for_a_float_is_a_factor() -> None:
    assert expanded("1" + "0" * 400)[0].factors


def test_words_are_factors_and_divisors() -> None:
    assert set(words(expanded("f / m + k"))) == {"f", "m", "k"}


@pytest.mark.parametrize(
    ("number", "is_gravity"), [(9.8, True), (-9.8, True), (9.81, True), (10.0, False), (98, False)]
)
def test_gravity_is_known_by_its_number(number: float, is_gravity: bool) -> None:
    assert Term(number).is_gravity is is_gravity
