"""Programs that mean harm: each ends as it must, claims nothing, leaves nothing, and the next program is graded well.

The head of a program says what it does, how its run must end (`ended`), what verdict it must get on a question whose
answer it does not give (`verdict`; several are parted by `|`), and, if it needs one, the wall that it runs against.
"""

import asyncio
import os
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from environments.sandbox import Limits, Probe, Sandbox
from environments.sandbox.connection import connect
from environments.sandbox.verdicts import verdict
from environments.sandbox.walls import descendants, inspect, runs_a_program

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
LIMITS = Limits(wall_s=1.0, cpu_s=0.5, memory_mb=128, output_bytes=16_384)
QUESTION = Probe("double", "double(21)")
HONEST = "def double(x):\n    return 2 * x\n"


@dataclass(frozen=True)
class Target:
    """What a program may try to reach on the host."""

    canary: Path
    port: int

    @property
    def prelude(self) -> str:
        return f"CANARY, PORT, PARENT = {str(self.canary)!r}, {self.port}, {os.getpid()}\n"


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    canary = tmp_path / "canary"
    canary.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield Target(canary, listener.getsockname()[1])


@cache
def missing_walls() -> frozenset[str]:
    async def look() -> frozenset[str]:
        connection = await connect()
        try:
            walls = await inspect(connection.run, connection.pid)
        finally:
            await connection.close()
        return frozenset(wall.name for wall in walls if not wall.stands)

    return asyncio.run(look())


def declared(source: str, name: str) -> list[str]:
    found = re.search(rf"^# {name}: (.+)$", source, re.MULTILINE)
    return found[1].split("|") if found else []


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_hostile_program_comes_to_its_end_and_to_nothing_else(path: Path, target: Target) -> None:
    source = path.read_text()
    needed = missing_walls().intersection(declared(source, "wall"))
    if needed:
        pytest.skip(f"this machine lacks a wall: {', '.join(needed)}")

    async def run() -> None:
        async with Sandbox(limits=LIMITS) as sandbox:
            execution = await sandbox.run(source, prelude=target.prelude, probes=[QUESTION])
            assert execution.ended in declared(source, "ended"), execution
            assert verdict(execution.answers[0], 42) in declared(source, "verdict"), execution.answers
            assert "ESCAPED" not in execution.stdout
            assert not any(map(runs_a_program, descendants(os.getpid())))
            after = await sandbox.run(
                HONEST + "import os\nfiles = os.listdir()\n", probes=[QUESTION, Probe("files", "files")]
            )
            assert [answer.value for answer in after.answers] == [42, []]

    asyncio.run(run())
    assert target.canary.read_text() == "secret"


def test_every_hostile_program_declares_its_end_and_its_verdict() -> None:
    assert len(PROGRAMS) >= 40
    assert [
        path.name for path in PROGRAMS if not all(declared(path.read_text(), n) for n in ("ended", "verdict"))
    ] == []
