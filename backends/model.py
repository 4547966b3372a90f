"""Asking a model: render, look up, ask, parse, ask once more if it does not parse."""

import dataclasses
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from backends.cache import ResponseCache
from backends.parsing import UnparsedReplyError, parse
from backends.prompt import Prompt, Reply, View
from backends.provider import Provider, Question
from backends.request import Completion, FinishReason, Message, Request, Sampling
from protocol import BackendError, MalformedReplyError

V = TypeVar("V", bound=View)
R = TypeVar("R", bound=Reply)


@dataclass(frozen=True)
class Answer(Generic[R]):
    """A parsed reply and how it came."""

    reply: R
    cached: bool
    repaired: bool


@dataclass
class Meter:
    """What was asked, summed over calls.

    Tokens are those of the replies used, whether they came from the cache or not, so that a run that
    was stopped and taken up again counts as one that was not; `cached_calls` tells what cost nothing.
    """

    calls: int = 0
    cached_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def count(self, completion: Completion, *, cached: bool) -> None:
        """Add one call."""
        self.calls += 1
        self.cached_calls += cached
        self.prompt_tokens += completion.usage.prompt_tokens
        self.completion_tokens += completion.usage.completion_tokens


class LanguageModel(Protocol):
    """Whatever answers prompts."""

    async def ask(self, prompt: Prompt[V, R], view: V, *, seed: int, replicate: int = 0) -> Answer[R]:
        """The model's reply to a prompt filled with a view.

        Args:
            prompt: What is asked.
            view: What the model is told.
            seed: Of the model's sampling.
            replicate: Index of the draw, where one question is asked several times.

        Raises:
            MalformedReplyError: the reply did not parse, nor did the one after the error was shown.
            BackendError: the model could not be reached, or refused.
        """


@dataclass(frozen=True)
class Model:
    """A provider with all that stands around it.

    Args:
        provider: Answers requests.
        cache: Where completions are kept; None keeps none.
        sampling: How the provider draws.
        meter: Counts this model's calls.
    """

    provider: Provider
    cache: ResponseCache | None = None
    sampling: Sampling = field(default_factory=Sampling)
    meter: Meter = field(default_factory=Meter)

    def metered(self, meter: Meter) -> "Model":
        """The same model with another meter, such as one of an episode's own."""
        return dataclasses.replace(self, meter=meter)

    async def ask(self, prompt: Prompt[V, R], view: V, *, seed: int, replicate: int = 0) -> Answer[R]:
        """See LanguageModel."""
        question = Question(prompt, view)
        messages: tuple[Message, ...] = prompt.render(view)
        completion, cached = await self._complete(question, messages, seed, replicate)
        try:
            return Answer(parse(completion.text, prompt.reply), cached=cached, repaired=False)
        except UnparsedReplyError as error:
            messages += (Message("assistant", completion.text), Message("user", _mend(error)))
        completion, cached = await self._complete(question, messages, seed, replicate)
        try:
            return Answer(parse(completion.text, prompt.reply), cached=cached, repaired=True)
        except UnparsedReplyError as error:
            raise MalformedReplyError(f"{prompt.name}: {error}", reply=completion.text) from error

    async def _complete(
        self, question: Question, messages: tuple[Message, ...], seed: int, replicate: int
    ) -> tuple[Completion, bool]:
        request = self._request(question, messages, seed, replicate)
        completion = self.cache.get(request) if self.cache is not None else None
        if cached := completion is not None:
            self.meter.count(completion, cached=True)
            return completion, cached
        completion = await self.provider.complete(request, question)
        if self.cache is not None:
            self.cache.put(request, completion, question.prompt.name)
        self.meter.count(completion, cached=False)
        if completion.finish_reason is FinishReason.FILTERED:
            raise BackendError(f"{question.prompt.name}: the provider filtered the reply")
        return completion, False

    def _request(self, question: Question, messages: tuple[Message, ...], seed: int, replicate: int) -> Request:
        return Request(
            provider=self.provider.name,
            base_url=self.provider.base_url,
            model=self.provider.model,
            messages=messages,
            schema=question.prompt.schema,
            sampling=self.sampling,
            seed=seed,
            replicate=replicate,
            salt=self.provider.salt(question),
        )


def _mend(error: UnparsedReplyError) -> str:
    return f"That reply could not be read ({error}). Answer again with the JSON object alone."
