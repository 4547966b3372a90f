"""The commands `python -m environments.programming list | show PROBLEM | grade --problem PROBLEM FILE`."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from environments.programming import PROBLEMS, Grader, Observation, Problem, problem
from environments.sandbox import Sandbox
from protocol import DataError, PracticumError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a user's mistake is one line on stderr and exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        print(options.command(options))
    except PracticumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m environments.programming", description="Programming problems.")
    commands = parser.add_subparsers(required=True)
    listing = commands.add_parser("list", help="the problems, a line each")
    listing.set_defaults(command=lambda _: "\n".join(_line(each) for each in PROBLEMS.values()))
    show = commands.add_parser("show", help="what a problem asks for")
    show.add_argument("problem")
    show.set_defaults(command=lambda options: problem(options.problem).statement.rstrip())
    grade = commands.add_parser("grade", help="run a program's unit tests; prints one JSON object")
    grade.add_argument("--problem", required=True)
    grade.add_argument("file", type=Path)
    grade.set_defaults(command=lambda options: _grade(options.problem, options.file))
    return parser


def _line(each: Problem) -> str:
    return f"{each.id}: {each.title}, {len(each.tests)} tests, {len(each.knowledge_components)} knowledge components"


def _grade(identifier: str, path: Path) -> str:
    asked = problem(identifier)
    observation = asyncio.run(_observe(asked, _source(path)))
    return json.dumps(
        {
            "tests_passed": observation.tests_passed,
            "tests_total": observation.tests_total,
            "error_type": observation.error_type,
            "ended": observation.ended,
            "knowledge_components": dict(observation.evidence),
            "output": observation.output,
        },
        indent=2,
    )


def _source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}", mend="name a Python file") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not text in UTF-8") from error


async def _observe(asked: Problem, source: str) -> Observation:
    async with Sandbox() as sandbox:
        return await Grader(sandbox).grade(asked, source)


if __name__ == "__main__":
    sys.exit(main())
