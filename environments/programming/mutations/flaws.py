"""Flaws: what a learner writes who lacks a knowledge component.

A flaw is an operator on the syntax tree of a correct method. It leaves code that parses, breaks at least one unit
test, and takes away the oracle's evidence for its component and, as far as can be, for no other. Flaws go together:
any set of them may be put into one method, and each set leaves other code, so that flaws can be read back.
"""

import ast
from collections.abc import Mapping
from types import MappingProxyType

from environments.programming.mutations.rewriting import Rewriting


class _PrintInsteadOfReturn(ast.NodeTransformer):
    def visit_Return(self, node: ast.Return) -> ast.stmt:
        values = [] if node.value is None else [node.value]
        return ast.Expr(ast.Call(ast.Name("print", ast.Load()), values, []))


class _ReturnOneByOne(ast.NodeTransformer):
    """Two returns, the second of which is never reached, instead of a tuple."""

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        match node.value:
            case ast.Tuple(elts=parts):
                return [ast.Return(part) for part in parts]
        return [node]


class _ForgottenUnderscores(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = node.name.strip("_")
        return node


class _LocalsInsteadOfSelf(ast.NodeTransformer):
    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node.value:
            case ast.Name(id="self"):
                return ast.Name(node.attr, node.ctx)
        return node


class _ForgottenSelf(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.args.args = [argument for argument in node.args.args if argument.arg != "self"]
        return node


class _BranchesInARow(ast.NodeTransformer):
    """What should depend on a condition is done anyway."""

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        self.generic_visit(node)
        return [*node.body, *node.orelse]


class _OverwrittenValue(ast.NodeTransformer):
    """The change takes the place of the value that it should be added to."""

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        match node:
            case ast.Assign(targets=[target], value=ast.BinOp(left=old, op=sign, right=change)):
                if isinstance(sign, ast.Add | ast.Sub) and ast.unparse(target) == ast.unparse(old):
                    node.value = change if isinstance(sign, ast.Add) else ast.UnaryOp(ast.USub(), change)
        return node


# In the order in which they are put in: self goes last, since the others look for it.
FLAWS: Mapping[str, ast.NodeTransformer] = MappingProxyType(
    {
        # Gravity acts on both axes; what the normal component is, is what the parallel one leaves of gravity.
        "P1": Rewriting({"drag_x / A": "(weight + drag_x) / A", "9.8 * math.cos(A)": "9.8 - parallel"}),
        "P2": Rewriting({"math.sin(A)": "math.cos(A)", "math.cos(A)": "math.sin(A)"}),
        "P5": Rewriting({"math.radians(A)": "A"}),
        "P6": Rewriting({"-0.1 * A": "-0.1"}),
        "P9": Rewriting({"A * dt": "A"}),
        "P10": Rewriting({"A / self.mass": "A"}),
        "P11": Rewriting({"0.5 * A": "A"}),
        "P12": Rewriting({"A * 9.8": "A"}),
        "P14": Rewriting({"-self.e * A": "self.e * A"}),
        "P16": Rewriting({"self.mu * A": "self.mu"}),
        # Figure 8: straight lines in the place of sine and cosine.
        "C2": Rewriting({"math.radians(A)": "A * 3.14 / 180", "math.sin(A)": "A / 90", "math.cos(A)": "1 - A / 90"}),
        "C6": Rewriting({"A >= B": "A == B", "A > B": "A == B", "A < B": "A == B"}),
        "C8": _ReturnOneByOne(),
        "C14": _BranchesInARow(),
        "C15": _OverwrittenValue(),
        "C1": _PrintInsteadOfReturn(),
        "C10": _ForgottenUnderscores(),
        "C12": _ForgottenSelf(),
        "C11": _LocalsInsteadOfSelf(),
    }
)
"""Operators by knowledge component. C9 has none: it is a flaw in the head of the class, not in a method."""
