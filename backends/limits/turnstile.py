"""Lets requests through one by one while there is room, and nobody while the gate is closed."""

import asyncio
from asyncio import Future, TimerHandle
from collections import OrderedDict

from protocol import BackendError


class Turnstile:
    """A queue before a number of slots.

    Who comes again goes before who is new. Nobody polls: who waits is called, at a cost that does not grow with
    the queue, and who is cancelled leaves it, or gives the slot back that was just granted.

    Args:
        slots: How many are let through until one leaves.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._inside = 0
        self._opens_at = float("-inf")
        self._opening: TimerHandle | None = None
        self._new: OrderedDict[Future[BackendError | None], None] = OrderedDict()
        self._again: OrderedDict[Future[BackendError | None], None] = OrderedDict()
        self._resting: dict[Future[BackendError | None], TimerHandle] = {}

    def __len__(self) -> int:
        """How many wait."""
        return len(self._new) + len(self._again) + len(self._resting)

    def closed_for(self) -> float:
        """Seconds until the gate opens; 0 if it is open."""
        return max(0.0, self._opens_at - asyncio.get_running_loop().time())

    async def enter(self) -> None:
        """Wait for a slot.

        Raises:
            BackendError: nobody will be let through.
        """
        if self._inside < self._slots and not (self._again or self._new or self.closed_for()):
            self._inside += 1
            return
        waiting = asyncio.get_running_loop().create_future()
        self._new[waiting] = None
        self._call()
        await self._called(waiting)

    async def enter_again(self, rest: float) -> None:
        """Rest for some seconds, then wait for a slot before all who are new.

        Raises:
            BackendError: nobody will be let through.
        """
        loop = asyncio.get_running_loop()
        waiting: Future[BackendError | None] = loop.create_future()
        self._resting[waiting] = loop.call_later(rest, self._rested, waiting)
        await self._called(waiting)

    def leave(self, slots: int) -> None:
        """Give a slot back.

        Args:
            slots: How many there are from now on.
        """
        self._inside -= 1
        self._slots = slots
        self._call()

    def close(self, seconds: float) -> None:
        """Let nobody through for some time; a gate that is closed for longer stays so."""
        self._opens_at = max(self._opens_at, asyncio.get_running_loop().time() + seconds)

    def send_away(self, error: BackendError) -> None:
        """Nobody who waits will be let through."""
        for handle in self._resting.values():
            handle.cancel()
        for waiting in (*self._resting, *self._again, *self._new):
            if not waiting.done():
                waiting.set_result(error)
        for queue in (self._resting, self._again, self._new):
            queue.clear()

    async def _called(self, waiting: "Future[BackendError | None]") -> None:
        try:
            error = await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled() and waiting.result() is None:
                self.leave(self._slots)
            self._forget(waiting)
            raise
        if error is not None:
            raise BackendError(error.problem, mend=error.mend)

    def _forget(self, waiting: "Future[BackendError | None]") -> None:
        self._new.pop(waiting, None)
        self._again.pop(waiting, None)
        if handle := self._resting.pop(waiting, None):
            handle.cancel()

    def _rested(self, waiting: "Future[BackendError | None]") -> None:
        del self._resting[waiting]
        self._again[waiting] = None
        self._call()

    def _call(self) -> None:
        """Call those for whom there is room; if the gate is closed, once it opens."""
        while self._inside < self._slots and (queue := self._again or self._new):
            if wait := self.closed_for():
                if self._opening is None:
                    self._opening = asyncio.get_running_loop().call_later(wait, self._open)
                return
            waiting, _ = queue.popitem(last=False)
            if not waiting.done():
                waiting.set_result(None)
                self._inside += 1

    def _open(self) -> None:
        self._opening = None
        self._call()
