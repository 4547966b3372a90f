"""A job that asks numbered questions: in the test's own process, or in one of its own that can be killed.

python -m tests.backends.gateway.asking '{"cache": ..., "settings": {...}, "numbers": [0, 1]}'
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from numpy.random import Generator

from backends import Account, Budget, Completion, Message, Model, Prompt, Question, Reply, Request, Skill, View
from backends.openai import OpenAI
from protocol import PracticumError

Outcome = Completion | PracticumError
Ask = Callable[..., Coroutine[Any, Any, list[Outcome]]]


class Nothing(View):
    """What is told."""


class Guess(Reply):
    """What is asked for."""

    number: int


def guess(view: Nothing, rng: Generator, skill: Skill) -> Guess:
    return Guess(number=int(rng.integers(9)))


QUESTION = Question(Prompt("game/guess", Path(__file__).parent, view=Nothing, reply=Guess, stand_in=guess), Nothing())


def request_of(model: Model, number: int) -> Request:
    messages = (Message("system", "Guess."), Message("user", f"question {number}"))
    return model.request(QUESTION, messages, seed=number)


@dataclass(frozen=True)
class Job:
    """What a job asks, and whom.

    Args:
        cache: File of the cache.
        settings: Of the backend.
        account: Who pays.
        budget: Where the account stops.
        prices: File of the user's own prices.
        fresh: See Backend.
    """

    cache: str
    settings: Mapping[str, Any]
    account: str = "profile/study"
    budget: Mapping[str, float] = field(default_factory=dict)
    prices: str | None = None
    fresh: bool = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Ask]:
        """Opens the backend; what is yielded gives the answers to some numbers, or why there are none."""
        paid = Account(name=self.account, budget=Budget(**self.budget), prices=self.prices)
        async with OpenAI(**self.settings).open(Path(self.cache), paid, fresh=self.fresh) as model:

            async def outcome(number: int) -> Outcome:
                try:
                    return await model.provider.complete(request_of(model, number), QUESTION)
                except PracticumError as error:
                    return error

            async def ask(*numbers: int) -> list[Outcome]:
                return await asyncio.gather(*map(outcome, numbers))

            yield ask

    async def ask(self, *numbers: int) -> list[Outcome]:
        """The same, opened for these numbers alone."""
        async with self.open() as ask:
            return await ask(*numbers)

    @asynccontextmanager
    async def elsewhere(self, numbers: Iterable[int]) -> AsyncIterator[asyncio.subprocess.Process]:
        """The same in a process of its own, which is killed in the end."""
        words = json.dumps({**asdict(self), "numbers": list(numbers)})
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, words, env=os.environ)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


if __name__ == "__main__":
    said = json.loads(sys.argv[1])
    asked = said.pop("numbers")
    asyncio.run(Job(**said).ask(*asked))
