"""Sends requests as OpenAI's chat completions."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from backends.endpoint import AttemptError, DeniedError
from backends.openai.wire import Answer, ModelList, Version
from backends.provider import Engine
from backends.request import Completion, Request
from backends.schemas import strict
from backends.transport import Transport

LimitedBy = Literal["max_tokens", "max_completion_tokens"]

_ENGINES = {"vllm": ("vLLM", "/version"), "llamacpp": ("llama.cpp", "/props"), "library": ("Ollama", "/api/version")}
"""By who owns the models of a server, as it says itself: what it is, and where it tells its version."""


class Structured(StrEnum):
    """How a reply is made to keep its JSON Schema.

    `json_schema` has the server decode under it; `json_object` has it decode JSON of any form; `prompted` sends
    nothing of it. What the reply must hold stands in the prompt in any case.
    """

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PROMPTED = "prompted"


@dataclass(frozen=True)
class OpenAIEndpoint:
    """One model behind an OpenAI-compatible server.

    Args:
        transport: To the server, open.
        model: Its name there.
        structured: How a reply is made to keep its JSON Schema.
        limited_by: What the field with the most tokens of a reply is called.
        sends_seed: Whether the server takes a seed.
        extra: Further fields of every request; null takes a field out that would be sent else.
        known_engine: What runs the model, where that is known; else the server is asked.
    """

    transport: Transport
    model: str
    structured: Structured = Structured.JSON_SCHEMA
    limited_by: LimitedBy = "max_tokens"
    sends_seed: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
    known_engine: Engine | None = None

    async def send(self, request: Request) -> Completion:
        """See Endpoint."""
        answer = await self.transport.post("chat/completions", self.body(request), Answer)
        return answer.completion(self.transport.server)

    def body(self, request: Request) -> dict[str, Any]:
        """What is sent for a request."""
        fields = {
            "model": self.model,
            "messages": [vars(message) for message in request.messages],
            "temperature": request.sampling.temperature,
            "top_p": request.sampling.top_p,
            self.limited_by: request.sampling.max_tokens,
            "seed": sent_seed(request) if self.sends_seed else None,
            "response_format": self._format(request.schema),
            **self.extra,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def _format(self, schema: str) -> Mapping[str, Any] | None:
        match self.structured:
            case Structured.JSON_SCHEMA:
                constraint = {"name": "reply", "strict": True, "schema": strict(schema)}
                return {"type": "json_schema", "json_schema": constraint}
            case Structured.JSON_OBJECT:
                return {"type": "json_object"}
            case Structured.PROMPTED:
                return None

    async def engine(self) -> Engine:
        """See Endpoint; only a server that runs models itself lists for certain what it has."""
        server = self.transport.server.name
        models = await self.transport.look("models", ModelList)
        owner = next((card.owned_by for card in models.data if card.owned_by in _ENGINES), None) if models else None
        if models is None or owner is None:
            return self.known_engine or Engine(server)
        known = [card.id for card in models.data]
        if not {self.model, f"{self.model}:latest"}.intersection(known):  # Ollama's way to say which
            mend = f"set backend.model to one that it has: {', '.join(known[:5])}{', ...' if known[5:] else ''}"
            raise DeniedError(f"{server} has no model {self.model}", mend=mend)
        return self.known_engine or await self._local(*_ENGINES[owner])

    async def _local(self, name: str, path: str) -> Engine:
        """An engine with the version that it tells at a path."""
        try:
            told = await self.transport.look(path, Version)
        except AttemptError:  # it may be behind a proxy that shows only the API
            told = None
        return Engine(name, (told.version or told.build_info) if told else "")


def sent_seed(request: Request) -> int:
    """The seed that a server is given: another one for every seed and replicate, in [0, 2**31)."""
    digest = hashlib.blake2b(f"{request.seed}/{request.replicate}".encode(), digest_size=4).digest()
    return int.from_bytes(digest) >> 1
