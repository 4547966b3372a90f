"""Running a learner's program against a problem's unit tests, and saying what the learner's editor shows."""

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass

from environments.programming.oracle import evidence
from environments.programming.problem import Problem, UnitTest
from environments.sandbox import Answer, Ended, Execution, Limits, Opaque, Probe, Runner
from protocol import SandboxError

_LIMITS = Limits(give_up_after=1)  # who sees the tests hang stops them
_TRACEBACK_LINES = 12

# What Python calls an end that no exception of the program's own tells of.
_ERROR_TYPES = {
    Ended.TIMEOUT: "TimeoutError",
    Ended.MEMORY: "MemoryError",
    Ended.OUTPUT_LIMIT: "RuntimeError",
    Ended.KILLED: "SystemExit",
    Ended.REFUSED: "PermissionError",
}
_REASONS = {
    Ended.TIMEOUT: "the program took too long",
    Ended.MEMORY: "the program used too much memory",
    Ended.OUTPUT_LIMIT: "the program printed too much",
    Ended.KILLED: "the program ended before its tests did",
    Ended.REFUSED: "the program asked for what it may not do",
}


@dataclass(frozen=True)
class Observation:
    """What comes of running a learner's program: o_t of the paper, and what the session may know besides.

    Args:
        ended: How the program ended; where it ran to its end, how its first failing test did if that was cut short.
        output: What the learner's editor shows: printed text, the count of tests, the first failing test.
        error_type: Name of the first failing test's error, AssertionError where a value is wrong; None if all pass.
        tests_passed: How many unit tests pass.
        tests_total: How many there are.
        evidence: What the oracle sees of each knowledge component.
        duration_s: Wall time of the program without its tests, in seconds.
        failing: Names of the tests that fail, in order.
    """

    ended: Ended
    output: str
    error_type: str | None
    tests_passed: int
    tests_total: int
    evidence: Mapping[str, bool | None]
    duration_s: float
    failing: tuple[str, ...]

    @property
    def solved(self) -> bool:
        """Whether every test passes."""
        return self.tests_passed == self.tests_total


class Grader:
    """Grades programs, each once: the same source is not run twice.

    Args:
        sandbox: Where the programs run; the grader leaves opening and closing it to its owner.
    """

    def __init__(self, sandbox: Runner) -> None:
        self._sandbox = sandbox
        self._graded: dict[tuple[str, str], Observation] = {}

    async def grade(self, problem: Problem, source: str) -> Observation:
        """Run a program and its unit tests.

        Raises:
            SandboxError: the sandbox broke; whatever the program does is no such case.
        """
        key = (problem.id, source)
        if key not in self._graded:
            self._graded[key] = await self._grade(problem, source)
        return self._graded[key]

    async def _grade(self, problem: Problem, source: str) -> Observation:
        probes = [Probe(test.name, test.probe) for test in problem.tests]
        execution = await self._sandbox.run(source, probes=probes, limits=_LIMITS)
        if execution.ended is not Ended.OK:
            return _unrun(problem, source, execution)
        if len(execution.answers) != len(probes):
            raise SandboxError(f"{len(execution.answers)} answers came to {len(probes)} tests of {problem.id}")
        return _run(problem, source, execution)


def _unrun(problem: Problem, source: str, execution: Execution) -> Observation:
    """A program that did not run to its end passes no test."""
    error_type = execution.error_type or _ERROR_TYPES.get(execution.ended, "SystemExit")
    last = execution.stderr if execution.ended is Ended.ERROR else f"{error_type}: {_REASONS[execution.ended]}"
    return Observation(
        ended=execution.ended,
        output=_shown(execution.stdout, last, _count(0, problem)),
        error_type=error_type,
        tests_passed=0,
        tests_total=len(problem.tests),
        evidence=evidence(source, problem),
        duration_s=execution.duration_s,
        failing=tuple(test.name for test in problem.tests),
    )


def _run(problem: Problem, source: str, execution: Execution) -> Observation:
    pairs = list(zip(problem.tests, execution.answers, strict=True))
    failing = [(test, answer) for test, answer in pairs if not _passes(test, answer)]
    passed = len(pairs) - len(failing)
    ended, error_type, failure = (Ended.OK, None, "") if not failing else _failure(*failing[0])
    return Observation(
        ended=ended,
        output=_shown(execution.stdout, execution.stderr, _count(passed, problem), failure),
        error_type=error_type,
        tests_passed=passed,
        tests_total=len(pairs),
        evidence=evidence(source, problem),
        duration_s=execution.duration_s,
        failing=tuple(test.name for test, _ in failing),
    )


def _passes(test: UnitTest, answer: Answer) -> bool:
    return answer.ended is Ended.OK and test.accepts(answer.value)


def _failure(test: UnitTest, answer: Answer) -> tuple[Ended, str, str]:
    """How a failing test ended, its error's type, and what a learner reads of it."""
    head = f"FAILED: {test.name}\n{test.feedback}\n"
    match answer.ended:
        case Ended.OK:
            wrong = f"AssertionError: expected {_READER.repr(test.expected)}, got {_READER.repr(answer.value)}"
            return Ended.OK, "AssertionError", head + wrong
        case Ended.ERROR:
            lines = answer.message.strip().splitlines()
            return Ended.OK, answer.error_type or "SystemExit", head + "\n".join(lines[-_TRACEBACK_LINES:])
    error_type = answer.error_type or _ERROR_TYPES[answer.ended]
    return answer.ended, error_type, f"{head}{error_type}: {_REASONS[answer.ended]}"


def _count(passed: int, problem: Problem) -> str:
    return f"{passed} of {len(problem.tests)} tests passed"


def _shown(*parts: str) -> str:
    return "\n".join(part.rstrip("\n") for part in parts if part.strip())


class _Reader(reprlib.Repr):
    """Writes values as a learner would read them: short, and numbers without the last digits of a float."""

    def repr_float(self, number: float, _level: int) -> str:
        return repr(float(f"{number:.8g}"))

    def repr_Opaque(self, value: Opaque, _level: int) -> str:  # noqa: N802
        return f"an object of type {value.type_name}"


_READER = _Reader()
