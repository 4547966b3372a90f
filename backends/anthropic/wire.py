"""What Anthropic's Messages API answers, as far as it is read."""

import json
from typing import Any

from pydantic import BaseModel, NonNegativeInt

from backends.endpoint import UnavailableError
from backends.request import Completion, FinishReason, Usage
from backends.transport import Server, uncounted

_REASONS = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "tool_use": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.FILTERED,
}


class Block(BaseModel):
    """A piece of a reply: a text, the use of a tool, or a thought, which is not read."""

    type: str
    text: str = ""
    input: dict[str, Any] | None = None


class Tokens(BaseModel):
    """Tokens of a request; `input_tokens` are only those after the last part that can be cached."""

    input_tokens: NonNegativeInt
    output_tokens: NonNegativeInt
    cache_read_input_tokens: NonNegativeInt | None = None
    cache_creation_input_tokens: NonNegativeInt | None = None

    @property
    def usage(self) -> Usage:
        """As practicum counts."""
        read, written = self.cache_read_input_tokens or 0, self.cache_creation_input_tokens or 0
        return Usage(
            prompt_tokens=self.input_tokens + read + written,
            completion_tokens=self.output_tokens,
            cached_prompt_tokens=read,
            cache_write_tokens=written,
        )


class Reply(BaseModel):
    """A message of the model."""

    content: list[Block]
    stop_reason: str | None = None
    usage: Tokens | None = None

    def completion(self, server: Server) -> Completion:
        """What the model gave to the tool, or else its text.

        Raises:
            UnavailableError: it ended for a reason that is none of the model's, or without a text.
            DeniedError: the server does not count tokens.
        """
        if self.usage is None:
            raise uncounted(server)
        reason = _REASONS.get(self.stop_reason or "")
        if reason is None:
            raise UnavailableError(f"{server.name} ended its reply for another reason ({self.stop_reason})")
        uses = [json.dumps(block.input, ensure_ascii=False) for block in self.content if block.type == "tool_use"]
        text = uses[0] if uses else "".join(block.text for block in self.content if block.type == "text")
        if not text and reason is FinishReason.STOP:
            raise UnavailableError(f"{server.name} sent a reply without a text")
        return Completion(text, reason, self.usage.usage)


class ModelCard(BaseModel):
    """A model that the server has."""

    id: str
