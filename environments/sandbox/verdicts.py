"""Verdicts on a submission: each test is a call, and what it gives is compared out here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from environments.sandbox.execution import Answer, Ended, Execution, Limits, Probe
from environments.sandbox.jail.codec import Value

ACCEPTED: Final = "pass"
WRONG: Final = "wrong"


@dataclass(frozen=True)
class Expectation:
    """A test of a function: a call, and what it should give.

    Args:
        call: A Python expression.
        expected: What it should be equal to; it stays on this side of the wall.
    """

    call: str
    expected: Value


class Runs(Protocol):
    """What runs a submission: a `Sandbox`."""

    async def run(self, source: str, *, prelude: str, probes: Sequence[Probe], limits: Limits | None) -> Execution:
        """Run a program and put probes to it."""
        ...


async def verdicts(
    sandbox: Runs, source: str, tests: Sequence[Expectation], *, prelude: str = "", limits: Limits | None = None
) -> tuple[str, ...]:
    """Grade a submission.

    Args:
        sandbox: Where it runs.
        source: The submission.
        tests: What is asked of it.
        prelude: Code that the assignment puts before every submission.
        limits: What the run may use.

    Returns:
        For each test "pass", "wrong", the name of the error that it ended in, or the end of the run, such as "timeout".
    """
    probes = [Probe(test.call, test.call) for test in tests]
    execution = await sandbox.run(source, prelude=prelude, probes=probes, limits=limits)
    return tuple(verdict(answer, test.expected) for answer, test in zip(execution.answers, tests, strict=True))


def verdict(answer: Answer, expected: Value) -> str:
    """The verdict on one answer."""
    if answer.ended is Ended.OK:
        return ACCEPTED if answer.value == expected else WRONG
    return answer.error_type or str(answer.ended)
