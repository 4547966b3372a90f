"""Detectors of coding components."""

import ast

from environments.programming.oracle.detectors import detects
from environments.programming.oracle.program import Program, is_blank
from environments.programming.oracle.vocabulary import parameters

_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_MATH_MODULES = {"math", "cmath", "numpy"}


@detects("C1")
def function_return(program: Program) -> bool | None:
    """Every query that is written returns a value."""
    queries = program.written("C1")
    return all(_returns(program.functions[name]) for name in queries) if queries else None


def _returns(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Return) and not (node.value is None or _is_none(node.value)) for node in ast.walk(function)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


@detects("C2")
def math_library(program: Program) -> bool | None:
    """The math library is imported; missing once a method that needs it is written."""
    if any(_imports_math(node) for node in ast.walk(program.tree)):
        return True
    return program.missing if program.written("C2") else None


def _imports_math(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return any(alias.name in _MATH_MODULES for alias in names)
        case ast.ImportFrom(module=module):
            return module in _MATH_MODULES
    return False


@detects("C6")
def comparisons(program: Program) -> bool | None:
    """Every query about an order of quantities compares them with <, <=, > or >=."""
    queries = program.written("C6")
    return all(any(_orders(node) for node in program.nodes(name)) for name in queries) if queries else None


def _orders(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and any(isinstance(operator, _ORDERINGS) for operator in node.ops)


@detects("C8")
def tuples(program: Program) -> bool | None:
    """Every query of two quantities returns a tuple."""
    queries = program.written("C8")
    return all(_returns_tuple(program, name) for name in queries) if queries else None


def _returns_tuple(program: Program, name: str) -> bool:
    made = [_makes_tuple(program, value) for value in program.flow(name).answers]
    return bool(made) and all(made)


def _makes_tuple(program: Program, value: ast.expr) -> bool:
    match value:
        case ast.Tuple() | ast.Call(func=ast.Name(id="tuple")):
            return True
        case ast.Attribute(attr=attribute):
            return program.holds_tuple(attribute)
    return False


@detects("C9")
def class_definition(program: Program) -> bool | None:
    """There is a class of the name asked for."""
    if program.learners_class is not None:
        return True
    return None if is_blank(program.tree.body) else program.missing


@detects("C10")
def constructor(program: Program) -> bool | None:
    """`__init__` takes what the object is made from; missing once the class has anything else in it."""
    if "__init__" not in program.functions:
        return program.missing if program.functions else None
    return _takes_as_many(program, "__init__")


@detects("C11")
def instance_variables(program: Program) -> bool | None:
    """The constructor keeps what it is given on self, and every method reaches its state through self."""
    methods = program.written("C11")
    return all(_uses_self(program, name) for name in methods) if methods else None


def _uses_self(program: Program, name: str) -> bool:
    function = program.functions[name]
    if name != "__init__":
        return any(_is_own(node) for node in ast.walk(function))
    kept = {
        part.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if any(_is_own(part) for part in ast.walk(target))
        for part in ast.walk(node.value)
        if isinstance(part, ast.Name)
    }
    return kept.issuperset(parameters(function))


def _is_own(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


@detects("C12")
def method_definition(program: Program) -> bool | None:
    """Methods stand in the class, take self first, and as many arguments as they are called with."""
    methods = program.written("C12")
    return all(_is_method(program, name) for name in methods) if methods else None


def _is_method(program: Program, name: str) -> bool:
    return name not in program.homeless and _takes_as_many(program, name)


def _takes_as_many(program: Program, name: str) -> bool:
    """Whether a method can be called with the arguments that the reference's can be called with."""
    return _arities(program.functions[name]).issuperset(_arities(program.reference.functions[name]))


def _arities(function: ast.FunctionDef) -> frozenset[int]:
    most = len(function.args.args)
    return frozenset(range(most - len(function.args.defaults), most + 1))


@detects("C14")
def conditionals(program: Program) -> bool | None:
    """A branch, in whatever form, in every method that has cases."""
    methods = program.written("C14")
    return all(any(_branches(node) for node in program.nodes(name)) for name in methods) if methods else None


def _branches(node: ast.AST) -> bool:
    match node:
        case ast.If() | ast.IfExp() | ast.Match() | ast.While():
            return True
        case ast.Call(func=ast.Name(id="max" | "min")):
            return True
    return False


@detects("C15")
def variable_update(program: Program) -> bool | None:
    """What adds up step by step is made from its own old value."""
    methods = program.written("C15")
    return all(_adds_up(program, name) for name in methods) if methods else None


def _adds_up(program: Program, name: str) -> bool:
    updates = program.updates(name)
    asked = {update.word for update in program.reference.updates(name) if update.accumulates}
    changed = {update.word for update in updates}
    added = {update.word for update in updates if update.accumulates}
    if not asked & changed:  # another way of keeping the state: any sum will do
        return bool(added)
    return added >= asked & changed
