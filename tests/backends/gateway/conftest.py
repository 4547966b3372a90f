"""Gateways of the tests' own: their sockets lie in a folder of this session's."""

import asyncio
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web

from backends import ResponseCache
from backends.gateway.place import Place
from backends.run import RUN, Run
from tests.backends.gateway.asking import Job
from tests.hostile.server import KEY, MODEL, Behaviour, HostileServer

LOOKED_EVERY_S = 0.02
HANGS_S = 30.0
"""Nothing here takes ten seconds on an idle machine."""


@pytest.fixture(scope="session", autouse=True)
def _sockets() -> Iterator[None]:
    """A path of pytest's own would be too long for a socket."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tempfile.mkdtemp(prefix="practicum-")
        patch.setenv("XDG_RUNTIME_DIR", folder)
        patch.delenv(RUN, raising=False)
        yield
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


class Server(HostileServer):
    """One that can be held up, that knows the right key, and says whose models it lists.

    Args:
        owned_by: Whose models it lists.
    """

    def __init__(self, owned_by: str = "tests") -> None:
        super().__init__()
        self.owned_by = owned_by
        self.right_key = KEY
        self.answering, self.listing = asyncio.Event(), asyncio.Event()
        self.answering.set()
        self.listing.set()
        self.looks = 0

    async def _models(self, request: web.Request) -> web.Response:
        self.looks += 1
        await self.listing.wait()
        if not self._knows(request):
            return self._complaint(Behaviour.EXPIRED)
        return web.json_response({"data": [{"id": MODEL, "owned_by": self.owned_by}]})

    async def _behave(self, behaviour: Behaviour, request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        await self.answering.wait()
        return await super()._behave(behaviour if self._knows(request) else Behaviour.EXPIRED, request, body)

    def _knows(self, request: web.Request) -> bool:
        return request.headers.get("Authorization") == f"Bearer {self.right_key}"


@pytest_asyncio.fixture
async def server() -> AsyncIterator[Server]:
    async with Server() as opened:
        yield opened


@pytest.fixture
def cache_file(tmp_path: Path) -> Path:
    return tmp_path / "cache.sqlite"


@pytest.fixture
def job(server: Server, cache_file: Path) -> Callable[..., Job]:
    """Makes a job of the test's cache: `job(concurrency=1, account="a/b", model="nosuch")`."""

    def make(concurrency: int = 8, **changes: Any) -> Job:
        settings = {"model": MODEL, "base_url": server.url, "limits": {"concurrency": concurrency}}
        of_job = {key: changes.pop(key) for key in ("account", "budget", "prices", "fresh") if key in changes}
        return Job(str(cache_file), settings | changes, **of_job)

    return make


@pytest.fixture
def gateway(cache_file: Path) -> Callable[[], int]:
    """The process id of the gateway of the test's cache."""

    def process() -> int:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(Place(cache_file).socket))
            credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        pid: int = struct.unpack("3i", credentials)[0]
        return pid

    return process


@pytest.fixture
def kept(cache_file: Path) -> Callable[[], int]:
    """How many replies the test's cache holds."""

    def count() -> int:
        with ResponseCache(cache_file) as cache:
            return len(cache)

    return count


@pytest.fixture
def lives() -> Callable[[int], bool]:
    """Whether a process is there, and no zombie."""

    def look(pid: int) -> bool:
        with suppress(OSError):
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
        return False

    return look


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], Any]:
    """Waits for something that other processes bring about."""

    async def wait(true: Callable[[], bool]) -> None:
        for _ in range(int(HANGS_S / LOOKED_EVERY_S)):
            if true():
                return
            await asyncio.sleep(LOOKED_EVERY_S)
        raise AssertionError("it never came about")

    return wait


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator["subprocess.Popen[bytes]"]:
    """The process of a run that the test's jobs belong to."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        monkeypatch.setenv(RUN, str(Run.of(process.pid)))
        yield process
        process.kill()
