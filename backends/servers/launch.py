"""A model server of practicum's own: started, waited for, and stopped, also where nobody is left to stop it."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import ClientError, ClientSession, ClientTimeout

from backends.servers.port import HOST, reserved_port
from protocol import BackendError

KEEPER = Path(__file__).parent / "keeper.py"

GRACE_S = 10.0
"""Between asking a server to end and killing it."""

LOOK_EVERY_S = 0.1
LOOK_TIMEOUT_S = 5.0

LAST_LINES = 5
LAST_BYTES = 4096


@dataclass(frozen=True)
class Launch:
    """How a server is started, and when it counts as started.

    Args:
        name: What errors call it.
        command: Program and arguments, for a port of this machine.
        environment: All that it gets as its environment.
        log: Where what it says is added.
        timeout_s: Longest time until it is up, in seconds.
        health: Path that answers 200 once it can be asked.
    """

    name: str
    command: Callable[[int], Sequence[str]]
    environment: Mapping[str, str]
    log: Path
    timeout_s: float
    health: str = "/health"


@asynccontextmanager
async def serving(launch: Launch) -> AsyncIterator[str]:
    """The address of a server that runs for the time of a `with` block, and no longer than this process.

    Raises:
        BackendError: it ended before it was up, or was not up in time.
    """
    launch.log.parent.mkdir(parents=True, exist_ok=True)
    with reserved_port() as port, launch.log.open("ab") as log:
        address, said_before = f"http://{HOST}:{port}", log.tell()
        keeper = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", str(KEEPER), str(GRACE_S), *launch.command(port)),
            env=dict(launch.environment),
            stdin=PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # a terminal's Ctrl-C is for the run, which stops its servers itself
        )
        try:
            await _until_up(launch, keeper, f"{address}{launch.health}", said_before)
            yield address
        finally:
            await keeper.communicate(b"")  # lets go of it, and waits until nothing is left


async def _until_up(launch: Launch, keeper: Process, page: str, said_before: int) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + launch.timeout_s
    async with ClientSession(timeout=ClientTimeout(total=LOOK_TIMEOUT_S)) as session:
        while not await _answers(session, page):
            if keeper.returncode is not None:
                raise BackendError(
                    f"{launch.name} ended as it started: {_last_words(launch.log, said_before)}",
                    mend=f"see {launch.log}",
                )
            if loop.time() > deadline:
                raise BackendError(
                    f"{launch.name} was not up after {launch.timeout_s:g} s",
                    mend=f"see {launch.log}, or raise backend.start_timeout_s",
                )
            await asyncio.sleep(LOOK_EVERY_S)


async def _answers(session: ClientSession, page: str) -> bool:
    try:
        async with session.get(page) as response:
            return response.status == 200
    except (ClientError, TimeoutError):
        return False


def _last_words(log: Path, said_before: int) -> str:
    """The last lines that were said since, on one line."""
    with log.open("rb") as said:
        size = said.seek(0, 2)
        said.seek(max(said_before, size - LAST_BYTES))
        lines = said.read().decode(errors="replace").splitlines()
    telling = [line.strip() for line in lines if any(map(str.isalpha, line))]  # no rulers, and no carets of tracebacks
    return " | ".join(telling[-LAST_LINES:]) or "it said nothing"
