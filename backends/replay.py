"""Replies that were recorded, and no model: a published study is played again from its cache, byte for byte."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from backends.cache import ResponseCache
from backends.model import Meter, Model
from backends.provider import Engine, Identity, Question
from backends.recording import Recording, recordings
from backends.request import Completion, Request
from backends.spending import Account
from protocol import BackendError, ConfigurationError

MANY = 6
"""More recordings than this are too many for one line."""


class Replay(BaseModel):
    """The replies of a backend that was recorded, under its name.

    It needs no settings of that backend: whoever asks a model leaves in the cache what its requests
    are made with. A reply that was cut short or filtered is not in the cache, but what was paid for
    it is: it ends here as it ended there.

    Args:
        cache: Where the replies are.
        provider: Whose replies, where several providers were recorded.
        model: The same for several models.
        recording: The same where these do not tell them apart: the beginning of a recording's name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    scripted: ClassVar[bool] = False
    local: ClassVar[bool] = True
    """No token costs money here; what the replies cost when they were recorded is shown with them."""

    cache: Path
    provider: str | None = None
    model: str | None = None
    recording: str | None = None

    @property
    def label(self) -> str:
        """That of the backend that was recorded, so that a replayed table is the same table."""
        return self._recorded().label

    @property
    def recorded_as(self) -> str:
        """Name of the recording."""
        return self._recorded().name

    @asynccontextmanager
    async def open(self, cache: Path, account: Account, *, fresh: bool = False) -> AsyncIterator[Model]:
        """See Backend; the replies are read from this backend's own cache, and there is nobody to ask afresh."""
        recorded = self._recorded()
        if fresh:
            raise BackendError(f"{recorded.label} is replayed: nobody can be asked afresh")
        with ResponseCache.existing(self.cache) as replies:
            provider = ReplayProvider(recorded, replies, account.name)
            yield Model(provider, replies, recorded.sampling, Meter(account.name))

    def _recorded(self) -> Recording:
        """The one recording that is meant.

        Raises:
            ConfigurationError: there is none, or there are several.
            DataError: there is no such cache.
        """
        with ResponseCache.existing(self.cache) as replies:
            known = recordings(replies)
        meant = [each for each in known if self._means(each)]
        if len(meant) == 1:
            return meant[0]
        if not known:
            raise ConfigurationError(
                f"backend=replay: {self.cache} holds no replies of a model",
                mend="import some: python -m backends cache import FILE",
            )
        shown = "; ".join(map(_in_words, (meant or known)[:MANY]))
        which = "several recordings are" if meant else "no recording is"
        raise ConfigurationError(
            f"backend=replay: {which} meant, of those in {self.cache}: {shown}",
            mend="set backend.model=, backend.provider= or backend.recording= to one of them",
        )

    def _means(self, recording: Recording) -> bool:
        return (
            self.provider in (None, recording.identity.provider)
            and self.model in (None, recording.identity.model)
            and recording.name.startswith(self.recording or "")
        )


def _in_words(recording: Recording) -> str:
    return f"{recording.label}, temperature {recording.sampling.temperature:g}, recording {recording.name}"


@dataclass(frozen=True)
class ReplayProvider:
    """Answers what is not in the cache as it was answered when it was recorded: in vain, or not at all.

    Args:
        recording: Whose replies are replayed.
        cache: Where they are.
        account: Who paid for them.
    """

    recording: Recording
    cache: ResponseCache
    account: str

    @property
    def identity(self) -> Identity:
        """That of the backend that was recorded."""
        return self.recording.identity

    @property
    def engine(self) -> Engine:
        """What ran the model when it was recorded."""
        return self.recording.engine

    @property
    def keeps(self) -> bool:
        """There is nothing to keep."""
        return True

    def salt(self, question: Question) -> str:
        """That of the backend that was recorded."""
        return self.recording.salt

    async def complete(self, request: Request, question: Question) -> Completion:
        """A completion that could not be kept, without its text.

        Raises:
            BackendError: nothing was ever answered to this request.
        """
        if unkept := self.cache.unkept(request, self.account):
            return unkept
        raise BackendError(
            f"{question.prompt.name}: {self.cache.path} holds no reply of {self.recording.label} to this request "
            f"(seed {request.seed}, replicate {request.replicate})",
            mend="replay with the code and the configuration that were recorded, or ask the model itself",
        )
