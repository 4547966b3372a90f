"""The sandbox by hand: `run` a program, or let the `doctor` say which walls stand."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from environments.sandbox.connection import connect
from environments.sandbox.execution import Ended, Execution, Limits
from environments.sandbox.launch import Way
from environments.sandbox.sandbox import Sandbox
from environments.sandbox.walls import inspect
from protocol import ConfigurationError, PracticumError, SandboxError

_MOST = 1e6  # of seconds or MiB: more is a slip of the hand


async def _run(arguments: argparse.Namespace) -> int:
    try:
        source = arguments.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{arguments.file}: cannot be read ({error})") from error
    limits = Limits(wall_s=arguments.timeout, cpu_s=arguments.timeout, memory_mb=arguments.memory_mb)
    try:
        async with Sandbox(limits=limits, strict=arguments.strict) as sandbox:
            execution = await sandbox.run(source)
    except SandboxError:
        if arguments.strict:
            _print(Execution(Ended.REFUSED, None, "", "", None, 0.0))
        raise
    _print(execution)
    return 0


def _print(execution: Execution) -> None:
    shown = asdict(execution)
    del shown["answers"]
    print(json.dumps(shown))


async def _doctor(arguments: argparse.Namespace) -> int:
    connection = await connect()
    try:
        walls = await inspect(connection.run, connection.pid)
    finally:
        await connection.close()
    way, lacking = connection.way, connection.lacking
    if arguments.json:
        shown = {"namespaces": way, "walls": [asdict(wall) for wall in walls], "lacking": lacking}
        print(json.dumps(shown, indent=2))
    else:
        for wall in walls:
            print(f"{'stands' if wall.stands else 'MISSING':8} {wall.name:13} against {wall.keeps} ({wall.seen})")
        print(f"namespaces by {way}" if way is not Way.NONE else "no namespaces")
        for name, reason in lacking.items():
            print(f"lacking: {name} ({reason})")
    return 0 if all(wall.stands for wall in walls) else 1


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < _MOST:
        raise ValueError(text)
    return number


def _count(text: str) -> int:
    return int(_positive(str(int(text))))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m environments.sandbox", description=__doc__)
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run", help="run a program and print what came of it as one JSON object")
    run.add_argument("file", type=Path)
    run.add_argument("--timeout", type=_positive, default=Limits().wall_s, metavar="S", help="wall and CPU seconds")
    run.add_argument("--memory-mb", type=_count, default=Limits().memory_mb, metavar="N", help="address space in MiB")
    run.add_argument("--strict", action="store_true", help="refuse to run unless every wall stands")
    run.set_defaults(act=_run)
    doctor = commands.add_parser("doctor", help="attack every wall and say which stand; exit code 1 if one is missing")
    doctor.add_argument("--json", action="store_true")
    doctor.set_defaults(act=_doctor)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks, and give the exit code."""
    arguments = _parser().parse_args(words)
    try:
        return int(asyncio.run(arguments.act(arguments)))
    except PracticumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
