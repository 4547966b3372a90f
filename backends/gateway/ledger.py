"""Puts replies on disk before anyone is told of them, those of one moment in one go."""

import asyncio
from asyncio import Future

from backends.cache import ResponseCache
from backends.request import Completion, Request


class Ledger:
    """Puts replies on disk before anyone is told of them.

    A transaction takes longer than what is written in it, so that all replies which come in one turn of the event
    loop share one; the more come, the less each takes.

    Args:
        cache: Where they are kept.
    """

    def __init__(self, cache: ResponseCache) -> None:
        self._cache = cache
        self._bought: dict[Future[None], tuple[Request, Completion, str]] = {}

    async def pay(self, request: Request, completion: Completion, prompt: str) -> None:
        """See ResponseCache; returns once it is on disk.

        Raises:
            DataError: it could not be written.
        """
        loop = asyncio.get_running_loop()
        if not self._bought:
            loop.call_soon(self._write)
        written: Future[None] = loop.create_future()
        self._bought[written] = request, completion, prompt
        await written

    def _write(self) -> None:
        bought, self._bought = self._bought, {}
        try:
            self._cache.pay_together(bought.values())
        except Exception as error:
            for written in bought:
                if not written.done():
                    written.set_exception(error)
        else:
            for written in bought:
                if not written.done():
                    written.set_result(None)
