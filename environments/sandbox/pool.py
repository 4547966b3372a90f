"""Several sandboxes as one: a run takes whichever is free."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Protocol, Self

from environments.sandbox.execution import Execution, Limits, Probe
from environments.sandbox.sandbox import Sandbox


class Runner(Protocol):
    """Whatever runs programs that nobody trusts."""

    async def run(
        self, source: str, *, prelude: str = "", probes: Sequence[Probe] = (), limits: Limits | None = None
    ) -> Execution:
        """See Sandbox."""


class SandboxPool:
    """Runs programs that nobody trusts, as many at a time as there are sandboxes; the others wait their turn.

    An async context manager, like each of its sandboxes.

    Args:
        size: How many sandboxes.
        strict: Refuse to run anything unless every wall stands.
    """

    def __init__(self, size: int, *, strict: bool = False) -> None:
        self._sandboxes = [Sandbox(strict=strict) for _ in range(size)]
        self._free: asyncio.LifoQueue[Sandbox] = asyncio.LifoQueue()  # the one used last is the warmest
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Start all servers.

        Raises:
            SandboxError: one does not start, or `strict` asks for a wall that does not stand.
        """
        async with AsyncExitStack() as stack:
            for sandbox in self._sandboxes:
                self._free.put_nowait(await stack.enter_async_context(sandbox))
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all servers."""
        await self._stack.aclose()

    async def run(
        self, source: str, *, prelude: str = "", probes: Sequence[Probe] = (), limits: Limits | None = None
    ) -> Execution:
        """See Sandbox."""
        sandbox = await self._free.get()
        try:
            return await sandbox.run(source, prelude=prelude, probes=probes, limits=limits)
        finally:
            self._free.put_nowait(sandbox)
