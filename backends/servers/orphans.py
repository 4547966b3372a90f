"""Child processes that do not outlive this one, where a library starts them and no keeper can."""

import asyncio
import multiprocessing
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

REAPER = Path(__file__).parent / "reaper.py"

NAME_EVERY_S = 0.2


@asynccontextmanager
async def no_orphans() -> AsyncIterator[None]:
    """What `multiprocessing` starts within a `with` block ends with it, and with this process even if that is killed.

    Up to `NAME_EVERY_S` after its start a process is not known yet.
    """
    reaper = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-S", str(REAPER), str(os.getpid())), stdin=PIPE, start_new_session=True
    )
    naming = asyncio.create_task(_name(reaper, earlier := _children()))
    try:
        yield
    finally:
        naming.cancel()
        await asyncio.gather(naming, return_exceptions=True)
        await reaper.communicate(_lines(_children() - earlier) + b"\n")


async def _name(reaper: Process, earlier: set[int]) -> None:
    while reaper.stdin and reaper.returncode is None:
        reaper.stdin.write(_lines(_children() - earlier))
        await asyncio.sleep(NAME_EVERY_S)


def _children() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


def _lines(processes: set[int]) -> bytes:
    return "".join(f"{process}\n" for process in processes).encode()
