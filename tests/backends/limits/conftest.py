"""A clock that jumps to whatever comes next, so that hours of waiting take no time; and a server that acts a part."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from backends import Completion, FinishReason, Request, Sampling, Usage
from backends.provider import Engine

DONE = Completion("yes", FinishReason.STOP, Usage(1, 1))


class NothingWillHappenError(Exception):
    """Everyone waits for something, and nothing is due: a run on a real clock would hang for ever."""


class _JumpingSelector(selectors.DefaultSelector):  # type: ignore[valid-type, misc]
    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise NothingWillHappenError
        self.now += timeout
        events: list[Any] = super().select(0)
        return events


class _JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


@pytest.fixture(scope="session")
def play() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs a coroutine to its end on a clock that starts at 0 and jumps."""

    def run(scene: Coroutine[Any, Any, Any]) -> Any:
        with asyncio.Runner(loop_factory=_JumpingLoop) as runner:
            return runner.run(scene)

    return run


class Actor:
    """An endpoint that does to each attempt what its part says, and notes when it was sent.

    Args:
        part: Takes the number of the attempt, from 0, and the request.
        takes: Seconds until it does.
    """

    def __init__(self, part: Callable[[int, Request], Completion | BaseException], takes: float = 1.0) -> None:
        self.part = part
        self.takes = takes
        self.sent: list[float] = []
        self.under_way = 0
        self.most_under_way = 0

    async def engine(self) -> Engine:
        return Engine("actor")

    async def send(self, request: Request) -> Completion:
        number = len(self.sent)
        self.sent.append(asyncio.get_running_loop().time())
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            await asyncio.sleep(self.takes)
        finally:
            self.under_way -= 1
        outcome = self.part(number, request)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


@pytest.fixture(scope="session")
def actor() -> type[Actor]:
    return Actor


@pytest.fixture(scope="session")
def done() -> Completion:
    return DONE


@pytest.fixture(scope="session")
def asked() -> Callable[[int], Request]:
    """A request with a number."""
    return lambda number=0: Request("p", "", "some-model", (), "{}", Sampling(), seed=number)


@pytest.fixture(scope="session")
def outcomes() -> Callable[..., Awaitable[list[Any]]]:
    """All outcomes of some awaitables, errors among them."""

    async def gather(*several: Awaitable[Any]) -> list[Any]:
        return await asyncio.gather(*several, return_exceptions=True)

    return gather
