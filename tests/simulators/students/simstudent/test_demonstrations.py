"""The worked examples: true to Python, away from the studies, and explained step by step."""

import pytest

from environments.programming import PROBLEMS, runs
from environments.sandbox import Ended, PlainValue, Probe, Sandbox
from simulators.students.simstudent import DEMONSTRATIONS, Demonstration, learn

# What the expert tries the program with, and what should come of it.
TRIED: dict[str, tuple[str, PlainValue]] = {
    "tank": ("t = Tank(10, 4)\nt.fill(3)\nt.drain(2)\n(t.get_capacity(), t.get_level())", (10, 5)),
    "odometer": ("o = Odometer(7)\no.drive(2)\no.get_miles()", 9),
    "purse": ("Purse(5).get_coins()", 5),
    "tally": ("t = Tally(3)\nt.cross(2)\nt.get_count()", 5),
    "stopwatch": ("s = Stopwatch(1)\ns.wait(2)\ns.get_seconds()", 3),
}


@pytest.mark.parametrize("name", DEMONSTRATIONS)
async def test_demonstrated_output_is_what_python_prints(name: str, sandbox: Sandbox) -> None:
    code, expected = TRIED[name]
    demonstration = DEMONSTRATIONS[name]
    for step, shown in zip(demonstration.steps, demonstration.shown, strict=True):
        if not runs(shown.cognition):
            continue
        (answer,) = (await sandbox.run(shown.memory.code, probes=[Probe("tried", code)])).answers
        printed = (step.output or "").splitlines()
        if answer.ended is Ended.ERROR:
            assert all(line.strip() in answer.message for line in printed)
        elif answer.value == expected:
            assert printed == ["as it should be"]
        else:
            assert printed == [f"AssertionError: expected {expected!r}, got {answer.value!r}"]


def test_demonstrations_are_of_problems_that_no_study_uses() -> None:
    asked = {problem.class_name for problem in PROBLEMS.values()}
    assert not any(next(d.shown).memory.interface.class_name in asked for d in DEMONSTRATIONS.values())


@pytest.mark.parametrize("demonstration", DEMONSTRATIONS.values(), ids=DEMONSTRATIONS.keys())
def test_rules_can_take_every_demonstrated_step(demonstration: Demonstration) -> None:
    rules = learn(tuple(DEMONSTRATIONS))
    for shown in demonstration.shown:
        assert any(
            rule.cognition is shown.cognition
            and rule.matches(shown.memory, focus)
            and rule.operator.apply(shown.memory, focus) == shown.code
            for rule in rules
            for focus in shown.memory.foci(rule.operator.element)
        )
