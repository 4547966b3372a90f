"""Operators: what they make of programs, whole and broken."""

import ast
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environments.programming import PROBLEMS, Problem
from simulators.students.simstudent import DEMONSTRATIONS, learn
from simulators.students.simstudent.interface import Interface
from simulators.students.simstudent.operators import OPERATORS
from simulators.students.simstudent.working_memory import WorkingMemory

LAMP = Interface.read(["Lamp(watts, hours=0)", "get_watts() -> number", "burn(time) -> None"])
BY_NAME = {operator.name: operator for operator in OPERATORS}


def memory(code: str, output: str | None = None, interface: Interface = LAMP) -> WorkingMemory:
    return WorkingMemory(interface, dedent(code), output, just_run=output is not None)


def applied(name: str, before: str, at: int = 0) -> str | None:
    state = memory(before)
    operator = BY_NAME[name]
    return operator.apply(state, state.foci(operator.element)[at])


LIT = """\
class Lamp:

    def __init__(self, watts, hours=0):
        self.watts = watts
        self.hours = hours

    def get_watts(self):
        pass

    def burn(self, time):
        pass
"""


def test_a_constructor_is_written_with_its_defaults() -> None:
    after = applied("write_constructor", "class Lamp:\n    pass\n")
    assert after == "class Lamp:\n\n    def __init__(self, watts, hours=0):\n        pass\n"


@pytest.mark.parametrize(
    ("name", "at", "stub", "body"),
    [
        ("return_named_attribute", 0, "def get_watts(self):", "return self.watts"),
        ("return_last_attribute", 0, "def get_watts(self):", "return self.hours"),
        ("add_argument_to_last_attribute", 1, "def burn(self, time):", "self.hours += time"),
        ("subtract_argument_from_first_attribute", 1, "def burn(self, time):", "self.watts -= time"),
    ],
)
def test_a_method_is_filled_with_one_statement(name: str, at: int, stub: str, body: str) -> None:
    after = applied(name, LIT, at)
    assert after == LIT.replace(f"{stub}\n        pass", f"{stub}\n        {body}")


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("return_named_attribute", 1),  # "burn" names nothing
        ("add_argument_to_first_attribute", 0),  # get_watts takes nothing
        ("store_parameters", 0),  # they are stored
        ("put_self", 0),
        ("flip_sign", 0),
    ],
)
def test_an_operator_with_nothing_to_do_cannot_be_applied(name: str, at: int) -> None:
    assert applied(name, LIT, at) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("watts = watts", "self.watts = watts"),  # what is bound; the parameter is known
        ("return hours", "return self.hours"),
        ("hours = hours + len(str(watts))", "self.hours = self.hours + len(str(watts))"),
    ],
)
def test_self_is_put_on_names_that_nothing_else_has(before: str, after: str) -> None:
    code = "class Lamp:\n\n    def get_watts(self, watts):\n        {}\n"
    assert applied("put_self", code.format(before)) == code.format(after)


def test_a_block_without_its_only_statement_is_empty() -> None:
    code = "class Lamp:\n\n    def get_watts(self):\n        {}\n"
    assert applied("delete_statement", code.format("return 3")) == code.format("pass")


def test_a_focus_that_is_no_longer_there_is_left_alone() -> None:
    flip = BY_NAME["flip_sign"]
    (focus,) = memory("def f(x):\n    x += 1\n").foci(flip.element)
    assert flip.apply(memory("x = 1\n"), focus) is None


SOLUTIONS = st.sampled_from([problem.reference for problem in PROBLEMS.values()])


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A solution that some lines and the end of the last one are missing of."""
    lines = draw(SOLUTIONS).splitlines()
    start, stop, end = (draw(st.integers(0, len(lines))) for _ in range(3))
    left = "\n".join(lines[:start] + lines[stop:end])
    return left[: len(left) - draw(st.integers(0, 3))]


EXTREME = st.sampled_from(
    ["x = " + "(" * 90 + ")" * 90, "x = " + "-" * 5000 + "1", "x = 0x" + "f" * 9000, "\0", "\ud800"]
)
CODE = st.one_of(st.text(max_size=60), damaged(), EXTREME)
OUTPUT = st.none() | st.sampled_from(
    ['File "program.py", line 3\nNameError: x', 'File "program.py", line 99\nAttributeError', "AssertionError: 1", "ok"]
)
ALL_RULES = learn(tuple(DEMONSTRATIONS))


@settings(deadline=None)  # a rule set of twenty, tried on every element
@given(code=CODE, output=OUTPUT, problem=st.sampled_from(tuple(PROBLEMS.values())))
def test_rules_meet_any_code_and_write_programs_that_parse(code: str, output: str | None, problem: Problem) -> None:
    interface = Interface.read(problem.methods)
    state = memory(code, output, interface)
    for rule in ALL_RULES:
        for focus in state.foci(rule.operator.element):
            rule.matches(state, focus)
            after = rule.operator.apply(state, focus)
            if after not in (None, state.code):
                ast.parse(str(after))
