"""Requests under way: each is asked once however many ask, and waited for even if nobody waits any more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from backends.cache import ResponseCache
from backends.endpoint import Endpoint
from backends.gateway.ledger import Ledger
from backends.gateway.line import Line
from backends.provider import Engine
from backends.request import Completion, Request
from backends.spending.prices import Prices
from backends.spending.till import Till


@dataclass(frozen=True)
class Desk:
    """What a job has introduced: the line to its model, and who pays."""

    line: Line
    till: Till
    prices: Prices


@dataclass
class Errand:
    """A request that is being answered.

    Args:
        endpoint: Where it is sent.
        asking: How many wait for it.
        on_its_way: Whether the model has been asked, and its answer has still to come or to be kept.
        dropped: Whether it is being given up, since nobody waits for it.
    """

    endpoint: Endpoint
    asking: int = 0
    on_its_way: bool = False
    dropped: bool = False
    task: "asyncio.Task[Completion]" = field(init=False)

    async def engine(self) -> Engine:
        """See Endpoint."""
        return await self.endpoint.engine()

    async def send(self, request: Request) -> Completion:
        """See Endpoint; once nobody asks any more, no further attempt is made."""
        if not self.asking:
            self.dropped = True
            raise asyncio.CancelledError
        self.on_its_way = True
        try:
            return await self.endpoint.send(request)
        except BaseException:
            self.on_its_way = False
            raise

    async def answer(self) -> Completion:
        """The answer, for one more who asks."""
        self.asking += 1
        try:
            return await asyncio.shield(self.task)
        finally:
            self.asking -= 1
            if not (self.asking or self.on_its_way):  # what is on its way is paid for
                self.dropped = True
                self.task.cancel()


@dataclass
class Errands:
    """All requests under way.

    Args:
        cache: Where answers are found and kept.
    """

    cache: ResponseCache
    _of_key: dict[bytes, Errand] = field(default_factory=dict)
    _fresh: int = 0

    def __post_init__(self) -> None:
        self._ledger = Ledger(self.cache)

    def __len__(self) -> int:
        return len(self._of_key) + self._fresh

    async def answer(self, desk: Desk, request: Request, prompt: str) -> Completion:
        """The answer to a request: from the cache, from an errand that is under way, or from the model.

        Raises:
            PracticumError: there is none.
        """
        errand = self._of_key.get(request.key)
        if errand is None or errand.dropped:
            if known := self.cache.get(request):
                return known
            errand = self._of_key[request.key] = Errand(desk.line.endpoint)
            errand.task = asyncio.create_task(self._run(errand, desk, request, prompt))
        return await errand.answer()

    async def answer_afresh(self, desk: Desk, request: Request, prompt: str) -> Completion:
        """The model's answer to a request, whatever it answered before; it is paid for and not kept.

        Raises:
            PracticumError: there is none.
        """
        self._fresh += 1
        try:
            async with self._bought(desk.line.endpoint, desk, request) as completion:
                self.cache.book(request, completion, prompt)
            return completion
        finally:
            self._fresh -= 1

    async def _run(self, errand: Errand, desk: Desk, request: Request, prompt: str) -> Completion:
        try:
            async with self._bought(errand, desk, request) as completion:
                await self._ledger.pay(request, completion, prompt)
            return completion
        finally:
            if self._of_key.get(request.key) is errand:
                del self._of_key[request.key]

    @staticmethod
    @asynccontextmanager
    async def _bought(endpoint: Endpoint, desk: Desk, request: Request) -> AsyncIterator[Completion]:
        """A completion that is paid for; the till is not settled until the block has put it on disk."""
        async with desk.till.paying(request, desk.line.price(desk.prices, request)) as book:
            yield book(await desk.line.limiter.complete(endpoint, request))
