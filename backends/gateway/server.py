"""The gateway's own side: greets jobs, answers them, and ends when nobody needs it any more."""

import asyncio
import logging
import os
from dataclasses import dataclass, field
from typing import Self

from pydantic import ValidationError

from backends.cache import ResponseCache
from backends.gateway import frames
from backends.gateway.client import plain_error
from backends.gateway.errands import Desk, Errands
from backends.gateway.frames import Frame
from backends.gateway.line import Line, name_of
from backends.gateway.place import Place
from backends.request import Request
from backends.run import Run
from backends.spending import Account
from backends.spending.prices import Prices
from backends.spending.till import Till
from protocol import BackendError, ConfigurationError, PracticumError

LOG = logging.getLogger(__name__)

LINGER_S = 3.0
"""How long it waits for another job where no run keeps it."""

LOOK_EVERY_S = 0.3


@dataclass
class Gateway:
    """The one process that talks to models for the jobs of a cache.

    Args:
        place: Where it is found.
        cache: Where replies are kept.
    """

    place: Place
    cache: ResponseCache
    _jobs: int = 0
    _runs: dict[Run, int] = field(default_factory=dict)  # descriptor of its process
    _lines: "dict[str, asyncio.Task[Line]]" = field(default_factory=dict)
    _tills: dict[str, Till] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.errands = Errands(self.cache)

    async def serve(self) -> None:
        """Answer until nobody needs it any more."""
        self.place.socket.unlink(missing_ok=True)  # of one that was killed: who starts a gateway holds the lock
        server = await asyncio.start_unix_server(self._greet, self.place.socket)
        try:
            async with server:
                await self._end()
        finally:
            for line in self._lines.values():
                await _hang_up(line)

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._jobs += 1
        try:
            writer.write(frames.packed({}))
            async with Job(self, reader, writer) as job:
                await job.listen()
        except ConnectionError:
            pass  # the job was killed
        finally:
            self._jobs -= 1
            writer.close()

    async def _end(self) -> None:
        """Return once nobody has needed it for a while, and nobody can reach it any more."""
        idle_s = 0.0
        while not (idle_s >= LINGER_S and self._left()):
            await asyncio.sleep(LOOK_EVERY_S)
            idle_s = 0.0 if self._needed else idle_s + LOOK_EVERY_S

    def _left(self) -> bool:
        """Take the socket away, unless a job is just coming: it holds the lock until it is greeted."""
        with self.place.locked_if_free() as alone:
            if gone := alone and not self._needed:
                self.place.socket.unlink(missing_ok=True)
            return gone

    @property
    def _needed(self) -> bool:
        return bool(self._jobs or self._runs or self.errands)

    def stay_for(self, run: Run) -> None:
        """Stay for as long as the process of a run lives."""
        if run not in self._runs and (descriptor := run.descriptor()) is not None:
            self._runs[run] = descriptor
            asyncio.get_running_loop().add_reader(descriptor, self._forget, run)

    def _forget(self, run: Run) -> None:
        descriptor = self._runs.pop(run)
        asyncio.get_running_loop().remove_reader(descriptor)
        os.close(descriptor)

    async def desk(self, introduction: Frame) -> Desk:
        """The line and the till that a job asks for.

        Raises:
            PracticumError: the model cannot be reached or asked.
        """
        account = Account.model_validate(introduction["account"])
        prices = Prices.read(account.prices)
        line = await self._line(introduction)
        till = self._tills.setdefault(account.name, Till(account, self.cache.spent(account.name)))
        till.account = account  # its budget may have been raised since
        return Desk(line, till, prices)

    async def _line(self, introduction: Frame) -> Line:
        name = name_of(introduction)
        # What was wrong may have been mended while the gateway ran.
        if (known := self._lines.get(name)) and known.done() and (known.exception() or known.result().limiter.gave_up):
            await _hang_up(self._lines.pop(name))
        if name not in self._lines:
            self._lines[name] = asyncio.create_task(Line.open(introduction))
        return await asyncio.shield(self._lines[name])


@dataclass
class Job:
    """A job's connection.

    Args:
        gateway: Whom it asks.
        reader: From the job.
        writer: To the job.
    """

    gateway: Gateway
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    _answers: "set[asyncio.Task[None]]" = field(default_factory=set)
    _outgoing: list[bytes] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        for answer in self._answers:
            answer.cancel()
        await asyncio.gather(*self._answers, return_exceptions=True)

    async def listen(self) -> None:
        """Take what the job asks until it leaves."""
        while (frame := await frames.read(self.reader)) is not None:
            answer = asyncio.create_task(self._answer(frame))
            self._answers.add(answer)
            answer.add_done_callback(self._answers.discard)

    async def _answer(self, frame: Frame) -> None:
        try:
            answer = await (self._ask(frame) if "request" in frame else self._introduce(frame))
        except PracticumError as error:
            answer = {"error": plain_error(error)}
        except ValidationError as error:
            answer = {"error": plain_error(ConfigurationError(str(error)))}
        except Exception as error:
            LOG.exception("not foreseen")
            answer = {"error": plain_error(self._unforeseen(error))}
        self._send({"number": frame["number"], **answer})

    def _send(self, frame: Frame) -> None:
        """Send a frame, along with all others of this turn of the event loop."""
        if not self._outgoing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outgoing.append(frames.packed(frame))

    def _flush(self) -> None:
        self.writer.writelines(self._outgoing)
        self._outgoing.clear()

    def _unforeseen(self, error: Exception) -> BackendError:
        """What the job is told of a fault of the gateway's own: nobody is to wait for ever."""
        log = self.gateway.place.log
        return BackendError(f"the gateway to the models has failed ({type(error).__name__})", mend=f"see {log}")

    async def _introduce(self, frame: Frame) -> Frame:
        if frame["run"] is not None:
            self.gateway.stay_for(Run.named(frame["run"]))
        self._desk = await self.gateway.desk(frame["introduction"])
        return {"engine": vars(self._desk.line.engine)}

    async def _ask(self, frame: Frame) -> Frame:
        errands = self.gateway.errands
        ask = errands.answer_afresh if frame["fresh"] else errands.answer
        return {"completion": await ask(self._desk, Request.read(frame["request"]), frame["prompt"])}


async def _hang_up(line: "asyncio.Task[Line]") -> None:
    line.cancel()
    try:
        await (await line).close()
    except (asyncio.CancelledError, PracticumError):
        pass  # it was never open
    except Exception:
        LOG.exception("not foreseen")  # the others are to be closed too
