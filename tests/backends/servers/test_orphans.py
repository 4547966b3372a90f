"""What a library starts in processes of its own ends with the block, and with a process that is killed in it."""

import multiprocessing
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backends.servers.orphans import NAME_EVERY_S, no_orphans
from tests.backends.servers.processes import alive, until

ROOT = Path(__file__).parents[3]

HOLDER = """
import asyncio, multiprocessing, time
from backends.servers.orphans import no_orphans

async def main():
    async with no_orphans():
        child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,))
        child.start()
        print(child.pid, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
async def test_they_end_with_the_block(method: str) -> None:
    async with no_orphans():
        child = multiprocessing.get_context(method).Process(target=time.sleep, args=(600,))  # type: ignore[attr-defined]
        child.start()
    child.join(20)
    assert child.exitcode == -9


async def test_those_of_before_stay() -> None:
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,))
    child.start()
    async with no_orphans():
        pass
    assert child.is_alive()
    child.kill()
    child.join()


def test_they_end_with_a_process_that_is_killed() -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, cwd=ROOT)
    with holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline())
        time.sleep(5 * NAME_EVERY_S)
        holder.kill()
    until(lambda: not alive(child))
