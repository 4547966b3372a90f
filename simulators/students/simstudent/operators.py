"""Operators: the few ways of changing a program that a student knows before it has learnt when to use them."""

import ast
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simulators.students.simstudent.program import bare_names, blocks, class_in, is_empty, method_in, statements, stored_by
from simulators.students.simstudent.working_memory import Element, Focus, Interface, Signature, WorkingMemory

Edit = Callable[[ast.Module, Interface, Focus], None]
"""Changes a syntax tree in place, or leaves it as it is where there is nothing to be done."""


@dataclass(frozen=True)
class Operator:
    """A way of changing a program.

    Args:
        name: What it does.
        element: What it does it to.
        edit: How it does it; None if it leaves the program as it is, to run it.
    """

    name: str
    element: Element
    edit: Edit | None

    def apply(self, memory: WorkingMemory, focus: Focus) -> str | None:
        """The program after it; None where the operator cannot be applied, or would change nothing."""
        if self.edit is None:
            return memory.code
        if memory.tree is None:
            return None
        try:
            tree, before = ast.parse(memory.code), ast.unparse(memory.tree)
            self.edit(tree, memory.interface, focus)
            after = ast.unparse(tree)
        except (RecursionError, ValueError):  # nested too deep, or a number too long to write
            return None
        return f"{after}\n" if after != before else None


def _parsed(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def _write_class(tree: ast.Module, interface: Interface, _focus: Focus) -> None:
    tree.body += _parsed(f"class {interface.class_name}:\n    pass")


def _write_constructor(tree: ast.Module, interface: Interface, _focus: Focus) -> None:
    _write(tree, interface, "__init__", interface.constructor)


def _write_method(tree: ast.Module, interface: Interface, focus: Focus) -> None:
    _write(tree, interface, focus.name, interface.methods[focus.at])


def _write(tree: ast.Module, interface: Interface, name: str, signature: Signature) -> None:
    if owner := class_in(tree, interface.class_name):
        arguments = ", ".join(filter(None, ("self", signature.arguments)))
        owner.body = [statement for statement in owner.body if not isinstance(statement, ast.Pass)]
        owner.body += _parsed(f"def {name}({arguments}):\n    pass")


def _store_parameters(tree: ast.Module, interface: Interface, _focus: Focus) -> None:
    parameters = interface.constructor.parameters
    if parameters and (constructor := method_in(tree, interface.class_name, "__init__")):
        constructor.body = _parsed("\n".join(f"self.{name} = {name}" for name in parameters))


Choice = Callable[[tuple[str, ...], str], str | None]
"""Chooses an attribute, from those that the constructor stores and the name of a method."""

_CHOICES: Mapping[str, Choice] = {
    "named": lambda _stored, method: method.partition("_")[2],  # get_level -> level
    "first": lambda stored, _method: next(iter(stored), None),
    "last": lambda stored, _method: next(reversed(stored), None),
}
_BODIES = {
    "return_{}_attribute": "return self.{attribute}",
    "add_argument_to_{}_attribute": "self.{attribute} += {argument}",
    "subtract_argument_from_{}_attribute": "self.{attribute} -= {argument}",
}


def _fill(body: str, choose: Choice) -> Edit:
    """An edit that gives a method a body of one statement."""

    def edit(tree: ast.Module, interface: Interface, focus: Focus) -> None:
        method = method_in(tree, interface.class_name, focus.name)
        attribute = choose(stored_by(method_in(tree, interface.class_name, "__init__")), focus.name)
        argument = next(iter(interface.methods[focus.at].parameters), None)
        if method is None or not _can_be_named(attribute) or (argument is None and "{argument}" in body):
            return
        method.body = _parsed(body.format(attribute=attribute, argument=argument))

    return edit


def _can_be_named(attribute: str | None) -> bool:
    return attribute is not None and attribute.isidentifier() and not keyword.iskeyword(attribute)


def _put_self(tree: ast.Module, _interface: Interface, focus: Focus) -> None:
    statement = statements(tree)[focus.at]
    bare = bare_names(tree, statement)

    class Transformer(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: N802
            return ast.Attribute(ast.Name("self"), node.id, node.ctx) if node in bare else node

    Transformer().visit(statement)


def _flip_sign(tree: ast.Module, _interface: Interface, focus: Focus) -> None:
    match statements(tree)[focus.at]:
        case ast.AugAssign(op=ast.Add()) as statement:
            statement.op = ast.Sub()
        case ast.AugAssign(op=ast.Sub()) as statement:
            statement.op = ast.Add()


def _delete_statement(tree: ast.Module, _interface: Interface, focus: Focus) -> None:
    statement = statements(tree)[focus.at]
    block = next(block for block in blocks(tree) if statement in block)
    block.remove(statement)
    block += [] if block else [ast.Pass()]


OPERATORS = (
    Operator("write_class", Element.PROGRAM, _write_class),
    Operator("write_constructor", Element.PROGRAM, _write_constructor),
    Operator("store_parameters", Element.PROGRAM, _store_parameters),
    Operator("write_method", Element.METHOD, _write_method),
    *(
        Operator(name.format(which), Element.METHOD, _fill(body, choose))
        for name, body in _BODIES.items()
        for which, choose in _CHOICES.items()
    ),
    Operator("put_self", Element.STATEMENT, _put_self),
    Operator("flip_sign", Element.STATEMENT, _flip_sign),
    Operator("delete_statement", Element.STATEMENT, _delete_statement),
    Operator("run", Element.PROGRAM, None),
)
"""All that the student can do; which of it is a rule, and when, the demonstrations tell."""
