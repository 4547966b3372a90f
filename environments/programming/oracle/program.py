"""A learner's program as the oracle sees it: its methods, with formulas spelt in the problem's own words.

A learner may call an attribute what they like, keep a position in a list, or work a formula out in several lines.
Here locals are filled in, calls of the learner's own methods are replaced by what they return, and attributes take
the names of the reference, so that a detector reads one formula in one vocabulary.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce

from environments.programming.oracle.algebra import Term, Terms, terms
from environments.programming.oracle.flow import Flow, Surroundings, read_flow
from environments.programming.oracle.salvage import parse
from environments.programming.oracle.vocabulary import spelling, vocabulary
from environments.programming.problem import Problem

_NOTHING = (ast.Pass, ast.Import, ast.ImportFrom)


def is_blank(body: list[ast.stmt]) -> bool:
    """Whether a block says nothing: `pass`, `...`, a docstring, imports."""
    return all(
        isinstance(statement, _NOTHING)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in body
    )


@dataclass(frozen=True)
class Update:
    """An assignment: the word for what changes, its new value as a sum of products, and whether it is a local."""

    word: str
    terms: Terms
    local: bool

    @property
    def accumulates(self) -> bool:
        """Whether the new value is the old one plus something."""
        return Term(factors=(self.word,)) in self.terms

    @property
    def changes(self) -> Terms:
        """The terms apart from the old value."""
        return tuple(term for term in self.terms if term != Term(factors=(self.word,)))


class Program:
    """What can be read of a program.

    Args:
        tree: Its syntax tree.
        problem: What it is meant to solve.
        whole: Whether it parses; if not, a component that is missing may only be out of sight.
    """

    def __init__(self, tree: ast.Module, problem: Problem, *, whole: bool) -> None:
        self.tree = tree
        self.problem = problem
        self.whole = whole
        self._flows: dict[str, Flow] = {}
        self._updates: dict[str, tuple[Update, ...]] = {}

    @classmethod
    def read(cls, source: str, problem: Problem) -> "Program":
        """Read a program, whether it parses or not.

        Raises:
            RecursionError: it is nested too deep.
        """
        tree, whole = parse(source)
        return cls(tree, problem, whole=whole)

    @cached_property
    def reference(self) -> "Program":
        """The problem's own solution, read the same way."""
        return _reference(self.problem)

    @cached_property
    def learners_class(self) -> ast.ClassDef | None:
        """The class that the problem asks for, if there is one."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and node.name == self.problem.class_name:
                return node
        return None

    @cached_property
    def functions(self) -> Mapping[str, ast.FunctionDef]:
        """Every function by name, in the class or not; of several the last, as Python has it."""
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)}

    @property
    def missing(self) -> bool | None:
        """What to say of a component that is needed and not there."""
        return False if self.whole else None

    @cached_property
    def homeless(self) -> frozenset[str]:
        """Functions that stand at the level of the module, unless a broken class may have been around them."""
        if not self.whole:
            return frozenset()
        return frozenset(node.name for node in self.tree.body if isinstance(node, ast.FunctionDef))

    def written(self, component: str) -> tuple[str, ...]:
        """Names of the methods that need a component and of which there is more than a header."""
        return tuple(name for name, needed in self.problem.needs.items() if component in needed and name in self._begun)

    @cached_property
    def _begun(self) -> frozenset[str]:
        """Functions of which there is more than a header."""
        return frozenset(name for name, function in self.functions.items() if not is_blank(function.body))

    def holds_tuple(self, attribute: str) -> bool:
        """Whether a tuple is ever assigned to an attribute."""
        return any(
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Tuple)
            and any(isinstance(target, ast.Attribute) and target.attr == attribute for target in node.targets)
            for node in ast.walk(self.tree)
        )

    def reached(self, name: str) -> tuple[str, ...]:
        """A method and the learner's own functions that it calls, nearest first."""
        found = [name] if name in self.functions else []
        for current in found:
            for node in ast.walk(self.functions[current]):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                    called = spelling(node.func)
                    if called in self.functions and called not in found:
                        found.append(called)
        return tuple(found)

    def nodes(self, name: str) -> Iterator[ast.AST]:
        """Every node of a method, and of the learner's own functions that it calls."""
        for reached in self.reached(name):
            yield from ast.walk(self.functions[reached])

    def flow(self, name: str) -> Flow:
        """What a method assigns and returns, with locals filled in; empty if there is no such method."""
        if name not in self._flows:
            self._flows[name] = Flow()  # what a method that calls itself sees
            if name in self.functions:
                surroundings = Surroundings(self._numbers, self._settled, self._result)
                self._flows[name] = read_flow(self.functions[name], surroundings)
        return self._flows[name]

    def _result(self, name: str) -> ast.expr | None:
        """What a method returns where that is plain: every branch counts."""
        match self.flow(name).returns:
            case []:
                return None
            case [first, *others]:
                return reduce(lambda one, other: ast.IfExp(ast.Constant(True), one, other), others, first)
        return None

    @cached_property
    def _numbers(self) -> Mapping[str, ast.expr]:
        """Numbers that the module gives a name."""
        return dict(_named_numbers(self.tree.body))

    @cached_property
    def _settled(self) -> Mapping[str, ast.expr]:
        """Attributes that the class gives a number, or that the constructor works out, and that nothing changes."""
        changed = {
            word
            for name, function in self.functions.items()
            if name != "__init__"
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store)
            for word in [spelling(node).split("[")[0]]
        }
        of_class = _named_numbers(self.learners_class.body) if self.learners_class else ()
        made = [(target.attr, value) for target, value in self._made if isinstance(target, ast.Attribute)]
        return {
            word: value for word, value in (*of_class, *made) if word not in changed and not isinstance(value, ast.Name)
        }

    @cached_property
    def _made(self) -> list[tuple[ast.expr, ast.expr]]:
        """What the constructor assigns."""
        if "__init__" not in self.functions:
            return []
        alone = Surroundings(numbers={}, attributes={}, result=lambda _: None)
        return read_flow(self.functions["__init__"], alone).assignments

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return vocabulary(self.functions, self._made, self.reference.functions)

    def word(self, node: ast.expr) -> str:
        """The word for a factor of a formula."""
        spelt = spelling(node)
        return self._words.get(spelt, spelt)

    def terms(self, formula: ast.expr) -> Terms:
        """A formula as a sum of products in the problem's words."""
        return terms(formula, self.word)

    def updates(self, name: str) -> tuple[Update, ...]:
        """What a method assigns, in order, and then what the learner's own functions do that it calls."""
        if name not in self._updates:
            self._updates[name] = tuple(
                Update(self.word(target), self.terms(value), local=isinstance(target, ast.Name))
                for reached in self.reached(name)
                for target, value in self.flow(reached).assignments
            )
        return self._updates[name]

    def results(self, name: str) -> tuple[Terms, ...]:
        """What a method gives out, at each of its returns, as sums of products."""
        return tuple(self.terms(value) for value in self.flow(name).answers)


def _named_numbers(block: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for statement in block:
        match statement:
            case ast.Assign(targets=[ast.Name(id=word)], value=ast.Constant(value=int() | float()) as value):
                yield word, value


@lru_cache
def _reference(problem: Problem) -> Program:
    return Program.read(problem.reference, problem)
