"""What all backends have in common that ask a model server: settings, and the way through the gateway."""

import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from backends.cache import ResponseCache
from backends.endpoint import Endpoint
from backends.limits import Limits
from backends.model import Meter, Model
from backends.provider import Identity
from backends.recording import Recording, name_of
from backends.request import Sampling
from backends.run import on_one_machine
from backends.spending import Account


class SamplingSettings(BaseModel):
    """How a model draws its answer: see `Sampling`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float = Field(default=1.0, ge=0)
    top_p: float = Field(default=1.0, gt=0, le=1)
    max_tokens: int = Field(default=2048, ge=1)


class RemoteBackend(BaseModel, ABC):
    """A backend whose model lives in another process.

    The settings travel to the gateway, the one process on a machine that talks to models: it makes the
    backend anew from them, and calls `connect` there.

    Args:
        model: Name of the model at the provider.
        sampling: How answers are drawn.
        limits: How hard the server is asked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    scripted: ClassVar[bool] = False
    local: ClassVar[bool] = False
    """Whether the model runs on the user's own machine, where a token costs no money."""

    model: str
    sampling: SamplingSettings = SamplingSettings()
    limits: Limits = Limits()

    @property
    @abstractmethod
    def identity(self) -> Identity:
        """Whose answers they are; knows no port and no key, as it is part of the cache key."""

    @property
    @abstractmethod
    def salt(self) -> str:
        """What else of the settings can change an answer, as canonical text; empty if nothing can."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Names of the environment variables that hold its keys."""
        return ()

    @property
    def label(self) -> str:
        """See Backend."""
        return f"{self.model} ({self.identity.provider})"

    @property
    def recorded_as(self) -> str:
        """Name under which the cache keeps what a replay needs to know."""
        return name_of(self.identity, self.salt, Sampling(**self.sampling.model_dump()))

    @abstractmethod
    def connect(self, secrets: Mapping[str, str]) -> AbstractAsyncContextManager[Endpoint]:
        """An endpoint for the time of a `with` block; called in the gateway, once for all jobs with these settings.

        A server that practicum manages is started here, waited for until it is healthy, and stopped in the end.

        Args:
            secrets: Values of the environment variables that `secrets` names, those that are set.

        Raises:
            ConfigurationError: a key is not set, or a package that is needed is not installed.
            BackendError: the managed server did not start.
        """

    @asynccontextmanager
    async def open(self, cache: Path, account: Account, *, fresh: bool = False) -> AsyncIterator[Model]:
        """See Backend."""
        from backends.gateway import GatewayProvider, connect, introduce  # the gateway knows this module too

        sampling = Sampling(**self.sampling.model_dump())
        with ResponseCache(cache) as replies:  # first, as what is wrong with it is told here in words
            on_one_machine(cache)
            async with connect(cache) as connection:
                engine = await introduce(connection, self._introduction(account))
                provider = GatewayProvider(connection, self.identity, self.salt, engine, fresh)
                if not fresh:
                    Recording(self.identity, self.salt, sampling, self.label, engine).keep(replies)
                yield Model(provider, None if fresh else replies, sampling, Meter(account.name))

    def _introduction(self, account: Account) -> dict[str, Any]:
        return {
            "target": f"{type(self).__module__}:{type(self).__qualname__}",
            "settings": self.model_dump(mode="json"),
            "secrets": {name: os.environ[name] for name in self.secrets if name in os.environ},
            "account": account.model_dump(mode="json"),
        }
