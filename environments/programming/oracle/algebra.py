"""Formulas as sums of products, so that one reading serves however a learner writes them."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_MOST_TERMS = 64  # a formula that multiplies out to more is left as it stands
_HIGHEST_POWER = 4
_LARGEST = 1e30  # no quantity of a physics problem; an int may be too large for a float


@dataclass(frozen=True)
class Term:
    """One product: a number, times factors, over divisors; each factor is named by a word such as "vx"."""

    coefficient: float = 1.0
    factors: tuple[str, ...] = ()
    divisors: tuple[str, ...] = ()

    def __mul__(self, other: "Term") -> "Term":
        return Term(self.coefficient * other.coefficient, self.factors + other.factors, self.divisors + other.divisors)

    def inverse(self) -> "Term":
        """One over the term; a coefficient of 0 stays, as the learner's division would fail anyway."""
        return Term(1 / self.coefficient if self.coefficient else 0.0, self.divisors, self.factors)

    @property
    def is_gravity(self) -> bool:
        """Whether the number in it is g, to within the digits that a learner may give it."""
        return 9.75 <= abs(self.coefficient) <= 9.85

    def has(self, *words: str) -> bool:
        """Whether every word is among the factors."""
        return all(word in self.factors for word in words)


Terms = tuple[Term, ...]
Naming = Callable[[ast.expr], str]


def terms(formula: ast.expr, name: Naming) -> Terms:
    """A formula multiplied out.

    Args:
        formula: The expression; of a conditional expression, `max` and `min`, every branch counts.
        name: Gives the word of a factor that is no further taken apart.

    Returns:
        Its terms; those that are 0 are left out.
    """
    return tuple(term for term in _expand(formula, name) if term.coefficient)


def _expand(node: ast.expr, name: Naming) -> Terms:
    match node:
        case ast.Constant(value=int() | float() as number) if abs(number) < _LARGEST:
            return (Term(float(number)),)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _scaled(_expand(operand, name), -1.0)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _expand(operand, name)
        case ast.BinOp():
            return _binary(node, name)
        case ast.IfExp(body=body, orelse=orelse):
            return _expand(body, name) + _expand(orelse, name)
        case ast.Call(func=ast.Name(id="max" | "min"), args=args):
            return tuple(term for argument in args for term in _expand(argument, name))
        case ast.Call(func=ast.Name(id="pow") | ast.Attribute(attr="pow"), args=[base, power]):
            return _expand(ast.BinOp(base, ast.Pow(), power), name)
        case ast.Call(func=ast.Name(id="float" | "round"), args=[value, *_]):
            return _expand(value, name)
    return (Term(factors=(name(node),)),)


def _binary(node: ast.BinOp, name: Naming) -> Terms:
    match node.op:
        case ast.Add():
            return _expand(node.left, name) + _expand(node.right, name)
        case ast.Sub():
            return _expand(node.left, name) + _scaled(_expand(node.right, name), -1.0)
        case ast.Mult():
            return _product(_expand(node.left, name), _expand(node.right, name)) or _whole(node, name)
        case ast.Div() if len(below := _expand(node.right, name)) == 1:
            return _product(_expand(node.left, name), (below[0].inverse(),)) or _whole(node, name)
        case ast.Pow() if (power := _power(node.right)) is not None:
            return _raised(node, power, name)
    return _whole(node, name)


def _raised(node: ast.BinOp, power: int, name: Naming) -> Terms:
    base = _expand(node.left, name)
    made: Terms = (Term(),)
    for _ in range(power):
        made = _product(made, base)
        if not made:
            return _whole(node, name)
    return made


def _power(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() | float() as number) if number in range(1, _HIGHEST_POWER + 1):
            return int(number)
    return None


def _product(left: Terms, right: Terms) -> Terms:
    if len(left) * len(right) > _MOST_TERMS:
        return ()
    return tuple(one * other for one in left for other in right)


def _whole(node: ast.expr, name: Naming) -> Terms:
    return (Term(factors=(name(node),)),)


def _scaled(many: Terms, by: float) -> Terms:
    return tuple(Term(term.coefficient * by, term.factors, term.divisors) for term in many)


def words(many: Terms) -> Iterator[str]:
    """Every factor and divisor of some terms."""
    for term in many:
        yield from term.factors
        yield from term.divisors
