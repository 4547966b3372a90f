"""A line to one model: the backend's endpoint, held open for all jobs, behind one limit."""

import asyncio
import json
import pkgutil
from contextlib import AsyncExitStack, suppress
from typing import Any, Self

from numpy.random import default_rng

from backends.endpoint import AttemptError, Endpoint, ThrottledError, UnavailableError
from backends.gateway.frames import Frame
from backends.limits.limiter import Limiter
from backends.provider import Engine
from backends.remote import RemoteBackend
from backends.request import Request
from backends.spending.prices import FREE, Price, Prices
from protocol import BackendError

RESTS_S = (0.5, 1.5)
"""Between attempts to reach a server for the first time."""


class Line:
    """A line to one model.

    Args:
        backend: Its settings.
        endpoint: Where requests are sent.
        engine: What runs the model.
        stack: Closes the endpoint, and stops a server that was started for it.
    """

    def __init__(self, backend: RemoteBackend, endpoint: Endpoint, engine: Engine, stack: AsyncExitStack) -> None:
        self.backend = backend
        self.endpoint = endpoint
        self.engine = engine
        self.limiter = Limiter(backend.limits, rng=default_rng())
        self._stack = stack

    @classmethod
    async def open(cls, introduction: Frame) -> Self:
        """Connect, and ask once who is there.

        Raises:
            PracticumError: the model cannot be reached, or denies the key.
        """
        backend = backend_of(introduction)
        async with AsyncExitStack() as stack:
            endpoint = await stack.enter_async_context(backend.connect(introduction["secrets"]))
            engine = await _who_is_there(endpoint)
            return cls(backend, endpoint, engine, stack.pop_all())
        raise AssertionError  # the block above returns or raises

    async def close(self) -> None:
        """Hang up."""
        await self._stack.aclose()

    def price(self, prices: Prices, request: Request) -> Price | None:
        """What a token costs; None if that is unknown."""
        return FREE if self.backend.local else prices.of(request.provider, request.model)


async def _who_is_there(endpoint: Endpoint) -> Engine:
    try:
        for rest in RESTS_S:
            with suppress(UnavailableError, ThrottledError):
                return await endpoint.engine()
            await asyncio.sleep(rest)
        return await endpoint.engine()
    except AttemptError as error:
        raise BackendError(error.problem, mend=error.mend) from error


def backend_of(introduction: Frame) -> RemoteBackend:
    """The backend that a job has introduced."""
    made: Any = pkgutil.resolve_name(introduction["target"])(**introduction["settings"])
    if not isinstance(made, RemoteBackend):
        raise TypeError(f"{introduction['target']} is no RemoteBackend")
    return made


def name_of(introduction: Frame) -> str:
    """Tells lines apart: equal settings and equal keys share one."""
    return json.dumps([introduction[part] for part in ("target", "settings", "secrets")], sort_keys=True)
