"""The reference's word for each of a learner's own names, as far as the program shows which is which."""

import ast
from collections.abc import Iterable, Iterator, Mapping

Functions = Mapping[str, ast.FunctionDef]
Assignment = tuple[ast.expr, ast.expr]


def spelling(node: ast.expr) -> str:
    """A factor of a formula as written, without `self.` and the name of a module."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case ast.Subscript(value=value, slice=index):
            return f"{spelling(value)}[{ast.unparse(index)}]"
        case ast.Call(func=function, args=args):
            return f"{spelling(function)}({', '.join(ast.unparse(argument) for argument in args)})"
    return ast.unparse(node)


def parameters(function: ast.FunctionDef) -> tuple[str, ...]:
    """Names of a method's parameters, without self."""
    return tuple(argument.arg for argument in function.args.args if argument.arg != "self")


def vocabulary(functions: Functions, made: Iterable[Assignment], reference: Functions) -> Mapping[str, str]:
    """The reference's words by the learner's.

    Parameters go by their place, attributes by the parameter that the constructor puts into them, or else by the
    query that hands them out.

    Args:
        functions: The learner's functions.
        made: What the learner's constructor assigns.
        reference: The reference's functions.
    """
    known: dict[str, str] = {}
    for mine, ours in ((functions[name], reference[name]) for name in reference if name in functions):
        known |= zip(parameters(mine), parameters(ours), strict=False)
        if len(_handed_out(mine)) == len(_handed_out(ours)):
            known |= zip(_handed_out(mine), _handed_out(ours), strict=True)
    return known | dict(_kept(made, known))


def _kept(made: Iterable[Assignment], words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Attributes that keep a parameter as it is."""
    for target, value in made:
        match value:
            case ast.Name(id=name) | ast.Call(func=ast.Name(id="float"), args=[ast.Name(id=name)]):
                if name in words and not isinstance(target, ast.Name):
                    yield spelling(target), words[name]


def _handed_out(function: ast.FunctionDef) -> list[str]:
    """The attributes that a query returns as they are, in order."""
    for node in function.body:
        match node:
            case ast.Return(value=ast.Tuple(elts=parts)):
                return [spelling(part) for part in parts]
            case ast.Return(value=ast.Attribute() as part):
                return [spelling(part)]
    return []
