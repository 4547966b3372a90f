"""Rules as text: a named set that can be read."""

import subprocess
import sys

from simulators.students.simstudent import DEMONSTRATIONS, learn

STORE = """\
store_parameters
    if      constructor_empty
    then    constructing: store_parameters(program)
    weight  0.75 (right 2, wrong 0)"""


def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "simulators.students.simstudent", *arguments], capture_output=True, text=True, timeout=60
    )


def test_a_rule_reads_as_if_then() -> None:
    assert str(learn(tuple(DEMONSTRATIONS))["store_parameters"]) == STORE


def test_rules_have_names_of_their_own() -> None:
    names = [rule.name for rule in learn(tuple(DEMONSTRATIONS))]
    assert len(set(names)) == len(names)


def test_the_command_prints_the_rules_that_are_learnt() -> None:
    done = run_module("purse", "tally")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip("\n") == str(learn(("purse", "tally")))


def test_the_command_names_a_demonstration_that_there_is_not() -> None:
    done = run_module("tnak")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: student.demonstrations names no demonstration called 'tnak'")
    assert done.stderr.count("\n") == 1
