"""The fork server as a process of ours: started, spoken to in frames, ended."""

import asyncio
import json
import marshal
import shutil
import socket
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from environments.sandbox import wire
from environments.sandbox.execution import Execution, Limits, Probe
from environments.sandbox.launch import ENVIRONMENT, WORKDIR, WORKDIR_BYTES, Way, command, readable
from environments.sandbox.syscalls import seccomp_filter
from protocol import SandboxError

_CHUNK: Final = 65_536
_PATIENCE_S: Final = 2.0


@dataclass
class Connection:
    """A running fork server and the way to speak to it.

    Args:
        way: How it was started.
        lacking: What could not be had on this machine, and why.
    """

    way: Way
    lacking: dict[str, str]
    _process: Process
    _socket: socket.socket
    _scratch: str | None
    _complaints: IO[bytes]

    async def greet(self) -> None:
        """Tell the server what it needs to raise the walls, and hear what it could not.

        Raises:
            ConnectionError: it could not do without.
        """
        program, no_filter = seccomp_filter()
        hello = {
            "filter": program,
            "namespaces": str(self.way),
            "readable": list(readable()),
            "workdir": self._scratch or WORKDIR,
            "workdir_bytes": WORKDIR_BYTES,
        }
        answer = await self._exchange(hello)
        refused = {"seccomp": no_filter, "landlock": answer["landlock"]}
        self.lacking.update({name: reason for name, reason in refused.items() if reason})

    @property
    def pid(self) -> int:
        """The process that the server was started as."""
        return self._process.pid

    async def run(self, source: str, *, prelude: str = "", probes: Sequence[Probe] = (), limits: Limits) -> Execution:
        """Run a program and put the probes to it: see `Sandbox.run`.

        Raises:
            ConnectionError: the server is gone.
            SandboxError: a probe is no Python.
        """
        return wire.execution(await self._exchange(wire.request(source, prelude, probes, limits)))

    async def _exchange(self, request: dict[str, Any]) -> Any:
        """Ask as marshal, which is fast and trusts whom it comes from; hear as JSON, which trusts nobody."""
        frame = marshal.dumps(request)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(self._socket, len(frame).to_bytes(4, "big") + frame)
        answer = bytearray()
        while len(answer) < 4 or len(answer) - 4 < int.from_bytes(answer[:4], "big"):
            piece = await loop.sock_recv(self._socket, _CHUNK)
            if not piece:
                raise ConnectionResetError(self._last_words())
            answer += piece
        return json.loads(answer[4:])

    async def close(self) -> None:
        """End the server, and with it every process that it started."""
        self._socket.close()  # at which it ends by itself
        try:
            await asyncio.wait_for(self._process.wait(), _PATIENCE_S)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        self._complaints.close()
        _remove(self._scratch)

    def _last_words(self) -> str:
        self._complaints.seek(0)
        said = self._complaints.read().decode(errors="replace").strip().splitlines()
        return said[-1] if said else "it ended without a word"


async def connect(ways: Sequence[Way] = tuple(Way)) -> Connection:
    """Start a server behind the best walls that this machine can raise.

    Args:
        ways: How to try to start it, the best way first.

    Raises:
        SandboxError: none of them works.
    """
    lacking: dict[str, str] = {}
    for way in ways:
        try:
            return await _start(way, lacking)
        except OSError as error:
            lacking[way] = str(error)
    raise SandboxError(f"the sandbox's server does not start: {'; '.join(lacking.values())}")


async def _start(way: Way, lacking: dict[str, str]) -> Connection:
    scratch = None if way is Way.BUBBLEWRAP else tempfile.mkdtemp(prefix="practicum-sandbox-")
    complaints = tempfile.TemporaryFile()  # noqa: SIM115 - the connection closes it
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    try:
        process = await _launch(way, theirs.fileno(), complaints)
    except OSError:
        ours.close()
        complaints.close()
        _remove(scratch)
        raise
    finally:
        theirs.close()  # so that we see when the server closes its own
    connection = Connection(way, lacking, process, ours, scratch, complaints)
    try:
        await connection.greet()
    except BaseException:
        await connection.close()
        raise
    return connection


async def _launch(way: Way, control: int, complaints: IO[bytes]) -> Process:
    return await asyncio.create_subprocess_exec(
        *command(way, control),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=complaints,
        pass_fds=(control,),
        env=ENVIRONMENT,
        cwd="/",
        start_new_session=True,
    )


def _remove(scratch: str | None) -> None:
    if scratch:
        shutil.rmtree(scratch, ignore_errors=True)
