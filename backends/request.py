"""One request to a model and its completion, as the cache and every provider see them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, Self

from pydantic_core import to_json


@dataclass(frozen=True)
class Message:
    """One turn of the conversation that a request carries."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Sampling:
    """How a model draws its answer.

    Args:
        temperature: Of the softmax; 0 is greedy.
        top_p: Share of probability mass that is drawn from, in (0, 1].
        max_tokens: Longest reply, in tokens.
    """

    temperature: float = 1.0
    top_p: float = 1.0
    max_tokens: int = 2048


@dataclass(frozen=True)
class Request:
    """Every field can change the answer, and so every field is in the cache key.

    Args:
        provider: Kind of provider, such as `openai`.
        base_url: Where the provider is asked; empty if it runs in this process.
        model: Name of the model at the provider.
        messages: The conversation, the system part first.
        schema: JSON Schema that the reply must keep, as JSON whose keys have the order that the reply is to have.
        sampling: How the answer is drawn.
        seed: Seed of the draw, in [0, 2**31).
        replicate: Index of the draw, so that five draws of one request are five answers.
        salt: What else of the provider changes its answers, such as an engine's version.
    """

    provider: str
    base_url: str
    model: str
    messages: tuple[Message, ...]
    schema: str
    sampling: Sampling
    seed: int
    replicate: int = 0
    salt: str = ""

    @cached_property
    def key(self) -> bytes:
        """SHA-256 over the JSON of all fields, each at its place, 32 bytes."""
        return hashlib.sha256(to_json(self)).digest()

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Self:
        """The request that was written out as JSON, from the values that were read."""
        messages = tuple(Message(**message) for message in plain["messages"])
        return cls(**{**plain, "messages": messages, "sampling": Sampling(**plain["sampling"])})


@dataclass(frozen=True)
class Usage:
    """Tokens of one request, as the provider counts them.

    Args:
        prompt_tokens: Of what was asked.
        completion_tokens: Of the reply.
        cached_prompt_tokens: How many of the prompt the server had at hand already (its prefix cache).
        cache_write_tokens: How many of the others it put by for later, where it counts them.
    """

    prompt_tokens: int
    completion_tokens: int
    cached_prompt_tokens: int = 0
    cache_write_tokens: int = 0


class FinishReason(StrEnum):
    """Why a model stopped: only a reply that it ended itself may be cached."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"


@dataclass(frozen=True)
class Completion:
    """What a provider gave for a request.

    Args:
        text: The reply.
        finish_reason: Why it ends where it does.
        usage: Its tokens.
        account: Who paid for it; empty until someone has.
        cost: What it cost, in US dollars; None where the price is unknown.
    """

    text: str
    finish_reason: FinishReason
    usage: Usage
    account: str = ""
    cost: float | None = None


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values, equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
