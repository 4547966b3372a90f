"""Detectors of physics components, on formulas as sums of products."""

import ast
from collections.abc import Iterable, Iterator
from math import isclose

from environments.programming.oracle.algebra import Term, Terms, words
from environments.programming.oracle.detectors import detects
from environments.programming.oracle.program import Program, Update

_OTHER_AXIS = {"vx": "vy", "vy": "vx"}
_CONVERSIONS = {"radians", "deg2rad", "pi"}


def _agreed(verdicts: Iterable[bool | None]) -> bool | None:
    """True if all that say something say yes; None if none says anything."""
    told = [verdict for verdict in verdicts if verdict is not None]
    return all(told) if told else None


def _updates(program: Program, component: str) -> Iterator[Update]:
    """What the methods that need a component assign."""
    for name in program.written(component):
        yield from program.updates(name)


def _result(program: Program, component: str) -> Terms:
    """All terms of what the methods that need a component return."""
    return tuple(term for name in program.written(component) for result in program.results(name) for term in result)


def _trigonometry(term: Term) -> set[str]:
    """Which of sine and cosine, of whatever make, a term has as a factor."""
    calls = (factor.split("(")[0] for factor in term.factors if "(" in factor)
    # "cosine" has "sin" in it.
    return {"cos" if "cos" in call else "sin" for call in calls if "cos" in call or "sin" in call}


@detects("P1")
def vector_decomposition(program: Program) -> bool | None:
    """Each component is worked out by itself.

    In the plane, no velocity depends on the other axis, nor the horizontal one on gravity. On a ramp, the normal
    component has a sine or cosine of its own.
    """
    axes = [_keeps_to_its_axis(update) for update in _updates(program, "P1")]
    return _agreed([*axes, _normal_stands_alone(_result(program, "P1"))])


def _keeps_to_its_axis(update: Update) -> bool | None:
    if update.word not in _OTHER_AXIS:
        return None
    falls_sideways = update.word == "vx" and any(term.is_gravity for term in update.changes)
    return not falls_sideways and _OTHER_AXIS[update.word] not in words(update.terms)


def _normal_stands_alone(result: Terms) -> bool | None:
    normal = [term for term in result if term.has("mu") and len(term.factors) + term.is_gravity > 1]
    if not normal or not any(_trigonometry(term) for term in result):
        return None
    return all(_trigonometry(term) for term in normal)


@detects("P2")
def trigonometry(program: Program) -> bool | None:
    """Sine gives the component along the ramp, cosine the one across it."""
    if not program.written("P2"):
        return None
    result = _result(program, "P2")
    across = {function for term in result if term.has("mu") for function in _trigonometry(term)}
    along = {function for term in result if not term.has("mu") for function in _trigonometry(term)}
    return along == {"sin"} and across <= {"cos"}


@detects("P5")
def radian_conversion(program: Program) -> bool | None:
    """What goes into sine and cosine is converted from degrees."""
    methods = program.written("P5")
    return all(_converts(program, name) for name in methods) if methods else None


def _converts(program: Program, name: str) -> bool:
    angles = [
        argument
        for value in program.flow(name).answers
        for node in ast.walk(value)
        if isinstance(node, ast.Call) and _trigonometry(Term(factors=(program.word(node),)))
        for argument in node.args
    ]
    if angles:
        return all(any(_is_conversion(node) for node in ast.walk(angle)) for angle in angles)
    return any(_is_conversion(node) for node in program.nodes(name))


def _is_conversion(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _CONVERSIONS
        case ast.Constant(value=int() | float() as number):
            return number == 180 or isclose(number, 57.3, rel_tol=0.01) or isclose(number, 0.01745, rel_tol=0.01)
    return False


@detects("P6")
def drag(program: Program) -> bool | None:
    """Each component of the velocity is changed in proportion to itself."""
    return _agreed(
        any(term.has(update.word) for term in update.changes)
        for update in _updates(program, "P6")
        if update.word in _OTHER_AXIS and update.changes
    )


@detects("P9")
def euler_integration(program: Program) -> bool | None:
    """Velocity and then position, by the new velocity, move by a rate times dt."""
    methods = program.written("P9")
    return all(_steps(program, name) for name in methods) if methods else None


def _steps(program: Program, name: str) -> bool:
    asked = {update.word for update in program.reference.updates(name) if _takes_time(update)}
    updates = program.updates(name)
    steps = [update for update in updates if _takes_time(update) and (update.word in asked or not update.local)]
    moved = [update.word for update in steps]
    return (
        len(set(moved)) >= 2
        and set(moved) >= asked & {update.word for update in updates}
        and all(term.has("dt") for update in steps for term in update.changes)
        and all(_uses_new_rates(update, asked, set(moved[:place])) for place, update in enumerate(steps))
    )


def _takes_time(update: Update) -> bool:
    return any(term.has("dt") for term in update.terms)


def _uses_new_rates(update: Update, asked: set[str], moved: set[str]) -> bool:
    """Whether the rates in a step have moved before; a rate that is worked out on the spot shows as dt twice."""
    rates = (asked & set(words(update.changes))) - {update.word}
    return rates <= moved or any(term.factors.count("dt") > 1 for term in update.changes)


@detects("P10")
def force_and_acceleration(program: Program) -> bool | None:
    """Every force that changes the velocity is divided by the mass, except a weight with the mass left out."""
    return _agreed(_divides_by_mass(update) for update in _updates(program, "P10") if update.word in _OTHER_AXIS)


def _divides_by_mass(update: Update) -> bool | None:
    forces = [term for term in update.changes if not term.is_gravity or "mass" in words((term,))]
    return all("mass" in term.divisors for term in forces) if forces else None


@detects("P11")
def kinetic_energy(program: Program) -> bool | None:
    """One half, times mass, times a velocity twice."""
    if not program.written("P11"):
        return None
    result = _result(program, "P11")
    return bool(result) and all(
        isclose(term.coefficient, 0.5) and term.has("mass") and len(term.factors) == 3 for term in result
    )


@detects("P12")
def potential_energy(program: Program) -> bool | None:
    """Mass, times g, times height."""
    if not program.written("P12"):
        return None
    result = _result(program, "P12")
    return bool(result) and all(term.is_gravity and term.has("mass", "height") for term in result)


@detects("P14")
def collision_reflection(program: Program) -> bool | None:
    """The velocity becomes minus the coefficient of restitution times itself."""
    if not program.written("P14"):
        return None
    bounces = [
        term
        for update in _updates(program, "P14")
        if update.word == "velocity"
        for term in update.terms
        if term.has("e") and any("velocity" in factor for factor in term.factors)
    ]
    return bool(bounces) and all(term.coefficient < 0 or not term.has("velocity") for term in bounces)


@detects("P16")
def friction(program: Program) -> bool | None:
    """The coefficient of friction times a component of gravity is taken away."""
    if not program.written("P16"):
        return None
    forces = [term for term in _result(program, "P16") if term.has("mu")]
    return any(term.coefficient < 0 for term in forces) and all(
        term.is_gravity or len(term.factors) > 1 for term in forces
    )
