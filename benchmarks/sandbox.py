"""How many submissions a second the sandbox grades on one core, beside two usual ways to do it.

    python -m benchmarks.sandbox [--data PATH] [--seconds S]

The submissions are the Refactory data set's (see `environments.sandbox.refactory`), without those that never end, which
would measure the time limit. Every way grades the same ones and must come to the same verdicts:

(a) `python -I`, one process a submission; no walls but a time limit;
(b) a process and a `multiprocessing.Manager` a submission, the way of the HumanEval harness; no walls but a time limit.

All processes share one core. The ways take turns, so that a busy moment of the machine falls on each of them.
"""

import argparse
import ast
import asyncio
import contextlib
import io
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from environments.sandbox import Sandbox
from environments.sandbox.refactory import Submission, load
from environments.sandbox.verdicts import verdicts
from protocol import PracticumError

TIMEOUT_S = 5.0
BATCH = 20
DATA = Path(os.environ.get("PRACTICUM_DATA", Path(__file__).parents[2] / "shared" / "data")) / "refactory"
_TAKEN = (
    "kill",
    "system",
    "putenv",
    "remove",
    "fork",
    "forkpty",
    "killpg",
    "rename",
    "truncate",
    "replace",
    "fchmod",
    "chown",
)

Verdicts = tuple[str, ...]
Way = Callable[[Submission], Awaitable[Verdicts]]

_GRADER = """
import json, sys
names = {}
verdicts = []
prelude, source, calls = json.loads(sys.stdin.read())
for call in calls:
    try:
        if not names:
            exec(prelude, names)
            exec(source, names)
        verdicts.append([None, repr(eval(call, names))])
    except Exception as error:
        verdicts.append([type(error).__name__, None])
print(json.dumps(verdicts))
"""


async def by_process(submission: Submission) -> Verdicts:
    """Grade in a fresh interpreter, and compare what it printed."""
    assignment = submission.assignment
    asked = json.dumps([assignment.prelude, submission.source, [test.call for test in assignment.tests]])
    done = subprocess.run(  # noqa: ASYNC221 - one at a time is what is measured
        [sys.executable, "-I", "-c", _GRADER],
        input=asked,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=True,
    )
    answers = json.loads(done.stdout.splitlines()[-1])
    return tuple(
        error or ("pass" if _literal(shown) == test.expected else "wrong")
        for (error, shown), test in zip(answers, assignment.tests, strict=True)
    )


def _literal(shown: str) -> Any:
    try:
        return ast.literal_eval(shown)
    except (ValueError, SyntaxError):
        return NotImplemented


async def by_manager(submission: Submission) -> Verdicts:
    """Grade in a forked process that hands its verdicts back through a manager, as HumanEval's harness does."""
    context = multiprocessing.get_context("fork")
    with context.Manager() as manager:
        found = manager.list()
        process = context.Process(target=_grade_into, args=(submission, found))
        process.start()
        process.join(timeout=TIMEOUT_S + 1)
        if process.is_alive():
            process.kill()
        return tuple(*found)


def _grade_into(submission: Submission, found: Any) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), _disarmed():
        signal.setitimer(signal.ITIMER_REAL, TIMEOUT_S)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            found.append(_graded(submission))


@contextlib.contextmanager
def _disarmed() -> Iterator[None]:
    """Take away what that harness takes away: names in `os`, which keep nobody out who wants to get there."""
    taken = {name: getattr(os, name) for name in _TAKEN}
    for name in taken:
        setattr(os, name, None)
    yield
    for name, function in taken.items():
        setattr(os, name, function)


def _graded(submission: Submission) -> Verdicts:
    names: dict[str, Any] = {}
    given = []
    for test in submission.assignment.tests:
        try:
            if not names:
                exec(submission.assignment.prelude, names)
                exec(submission.source, names)
            given.append("pass" if eval(test.call, names) == test.expected else "wrong")
        except Exception as error:
            given.append(type(error).__name__)
    return tuple(given)


async def measure(submissions: list[Submission], seconds: float) -> None:
    """Let the ways take turns on the same submissions, and print what each does in a second."""
    async with Sandbox(strict=True) as sandbox:

        async def by_sandbox(submission: Submission) -> Verdicts:
            assignment = submission.assignment
            return await verdicts(sandbox, submission.source, assignment.tests, prelude=assignment.prelude)

        ways: dict[str, Way] = {
            "sandbox, every wall up": by_sandbox,
            "(a) python -I a submission": by_process,
            "(b) process and Manager a submission": by_manager,
        }
        spent = dict.fromkeys(ways, 0.0)
        graded, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            batch = [submissions[(graded + offset) % len(submissions)] for offset in range(BATCH)]
            for name, way in ways.items():
                start = time.perf_counter()
                given = [await way(submission) for submission in batch]
                spent[name] += time.perf_counter() - start
                wrong = [each.file for each, verdict in zip(batch, given, strict=True) if verdict != each.observed]
                if wrong:
                    print(f"{name}: other verdicts than observed for {', '.join(wrong)}")
            graded += BATCH
    rates = {name: graded / taken for name, taken in spent.items()}
    ours = rates["sandbox, every wall up"]
    for name, rate in rates.items():
        print(f"{name:40} {rate:8.1f} submissions/s a core   ours is {ours / rate:6.1f} times this")
    tests = sum(len(each.assignment.tests) for each in submissions) / len(submissions)
    print(f"{graded} submissions each, {tests:.1f} tests a submission")


def main() -> int:
    """Run the benchmark on one core."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sandbox")
    parser.add_argument("--data", type=Path, default=DATA, help="the Refactory data set")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure, all ways together")
    arguments = parser.parse_args()
    try:
        submissions = [each for each in load(arguments.data) if each.observed and "timeout" not in each.observed]
        random.Random(0).shuffle(submissions)
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        asyncio.run(measure(submissions, arguments.seconds))
    except PracticumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
