"""What an OpenAI-compatible server answers, as far as it is read."""

from pydantic import BaseModel, Field, NonNegativeInt

from backends.endpoint import UnavailableError
from backends.request import Completion, FinishReason, Usage
from backends.transport import Server, uncounted

_REASONS = {"stop": FinishReason.STOP, "length": FinishReason.LENGTH, "content_filter": FinishReason.FILTERED}


class Message(BaseModel):
    """The reply; `refusal` stands in for it where the model refused."""

    content: str | None = None
    refusal: str | None = None


class Choice(BaseModel):
    """The reply, and why it ended."""

    message: Message
    finish_reason: str | None = None


class PromptTokens(BaseModel):
    """OpenAI's, vLLM's and llama.cpp's account of a prompt."""

    cached_tokens: NonNegativeInt | None = None
    cache_write_tokens: NonNegativeInt | None = None


class Tokens(BaseModel):
    """Tokens of a request; DeepSeek counts those from its cache as `prompt_cache_hit_tokens`."""

    prompt_tokens: NonNegativeInt
    completion_tokens: NonNegativeInt = 0
    total_tokens: NonNegativeInt = 0
    prompt_tokens_details: PromptTokens | None = None
    prompt_cache_hit_tokens: NonNegativeInt | None = None

    @property
    def usage(self) -> Usage:
        """As practicum counts: what a model thinks before it answers is part of its reply, and paid for as such.

        Gemini counts its thoughts in the total alone.
        """
        told = self.prompt_tokens_details or PromptTokens()
        read = min(told.cached_tokens or self.prompt_cache_hit_tokens or 0, self.prompt_tokens)
        return Usage(
            prompt_tokens=self.prompt_tokens,
            completion_tokens=max(self.completion_tokens, self.total_tokens - self.prompt_tokens),
            cached_prompt_tokens=read,
            cache_write_tokens=min(told.cache_write_tokens or 0, self.prompt_tokens - read),
        )


class Answer(BaseModel):
    """A chat completion."""

    choices: list[Choice] = Field(min_length=1)
    usage: Tokens | None = None

    def completion(self, server: Server) -> Completion:
        """The first choice.

        Raises:
            UnavailableError: it ended for a reason that is none of the model's, or without a text.
            DeniedError: the server does not count tokens.
        """
        if self.usage is None:
            raise uncounted(server)
        choice, message = self.choices[0], self.choices[0].message
        if message.refusal:
            return Completion(message.refusal, FinishReason.FILTERED, self.usage.usage)
        reason = _REASONS.get(choice.finish_reason or "")
        if reason is None:
            raise UnavailableError(f"{server.name} ended its reply for another reason ({choice.finish_reason})")
        if message.content is None and reason is FinishReason.STOP:
            raise UnavailableError(f"{server.name} sent a reply without a text")
        return Completion(message.content or "", reason, self.usage.usage)


class ModelCard(BaseModel):
    """A model of a server's list."""

    id: str
    owned_by: str | None = None


class ModelList(BaseModel):
    """The models that a server has."""

    data: list[ModelCard]


class Version(BaseModel):
    """What vLLM and Ollama answer to `version`, and llama.cpp to `/props`."""

    version: str = ""
    build_info: str = ""
