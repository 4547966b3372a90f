"""Settings of Anthropic's Messages API."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from pydantic import Field, JsonValue

from backends.access import BaseUrl, key_of
from backends.anthropic.endpoint import VERSION, AnthropicEndpoint, Structured
from backends.provider import Identity
from backends.remote import RemoteBackend
from backends.request import canonical
from backends.transport import Transport


class Anthropic(RemoteBackend):
    """A model behind Anthropic's Messages API.

    Args:
        base_url: What comes before `/messages`.
        key_variable: Environment variable with the key.
        structured: How a reply is made to keep its JSON Schema.
        extra: Further fields of every request; null takes a field out that would be sent else.
    """

    base_url: BaseUrl = "https://api.anthropic.com/v1"
    key_variable: str = "ANTHROPIC_API_KEY"
    structured: Structured = Structured.JSON_SCHEMA
    extra: Mapping[str, JsonValue] = Field(default_factory=dict)

    @property
    def identity(self) -> Identity:
        """See RemoteBackend."""
        return Identity("anthropic", self.base_url, self.model)

    @property
    def salt(self) -> str:
        """See RemoteBackend."""
        return canonical([VERSION, self.structured, self.extra])

    @property
    def secrets(self) -> tuple[str, ...]:
        """See RemoteBackend."""
        return (self.key_variable,)

    @asynccontextmanager
    async def connect(self, secrets: Mapping[str, str]) -> AsyncIterator[AnthropicEndpoint]:
        """See RemoteBackend."""
        key = key_of(self.key_variable, secrets)
        async with Transport(
            self.base_url,
            headers={"x-api-key": key, "anthropic-version": VERSION},
            key_variable=self.key_variable,
            secrets=(key,),
            reply_bytes=self.limits.reply_bytes,
        ) as transport:
            yield AnthropicEndpoint(transport, self.model, self.structured, dict(self.extra))
