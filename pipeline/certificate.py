"""A measured answer to the question whether a backend repeats itself, alone and under concurrency."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from backends import Backend, Engine, Model, Question, Request
from backends.spending import Account
from pipeline.rehearsal import Asked
from protocol import DataError


class Certificate(BaseModel):
    """How often a backend gave the same answer to the same request.

    Args:
        model: The model and how it is reached.
        engine: What runs it.
        version: Its version; empty if it does not tell.
        flags: What it was started with that can change an answer.
        temperature: Of the sampling.
        prompts: How many prompts were sent, each twice alone and twice among all others.
        same_alone: Prompts whose two answers alone were the same, byte for byte.
        same_together: Prompts whose two answers among others were both the same as the first alone.
        tokens_asked: Tokens of all prompts.
        tokens_at_hand: How many of them the server had in its prefix cache.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    engine: str
    version: str
    flags: Mapping[str, str]
    temperature: float
    prompts: int
    same_alone: int
    same_together: int
    tokens_asked: int
    tokens_at_hand: int

    @property
    def in_words(self) -> str:
        """The certificate in one line."""
        runs = " ".join(filter(None, (self.engine, self.version)))
        alone, together = f"{self.same_alone} of {self.prompts}", f"{self.same_together} of {self.prompts}"
        return f"{self.model}, run by {runs}: repeats itself for {alone} prompts alone, for {together} among others"


async def certify(backend: Backend, asked: Sequence[Asked], cache: Path, account: Account) -> Certificate:
    """Send each of some requests twice alone and twice among all others, past the cache.

    Raises:
        BackendError: the model cannot be reached or asked.
    """
    async with backend.open(cache, account, fresh=True) as model:
        requests = [_request(model, each) for each in asked]
        answers: list[list[str]] = [[] for _ in requests]
        taken = [0, 0]

        async def send(index: int, request: Request, question: Question) -> None:
            completion = await model.provider.complete(request, question)
            answers[index].append(completion.text)
            taken[0] += completion.usage.prompt_tokens
            taken[1] += completion.usage.cached_prompt_tokens

        pairs = list(enumerate(zip(requests, asked, strict=True)))
        for index, (request, each) in pairs:
            await send(index, request, each.question)
            await send(index, request, each.question)
        twice = [(index, request, each.question) for index, (request, each) in pairs] * 2
        await asyncio.gather(*(send(*one) for one in twice))
        engine: Engine = model.provider.engine
        return Certificate(
            model=backend.label,
            engine=engine.name,
            version=engine.version,
            flags=engine.flags,
            temperature=model.sampling.temperature,
            prompts=len(requests),
            same_alone=sum(given[0] == given[1] for given in answers),
            same_together=sum(len({given[0], *given[2:]}) == 1 for given in answers),
            tokens_asked=taken[0],
            tokens_at_hand=taken[1],
        )


def _request(model: Model, asked: Asked) -> Request:
    prompt, view = asked.question.prompt, asked.question.view
    return model.request(asked.question, prompt.render(view), seed=asked.request.seed)


def spread(asked: Sequence[Asked], prompts: int) -> list[Asked]:
    """As many different requests as are wanted, or as there are, from all over a rehearsal."""
    different = list({each.request.key: each for each in asked}.values())
    wanted = min(prompts, len(different))
    return [different[index * len(different) // wanted] for index in range(wanted)]


def read_certificates(path: Path) -> list[Certificate]:
    """The certificates of a study.

    Raises:
        DataError: the file is missing, or holds something else.
    """
    try:
        return [Certificate.model_validate(each) for each in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: no certificates ({error})", mend="run the stage that makes it") from error
