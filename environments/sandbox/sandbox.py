"""The sandbox as the rest of the house sees it: one warm server, one run at a time."""

import asyncio
import logging
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

from environments.sandbox.connection import Connection, connect
from environments.sandbox.execution import Execution, Limits, Probe
from environments.sandbox.walls import Wall, inspect
from protocol import SandboxError

_LOG: Final = logging.getLogger(__name__)
_MEND: Final = "install bubblewrap and libseccomp2; `python -m environments.sandbox doctor` says more"
_DEFAULT: Final = Limits()
_inspected: Final[dict[object, tuple[Wall, ...]]] = {}  # a machine's walls do not change while we run


class Sandbox:
    """Runs programs that nobody trusts, one at a time; use several for several cores.

    An async context manager: within it, a warm server stands ready to give each run a fresh process.

    Args:
        limits: What a run may use, unless it says otherwise.
        strict: Refuse to run anything unless every wall stands; otherwise say loudly which do not.
    """

    def __init__(self, *, limits: Limits = _DEFAULT, strict: bool = False) -> None:
        self._limits, self._strict = limits, strict
        self._lock = asyncio.Lock()
        self._connection: Connection | None = None
        self._entered = False

    async def __aenter__(self) -> Self:
        """Start the server and see that the walls stand.

        Raises:
            SandboxError: it does not start, or `strict` asks for a wall that does not stand.
        """
        self._connection = await self._connect()
        self._entered = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the server."""
        self._entered = False
        await self._disconnect()

    async def run(
        self, source: str, *, prelude: str = "", probes: Sequence[Probe] = (), limits: Limits | None = None
    ) -> Execution:
        """Run a program in a fresh process, then put the probes to it, one after the other.

        A probe that ends the process (by time, memory or its own doing) costs only itself: the program is run anew for
        the next one. A program that does not run to its end gives every probe its own end for an answer.

        Args:
            source: The program, run as `program.py` with `__name__ == "__main__"`.
            prelude: Run before it under the same names.
            probes: The questions.
            limits: What this run may use.

        Raises:
            SandboxError: the server broke, or a probe is no Python.
        """
        async with self._lock:
            if not self._entered:
                raise SandboxError(
                    "the sandbox is closed", mend="run programs inside `async with Sandbox() as sandbox`"
                )
            self._connection = self._connection or await self._connect()
            try:
                return await self._connection.run(source, prelude=prelude, probes=probes, limits=limits or self._limits)
            except ConnectionError as error:
                await self._disconnect()
                raise SandboxError(f"the sandbox's server ended in the middle of a run: {error}") from error
            except asyncio.CancelledError:  # which leaves half a conversation behind
                await self._disconnect()
                raise

    async def _connect(self) -> Connection:
        connection = await connect()
        try:
            self._require(await _walls_of(connection))
        except BaseException:
            await connection.close()
            raise
        return connection

    def _require(self, walls: tuple[Wall, ...]) -> None:
        missing = [wall.name for wall in walls if not wall.stands]
        if self._strict and missing:
            raise SandboxError(f"walls that strict asks for do not stand: {', '.join(missing)}", mend=_MEND)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            await connection.close()


async def _walls_of(connection: Connection) -> tuple[Wall, ...]:
    """Inspect the walls once for this process, and say loudly which are missing."""
    kind = (connection.way, *connection.lacking)
    if kind not in _inspected:
        _inspected[kind] = await inspect(connection.run, connection.pid)
        for wall in _inspected[kind]:
            if not wall.stands:
                _LOG.warning("SANDBOX: nothing keeps a program from %s (%s) - %s", wall.keeps, wall.seen, _MEND)
    return _inspected[kind]
