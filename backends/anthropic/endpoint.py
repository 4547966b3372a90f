"""Sends requests as Anthropic's messages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from backends.anthropic.wire import ModelCard, Reply
from backends.endpoint import DeniedError
from backends.provider import Engine
from backends.request import Completion, Request
from backends.schemas import strict
from backends.transport import Transport

VERSION = "2023-06-01"
"""Of the API. Later ones take no sampling at all."""

_TOOL = "reply"
_UNKNOWN = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems"}
)
"""Keywords that constrained decoding does not take here (Anthropic, guide to structured outputs)."""


class Structured(StrEnum):
    """How a reply is made to keep its JSON Schema.

    `json_schema` has the server decode under it: models from Claude 4.5 on; `tool` has the model hand its reply to
    a tool that it is forced to use: older models, and none that always thinks; `prompted` sends nothing of it.
    What the reply must hold stands in the prompt in any case.
    """

    JSON_SCHEMA = "json_schema"
    TOOL = "tool"
    PROMPTED = "prompted"


@dataclass(frozen=True)
class AnthropicEndpoint:
    """One model behind Anthropic's Messages API.

    Args:
        transport: To the server, open.
        model: Its name there.
        structured: How a reply is made to keep its JSON Schema.
        extra: Further fields of every request; null takes a field out that would be sent else.
    """

    transport: Transport
    model: str
    structured: Structured = Structured.JSON_SCHEMA
    extra: Mapping[str, Any] = field(default_factory=dict)

    async def send(self, request: Request) -> Completion:
        """See Endpoint."""
        reply = await self.transport.post("messages", self.body(request), Reply)
        return reply.completion(self.transport.server)

    def body(self, request: Request) -> dict[str, Any]:
        """What is sent for a request.

        There is no seed, as the API has none. Temperature and top_p are sent where they differ from 1, the API's
        own: newer models take no other, and none takes both. The beginning of a prompt is not marked as worth
        keeping: that costs more than reading it, and what a study's prompts have in common is mostly shorter than the
        1,024 to 4,096 tokens from which it is kept at all.
        """
        sampling = request.sampling
        system = "\n\n".join(message.content for message in request.messages if message.role == "system")
        fields = {
            "model": self.model,
            "max_tokens": sampling.max_tokens,
            "temperature": None if sampling.temperature == 1 else sampling.temperature,
            "top_p": None if sampling.top_p == 1 else sampling.top_p,
            "system": system or None,
            "messages": [vars(message) for message in request.messages if message.role != "system"],
            **dict(self._format(request.schema)),
            **self.extra,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def _format(self, schema: str) -> Iterator[tuple[str, Any]]:
        match self.structured:
            case Structured.JSON_SCHEMA:
                yield "output_config", {"format": {"type": "json_schema", "schema": strict(schema, _UNKNOWN)}}
            case Structured.TOOL:
                description = "Takes your reply."
                yield "tools", [{"name": _TOOL, "description": description, "input_schema": strict(schema)}]
                yield "tool_choice", {"type": "tool", "name": _TOOL}
            case Structured.PROMPTED:
                return

    async def engine(self) -> Engine:
        """See Endpoint."""
        name = self.transport.server.name
        if await self.transport.look(f"models/{self.model}", ModelCard) is None:
            raise DeniedError(f"{name} has no model {self.model}", mend="set backend.model to one that it has")
        return Engine(name, flags={"anthropic-version": VERSION})
