"""Settings of vLLM, wherever it runs."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, Self

from pydantic import Field, model_validator

from backends.access import BaseUrl
from backends.endpoint import Endpoint
from backends.openai import LocalOpenAI, OpenAIEndpoint
from backends.provider import Engine, Identity
from backends.remote import RemoteBackend
from backends.request import canonical
from backends.servers import Launch, fingerprint, serving
from backends.transport import Transport
from backends.vllm import managed, offline
from backends.vllm.engine_arguments import EngineArguments, command_line, shown

_SAMPLED_AS_ASKED = {"top_k": 0, "min_p": 0.0, "repetition_penalty": 1.0}
"""Else what the model's authors recommend would be added to what a request says."""


class Served(StrEnum):
    """Where vLLM runs.

    `managed` is a server that practicum starts for a run, and that ends with it; `external` is one that runs
    already; `offline` is the engine in the gateway's process, which saves the way over HTTP.
    """

    MANAGED = "managed"
    EXTERNAL = "external"
    OFFLINE = "offline"


class Vllm(RemoteBackend):
    """A model in vLLM.

    Args:
        model: Its name at the Hugging Face hub, or a folder; at an external server, its name there.
        server: Where vLLM runs.
        base_url: Of an external server, up to its `/v1`.
        key_variable: Environment variable with the key of an external server; None for one that wants none.
        python: Interpreter of the environment that has vLLM, for a managed server; None for practicum's own.
        engine: vLLM's engine arguments by their own names, such as `max_model_len`; not for an external server.
        environment: Further environment variables for vLLM; not for an external server.
        start_timeout_s: Longest time until a managed server is up, in seconds.
        log: Where what a managed server says is added.
    """

    local: ClassVar[bool] = True

    server: Served = Served.MANAGED
    base_url: BaseUrl | None = None
    key_variable: str | None = None
    python: Path | None = None
    engine: EngineArguments = Field(default_factory=dict)
    environment: Mapping[str, str] = Field(default_factory=dict)
    start_timeout_s: float = Field(default=1800, gt=0)
    log: Path = Path(".practicum/vllm.log")

    @model_validator(mode="after")
    def _addressed_if_external(self) -> Self:
        if (self.base_url is not None) != (self.server is Served.EXTERNAL):
            raise ValueError("base_url is the address of an external server, and of no other: set both or none")
        return self

    @property
    def identity(self) -> Identity:
        """See RemoteBackend."""
        return Identity("vllm", self.base_url or "", Path(self.model).name if self._in_a_folder else self.model)

    @property
    def label(self) -> str:
        """See Backend."""
        return f"{self.identity.model} (vLLM)"

    @property
    def salt(self) -> str:
        """See RemoteBackend; that of an external server is unknown."""
        return "" if self.server is Served.EXTERNAL else canonical([self._version, *map(dict, self._settings)])

    @property
    def secrets(self) -> tuple[str, ...]:
        """See RemoteBackend; models that are not open to everyone are fetched with the hub's key."""
        if self.server is Served.EXTERNAL:
            return (self.key_variable,) if self.key_variable else ()
        return () if self._in_a_folder else ("HF_TOKEN",)

    @asynccontextmanager
    async def connect(self, secrets: Mapping[str, str]) -> AsyncIterator[Endpoint]:
        """See RemoteBackend."""
        ways = {Served.MANAGED: self._manage, Served.EXTERNAL: self._reach, Served.OFFLINE: self._embed}
        async with ways[self.server](secrets) as endpoint:
            yield endpoint

    @asynccontextmanager
    async def _manage(self, secrets: Mapping[str, str]) -> AsyncIterator[Endpoint]:
        engine, name = self._known_engine, self.identity.model
        with _sockets() as sockets:
            launch = Launch(
                name="vLLM",
                command=partial(managed.command, self.python, self.model, name, self.engine),
                environment=managed.environment(self.environment, secrets, sockets),
                log=self.log,
                timeout_s=self.start_timeout_s,
            )
            async with serving(launch) as address, Transport(f"{address}/v1") as transport:
                yield OpenAIEndpoint(transport, name, extra=_SAMPLED_AS_ASKED, known_engine=engine)

    @asynccontextmanager
    async def _reach(self, secrets: Mapping[str, str]) -> AsyncIterator[Endpoint]:
        server = LocalOpenAI(
            model=self.model,
            base_url=str(self.base_url),
            key_variable=self.key_variable,
            extra=_SAMPLED_AS_ASKED,
            limits=self.limits,
        )
        async with server.connect(secrets) as endpoint:
            yield endpoint

    @asynccontextmanager
    async def _embed(self, secrets: Mapping[str, str]) -> AsyncIterator[Endpoint]:
        words = ["--model", self.model, *command_line(self.engine)]
        with _sockets() as sockets:
            environment = {managed.SOCKETS: sockets, **self.environment, **secrets}
            async with offline.running(words, environment, self._known_engine) as endpoint:
                yield endpoint

    @property
    def _in_a_folder(self) -> bool:
        return self.server is not Served.EXTERNAL and Path(self.model).is_dir()

    @property
    def _version(self) -> str:
        return managed.installed_version(self.python if self.server is Served.MANAGED else None)

    @property
    def _settings(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Flags and environment: all that vLLM is started with that can change an answer."""
        weights = {"sha256": fingerprint(Path(self.model))} if self._in_a_folder else {}
        return {**weights, **shown(self.engine)}, self.environment

    @property
    def _known_engine(self) -> Engine:
        flags, environment = self._settings
        return Engine("vLLM", self._version, {**flags, **environment})


def _sockets() -> TemporaryDirectory[str]:
    """A folder for what vLLM would else leave behind in the system's."""
    return TemporaryDirectory(prefix="practicum-vllm-")
