"""Asking a model: render, look up, ask, parse, ask once more if it does not parse."""

import dataclasses
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from backends.cache import ResponseCache
from backends.parsing import UnparsedReplyError, parse
from backends.prompt import Prompt, Reply, View
from backends.provider import Provider, Question
from backends.request import Completion, FinishReason, Message, Request, Sampling
from protocol import BackendError, MalformedReplyError, TruncatedReplyError

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

    Whatever a reply took counts where it is used, whether it was asked for now or read from the cache, so
    that a run that was stopped and taken up again counts as one that was not. What another account has
    paid for costs nothing.

    Args:
        account: Who pays.
    """

    account: str = ""
    calls: int = 0
    free_calls: int = 0
    unpriced_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def count(self, completion: Completion) -> None:
        """Add one call."""
        self.calls += 1
        self.prompt_tokens += completion.usage.prompt_tokens
        self.completion_tokens += completion.usage.completion_tokens
        if completion.account != self.account:
            self.free_calls += 1
        elif completion.cost is None:
            self.unpriced_calls += 1
        else:
            self.cost += completion.cost


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
            TruncatedReplyError: the reply was cut short by the limit on its tokens.
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
        request = self.request(question, messages, seed=seed, replicate=replicate)
        completion, cached = await self._complete(question, request)
        try:
            return Answer(parse(completion.text, prompt.reply), cached=cached, repaired=False)
        except UnparsedReplyError as error:
            messages += (Message("assistant", completion.text), Message("user", _mend(error)))
        completion, cached = await self._complete(question, dataclasses.replace(request, messages=messages))
        try:
            return Answer(parse(completion.text, prompt.reply), cached=cached, repaired=True)
        except UnparsedReplyError as error:
            raise MalformedReplyError(f"{prompt.name}: {error}", reply=completion.text) from error

    async def _complete(self, question: Question, request: Request) -> tuple[Completion, bool]:
        known = self.cache.get(request) if self.cache is not None else None
        completion = known or await self.provider.complete(request, question)
        if known is None and self.cache is not None and not self.provider.keeps:
            self.cache.put(request, completion, question.prompt.name)
        self.meter.count(completion)
        match completion.finish_reason:
            case FinishReason.FILTERED:
                raise BackendError(f"{question.prompt.name}: the provider filtered the reply")
            case FinishReason.LENGTH:
                limit = self.sampling.max_tokens
                raise TruncatedReplyError(f"{question.prompt.name}: cut at {limit} tokens", reply=completion.text)
        return completion, known is not None

    def request(self, question: Question, messages: tuple[Message, ...], *, seed: int, replicate: int = 0) -> Request:
        """What is asked of the provider."""
        return Request(
            provider=self.provider.identity.provider,
            base_url=self.provider.identity.base_url,
            model=self.provider.identity.model,
            messages=messages,
            schema=question.prompt.schema,
            sampling=self.sampling,
            seed=seed,
            replicate=replicate,
            salt=self.provider.salt(question),
        )


def _mend(error: UnparsedReplyError) -> str:
    return f"That reply could not be read ({error}). Answer again with the JSON object alone."
