"""Operators: the few ways of changing a program that a student knows before it has learnt when to use them."""

import ast
import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simulators.students.simstudent.interface import Interface, Signature
from simulators.students.simstudent.program import bare_names, blocks, class_in, methods_in, statements, stored_by
from simulators.students.simstudent.working_memory import Element, Focus, WorkingMemory

Edit = Callable[[ast.Module, Interface, Focus], bool]
"""Changes a syntax tree in place; False where there is nothing to be done."""


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
        if memory.tree is None or focus not in memory.foci(self.element):
            return None
        try:
            tree = ast.parse(memory.code)
            done = self.edit(tree, memory.interface, focus)
            after = ast.unparse(tree) if done else memory.plain
            changed = after != memory.plain
        except (RecursionError, ValueError):  # nested too deep, or a number too long to write
            return None
        return f"{after}\n" if changed else None


def _parsed(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def _write_class(tree: ast.Module, interface: Interface, _focus: Focus) -> bool:
    tree.body += _parsed(f"class {interface.class_name}:\n    pass")
    return True


def _write_constructor(tree: ast.Module, interface: Interface, _focus: Focus) -> bool:
    return _write(tree, interface, "__init__", interface.constructor)


def _write_method(tree: ast.Module, interface: Interface, focus: Focus) -> bool:
    return _write(tree, interface, focus.name, interface.methods[focus.at])


def _write(tree: ast.Module, interface: Interface, name: str, signature: Signature) -> bool:
    owner = class_in(tree, interface.class_name)
    if owner is None:
        return False
    arguments = ", ".join(filter(None, ("self", signature.arguments)))
    owner.body = [statement for statement in owner.body if not isinstance(statement, ast.Pass)]
    owner.body += _parsed(f"def {name}({arguments}):\n    pass")
    return True


def _store_parameters(tree: ast.Module, interface: Interface, _focus: Focus) -> bool:
    parameters = interface.constructor.parameters
    constructor = _methods(tree, interface).get("__init__")
    if constructor is None or not parameters:
        return False
    constructor.body = _parsed("\n".join(f"self.{name} = {name}" for name in parameters))
    return True


def _methods(tree: ast.Module, interface: Interface) -> Mapping[str, ast.FunctionDef]:
    return methods_in(class_in(tree, interface.class_name))


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

    def edit(tree: ast.Module, interface: Interface, focus: Focus) -> bool:
        methods = _methods(tree, interface)
        method = methods.get(focus.name)
        attribute = choose(stored_by(methods.get("__init__")), focus.name)
        argument = next(iter(interface.methods[focus.at].parameters), None)
        if method is None or not _can_be_named(attribute) or (argument is None and "{argument}" in body):
            return False
        method.body = _parsed(body.format(attribute=attribute, argument=argument))
        return True

    return edit


def _can_be_named(attribute: str | None) -> bool:
    return attribute is not None and attribute.isidentifier() and not keyword.iskeyword(attribute)


def _put_self(tree: ast.Module, _interface: Interface, focus: Focus) -> bool:
    statement = statements(tree)[focus.at]
    bare = bare_names(tree).get(statement, [])

    class Transformer(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return ast.Attribute(ast.Name("self"), node.id, node.ctx) if node in bare else node

    Transformer().visit(statement)
    return bool(bare)


def _flip_sign(tree: ast.Module, _interface: Interface, focus: Focus) -> bool:
    match statements(tree)[focus.at]:
        case ast.AugAssign(op=ast.Add()) as statement:
            statement.op = ast.Sub()
        case ast.AugAssign(op=ast.Sub()) as statement:
            statement.op = ast.Add()
        case _:
            return False
    return True


def _delete_statement(tree: ast.Module, _interface: Interface, focus: Focus) -> bool:
    statement = statements(tree)[focus.at]
    block = next(block for block in blocks(tree) if statement in block)
    block.remove(statement)
    block += [] if block else [ast.Pass()]
    return True


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
