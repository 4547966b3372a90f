"""The sandbox as the rest of the house sees it: one warm server, one run at a time."""

import ast
import asyncio
import marshal
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from types import TracebackType
from typing import Any, Final, Self

from environments.sandbox.connection import Connection, connect
from environments.sandbox.execution import Answer, Ended, Execution, Limits, Probe
from environments.sandbox.jail.codec import GarbledError, decode
from protocol import SandboxError

_PROBE: Final = "probe.py"
_PROBE_BYTES: Final = 32_768  # what a pipe takes in without a reader, with room to spare
_GARBLED: Final = "the answer was not in order"


class Sandbox:
    """Runs programs that nobody trusts, one at a time; use several for several cores.

    An async context manager: within it, a warm server stands ready to give each run a fresh process.

    Args:
        limits: What a run may use, unless it says otherwise.
        strict: Refuse to run anything unless every wall stands; otherwise say loudly which do not.
    """

    def __init__(self, *, limits: Limits = Limits(), strict: bool = False) -> None:
        self._limits, self._strict = limits, strict
        self._lock = asyncio.Lock()
        self._connection: Connection | None = None

    async def __aenter__(self) -> Self:
        """Start the server.

        Raises:
            SandboxError: it does not start, or `strict` asks for a wall that does not stand.
        """
        self._connection = await connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
        request = {
            "source": source,
            "prelude": prelude,
            "probes": [_compiled(probe) for probe in probes],
            "limits": asdict(limits or self._limits),
        }
        async with self._lock:
            told = await self._exchange(request)
        return _execution(told)

    async def _exchange(self, request: dict[str, Any]) -> Any:
        if self._connection is None:
            self._connection = await connect()
        try:
            return await self._connection.exchange(request)
        except BaseException as error:  # a cancelled run, too, leaves half a conversation behind
            await self._disconnect()
            if isinstance(error, ConnectionError):
                raise SandboxError("the sandbox's server ended in the middle of a run") from error
            raise

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            await connection.close()


@lru_cache(maxsize=4096)
def _compiled(probe: Probe) -> bytes:
    """Return the code objects of a probe: its statements, and the expression that is its answer."""
    try:
        tree = ast.parse(probe.code)
        ending = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        body = compile(tree, _PROBE, "exec", dont_inherit=True)
        value = ending and compile(ast.Expression(ending.value), _PROBE, "eval", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise SandboxError(f"probe {probe.name!r} is no Python: {error}") from error
    packed = marshal.dumps((body, value))
    if len(packed) > _PROBE_BYTES:
        raise SandboxError(f"probe {probe.name!r} takes {len(packed)} bytes, not {_PROBE_BYTES} at most", mend="split it")
    return packed


def _execution(told: dict[str, Any]) -> Execution:
    ended, reply, exit_code, duration_s = told["program"]
    answer, code = _answer(ended, reply)
    stdout, stderr = (text.decode("utf-8", "replace") for text in told["output"])
    exited = answer.ended is Ended.ERROR and answer.error_type == "SystemExit" and code == 0
    return Execution(
        ended=Ended.OK if exited else answer.ended,
        exit_code=code if exit_code is None else exit_code,
        stdout=stdout,
        stderr=stderr,
        error_type=None if exited else answer.error_type,
        duration_s=duration_s,
        answers=tuple(_answer(ended, reply)[0] for ended, reply, _, _ in told["answers"]),
    )


def _answer(ended: str, reply: bytes) -> tuple[Answer, int | None]:
    """Read a reply, which the program may have forged: what is not in order counts as no answer."""
    try:
        said = decode(reply) if reply else None
    except GarbledError:
        return Answer(Ended.KILLED, message=_GARBLED), None
    if ended == Ended.OK:
        return Answer(Ended.OK, value=said), 0
    match said:
        case [str(error_type), str(message), int(code)]:
            return Answer(Ended(ended), error_type=error_type, message=message), code
        case None:
            return Answer(Ended(ended)), None
        case _:
            return Answer(Ended.KILLED, message=_GARBLED), None
