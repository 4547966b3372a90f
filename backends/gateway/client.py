"""A job's side of the gateway: find it or start it, introduce the backend, ask."""

import asyncio
import itertools
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backends.gateway import frames
from backends.gateway.frames import Frame
from backends.gateway.place import PACKAGE, Place
from backends.provider import Engine, Identity, Question
from backends.request import Completion, FinishReason, Request, Usage
from backends.run import run_named_here
from protocol import BackendError, BudgetError, ConfigurationError, PracticumError

START_TIMEOUT_S = 30.0
"""Longest that a fresh gateway may take until it listens; what it starts itself is waited for without limit here."""

LOOK_EVERY_S = 0.02

_ERRORS = {"backend": BackendError, "budget": BudgetError, "configuration": ConfigurationError}


class Connection:
    """Frames to and from a gateway, many questions at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, log: Path) -> None:
        self._reader = reader
        self._writer = writer
        self._log = log
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Frame]] = {}
        self._listener = asyncio.create_task(self._listen())

    async def ask(self, **frame: Any) -> Frame:
        """The gateway's answer to a frame.

        Raises:
            PracticumError: what went wrong there, or the gateway has ended.
        """
        if self._listener.done():
            raise self._lost()
        number = next(self._numbers)
        future = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            self._writer.write(frames.packed({"number": number, **frame}))
            answer: Frame = await future
        finally:
            self._waiting.pop(number, None)
        if error := answer.get("error"):
            raise _ERRORS[error["kind"]](error["problem"], mend=error["mend"])
        return answer

    async def close(self) -> None:
        """Leave; what is under way for nobody else is not asked any more, or kept when it comes."""
        self._listener.cancel()
        self._writer.close()
        await asyncio.gather(self._listener, return_exceptions=True)

    async def _listen(self) -> None:
        while (frame := await frames.read(self._reader)) is not None:
            if (future := self._waiting.get(frame["number"])) and not future.done():
                future.set_result(frame)
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(self._lost())

    def _lost(self) -> BackendError:
        return BackendError("the gateway to the models has ended", mend=f"see {self._log}, and run again")


@asynccontextmanager
async def connect(cache: Path) -> AsyncIterator[Connection]:
    """A connection to the gateway of a cache, which is started if it does not run.

    Raises:
        BackendError: it cannot be started.
    """
    reader, writer = await _reached(Place(cache))
    connection = Connection(reader, writer, Place(cache).log)
    try:
        yield connection
    finally:
        await connection.close()


async def _reached(place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    lock = place.locked()
    await asyncio.to_thread(lock.__enter__)  # may wait for another job that starts the gateway
    try:
        return await _open(place) or await _started(place)
    finally:
        lock.__exit__(None, None, None)


async def _started(place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    gateway = _start(place)
    deadline = time.monotonic() + START_TIMEOUT_S
    while (streams := await _open(place)) is None:
        if _ended(gateway) or time.monotonic() > deadline:
            raise BackendError("the gateway to the models did not start", mend=f"see {place.log}")
        await asyncio.sleep(LOOK_EVERY_S)
    return streams


async def _open(place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
    try:
        reader, writer = await asyncio.open_unix_connection(place.socket)
    except (FileNotFoundError, ConnectionRefusedError):
        return None
    if await frames.read(reader) is None:  # it was about to end, and did not greet
        writer.close()
        return None
    return reader, writer


def _ended(child: int) -> bool:
    return os.waitpid(child, os.WNOHANG)[0] == child


def _start(place: Place) -> int:
    """A gateway that outlives who started it, with the caller's environment but no terminal; gives its process id."""
    place.log.parent.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
    return os.posix_spawn(  # no Popen, which would miss a child that nobody waits for
        sys.executable,
        [sys.executable, "-m", "backends.gateway", str(place.cache.resolve())],
        {**os.environ, "PYTHONPATH": path},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, place.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setsid=True,
    )


@dataclass(frozen=True)
class GatewayProvider:
    """Has requests answered by the gateway.

    Args:
        connection: To the gateway.
        identity: Whose answers they are.
        fixed_salt: What else of the backend's settings can change an answer.
        engine: What runs the model.
        fresh: Ask anew whatever was asked before, and keep nothing.
    """

    connection: Connection
    identity: Identity
    fixed_salt: str
    engine: Engine
    fresh: bool

    @property
    def keeps(self) -> bool:
        """The gateway puts a reply into the cache before it passes it on."""
        return True

    def salt(self, question: Question) -> str:
        """See Provider."""
        return self.fixed_salt

    async def complete(self, request: Request, question: Question) -> Completion:
        """See Provider."""
        answer = await self.connection.ask(request=request, prompt=question.prompt.name, fresh=self.fresh)
        return completion(answer["completion"])


async def introduce(connection: Connection, introduction: Mapping[str, Any]) -> Engine:
    """Tell the gateway which backend is meant; waits until its model can be asked.

    Raises:
        PracticumError: the model cannot be reached or asked.
    """
    answer = await connection.ask(introduction=dict(introduction), run=run_named_here())
    return Engine(**answer["engine"])


def completion(frame: Frame) -> Completion:
    """The completion that was written into a frame."""
    usage, reason = Usage(**frame["usage"]), FinishReason(frame["finish_reason"])
    return Completion(**{**frame, "usage": usage, "finish_reason": reason})


def plain_error(error: PracticumError) -> Frame:
    """An error as plain values: what the job raises in its turn."""
    kind = next((kind for kind, known in _ERRORS.items() if type(error) is known), "backend")
    return {"kind": kind, "problem": error.problem, "mend": error.mend}
