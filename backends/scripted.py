"""The embedded default: stand-ins answer, and everything around them is as with a real model.

The prompt is rendered, the stand-in's reply is written out as text, and that text is parsed, cached
and counted like any model's. It is no language model, and nothing made with it says that it is.
"""

import hashlib
import inspect
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import cache as remember
from pathlib import Path
from typing import ClassVar

from numpy.random import Generator, Philox, SeedSequence
from pydantic import BaseModel, ConfigDict, Field

from backends.cache import ResponseCache
from backends.model import Meter, Model
from backends.prompt import question_text
from backends.provider import Engine, Identity, Question
from backends.request import Completion, FinishReason, Request, Usage, canonical
from backends.run import on_one_machine
from backends.spending import Account

CHARACTERS_PER_TOKEN = 4
"""Rule of thumb for English text: stand-ins have no tokenizer, so their token counts are estimates."""


class ScriptedBackend(BaseModel):
    """Stand-ins instead of a model.

    Args:
        skill: How able they are, one set for every condition.
        garbled: Share of replies that are cut short, as weak models' are, so that a default run goes
            through repair and malformed steps too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    scripted: ClassVar[bool] = True
    local: ClassVar[bool] = True

    skill: Mapping[str, float]
    garbled: float = Field(default=0.0, ge=0, le=1)

    @property
    def label(self) -> str:
        """See Backend."""
        return "stand-ins"

    @asynccontextmanager
    async def open(self, cache: Path, account: Account, *, fresh: bool = False) -> AsyncIterator[Model]:
        """A model that asks stand-ins; replies are kept in the cache as any model's are."""
        provider = ScriptedProvider(self.skill, self.garbled, account.name)
        with nullcontext() if fresh else ResponseCache(cache) as replies:
            if replies is not None:
                on_one_machine(cache)
            yield Model(provider, replies, meter=Meter(account.name))


class ScriptedProvider:
    """Answers with the stand-in of the prompt that a request was rendered from.

    Args:
        skill: How able the stand-ins are.
        garbled: Share of replies that are cut short.
        account: Who pays, nothing.
    """

    identity = Identity("scripted", "", "stand-ins")
    engine = Engine("stand-ins")
    keeps = False

    def __init__(self, skill: Mapping[str, float], garbled: float, account: str = "") -> None:
        self._skill = dict(skill)
        self._garbled = garbled
        self._account = account
        self._settings = canonical([self._skill, garbled])

    def salt(self, question: Question) -> str:
        """A stand-in answers from its view, its skill and its code."""
        source = _source_digest(Path(inspect.getfile(question.prompt.stand_in)))
        return f"{source}{self._settings}{question_text(question.view)}"

    async def complete(self, request: Request, question: Question) -> Completion:
        """The stand-in's reply as JSON, now and then cut short."""
        attempt = len(request.messages)
        rng = Generator(Philox(SeedSequence((request.seed, request.replicate))))
        text = question.prompt.stand_in(question.view, rng, self._skill).model_dump_json()
        if Generator(Philox(SeedSequence((request.seed, request.replicate, attempt)))).random() < self._garbled:
            text = text[: len(text) // 2]
        return Completion(
            text,
            FinishReason.STOP,
            Usage(_tokens(*(message.content for message in request.messages)), _tokens(text)),
            account=self._account,
            cost=0.0,
        )


def _tokens(*texts: str) -> int:
    return sum(map(len, texts)) // CHARACTERS_PER_TOKEN


@remember
def _source_digest(stand_in: Path) -> str:
    """Stands for the code and the data that a stand-in may use: its own file, and the packages beside this one."""
    packages = [folder.parent for folder in Path(__file__).parents[1].glob("*/__init__.py")]
    sources = {stand_in, *(source for package in packages for source in package.rglob("*.*"))}
    digest = hashlib.sha256()
    for source in sorted(source for source in sources if source.suffix in (".py", ".j2", ".yaml", ".md")):
        digest.update(source.read_bytes())
    return digest.hexdigest()
