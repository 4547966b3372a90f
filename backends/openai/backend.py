"""Settings of a server that speaks OpenAI's chat completions."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import ClassVar

from pydantic import Field, JsonValue, field_validator

from backends.access import BaseUrl, key_of
from backends.openai.endpoint import LimitedBy, OpenAIEndpoint, Structured
from backends.provider import Identity
from backends.remote import RemoteBackend
from backends.request import canonical
from backends.transport import Transport

_OURS = frozenset({"model", "messages", "n", "stream"})


class OpenAI(RemoteBackend):
    """A model behind an OpenAI-compatible server.

    Args:
        provider: Whose server it is: names the prices, and goes into the label and the cache key.
        base_url: What comes before `/chat/completions`.
        key_variable: Environment variable with the key; None for a server that wants none.
        structured: How a reply is made to keep its JSON Schema.
        limited_by: What the field with the most tokens of a reply is called: reasoning models of OpenAI want
            `max_completion_tokens`, most other servers know only `max_tokens`.
        sends_seed: Whether the server takes a seed.
        extra: Further fields of every request; null takes a field out that would be sent else.
    """

    provider: str = "openai"
    base_url: BaseUrl = "https://api.openai.com/v1"
    key_variable: str | None = "OPENAI_API_KEY"
    structured: Structured = Structured.JSON_SCHEMA
    limited_by: LimitedBy = "max_tokens"
    sends_seed: bool = True
    extra: Mapping[str, JsonValue] = Field(default_factory=dict)

    @field_validator("extra")
    @classmethod
    def _not_ours(cls, extra: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        if taken := sorted(_OURS.intersection(extra)):
            raise ValueError(f"{taken[0]} is not to be set here")
        return extra

    @property
    def identity(self) -> Identity:
        """See RemoteBackend."""
        return Identity(self.provider, self.base_url, self.model)

    @property
    def salt(self) -> str:
        """See RemoteBackend."""
        return canonical([self.structured, self.limited_by, self.sends_seed, self.extra])

    @property
    def secrets(self) -> tuple[str, ...]:
        """See RemoteBackend."""
        return () if self.key_variable is None else (self.key_variable,)

    @asynccontextmanager
    async def connect(self, secrets: Mapping[str, str]) -> AsyncIterator[OpenAIEndpoint]:
        """See RemoteBackend."""
        key = key_of(self.key_variable, secrets) if self.key_variable else ""
        async with Transport(
            self.base_url,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            key_variable=self.key_variable,
            secrets=(key,) if key else (),
            reply_bytes=self.limits.reply_bytes,
        ) as transport:
            yield OpenAIEndpoint(
                transport, self.model, self.structured, self.limited_by, self.sends_seed, dict(self.extra)
            )


class LocalOpenAI(OpenAI):
    """A model behind an OpenAI-compatible server on the user's own machine, where a token costs no money."""

    local: ClassVar[bool] = True

    provider: str = "local"
    base_url: BaseUrl
    key_variable: str | None = None
