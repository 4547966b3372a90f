"""The fork server as a process of ours: started, spoken to in frames, ended."""

import asyncio
import shutil
import socket
import tempfile
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass
from typing import IO, Any, Final

from environments.sandbox.jail.codec import decode, encode
from environments.sandbox.launch import ENVIRONMENT, WORKDIR, Way, command, readable
from environments.sandbox.syscalls import seccomp_filter
from protocol import SandboxError

_ROOM: Final = 1 << 40  # what we send is ours to bound
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
    _scratch: str

    async def greet(self) -> None:
        """Tell the server what it needs to raise the walls, and hear what it could not.

        Raises:
            ConnectionError: it could not do without.
        """
        program, no_filter = seccomp_filter()
        workdir = WORKDIR if self.way is Way.BUBBLEWRAP else self._scratch
        hello = {"filter": program, "workdir": workdir, "namespaces": str(self.way), "readable": list(readable())}
        answer = await self.exchange(hello)
        refused = {"seccomp": no_filter, "landlock": answer["landlock"]}
        self.lacking.update({name: reason for name, reason in refused.items() if reason})

    async def exchange(self, request: Any) -> Any:
        """Send a request and wait for its answer.

        Raises:
            ConnectionError: the server is gone.
        """
        frame = encode(request, _ROOM)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(self._socket, len(frame).to_bytes(4, "big") + frame)
        return decode(await self._read(int.from_bytes(await self._read(4), "big")))

    async def _read(self, size: int) -> bytes:
        loop, data = asyncio.get_running_loop(), bytearray()
        while len(data) < size:
            piece = await loop.sock_recv(self._socket, size - len(data))
            if not piece:
                raise ConnectionResetError("the sandbox's server is gone")
            data += piece
        return bytes(data)

    async def close(self) -> None:
        """End the server, and with it every process that it started."""
        self._socket.close()  # at which it ends by itself
        try:
            await asyncio.wait_for(self._process.wait(), _PATIENCE_S)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)


async def connect() -> Connection:
    """Start a server behind the best walls that this machine can raise.

    Raises:
        SandboxError: not even a server without namespaces starts.
    """
    lacking: dict[str, str] = {}
    for way in Way:
        try:
            return await _start(way, lacking)
        except OSError as error:
            lacking[way] = str(error)
    raise SandboxError(f"the sandbox's server does not start: {lacking[Way.NONE]}")


async def _start(way: Way, lacking: dict[str, str]) -> Connection:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    scratch = tempfile.mkdtemp(prefix="practicum-sandbox-")
    with tempfile.TemporaryFile() as complaints:
        with theirs:
            process = await _launch(way, theirs.fileno(), complaints)
        connection = Connection(way, lacking, process, ours, scratch)
        try:
            await connection.greet()
        except ConnectionError as error:
            await connection.close()
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise OSError(said[-1] if said else "it ended at once") from error
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
