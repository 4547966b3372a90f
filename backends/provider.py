"""What answers requests: the one thing that a new backend has to write."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from backends.prompt import Prompt, View
from backends.request import Completion, Request

if TYPE_CHECKING:
    from backends.model import Model


@dataclass(frozen=True)
class Question:
    """A prompt with its view: what a request was rendered from."""

    prompt: Prompt[Any, Any]
    view: View


class Provider(Protocol):
    """Answers one request, or raises BackendError; knows nothing of caches, budgets and retries."""

    @property
    def name(self) -> str:
        """Kind of provider: the request's `provider`."""

    @property
    def base_url(self) -> str:
        """Where it is asked: the request's `base_url`."""

    @property
    def model(self) -> str:
        """Which model it asks: the request's `model`."""

    def salt(self, question: Question) -> str:
        """What else can change its answer to this question: the request's `salt`."""

    async def complete(self, request: Request, question: Question) -> Completion:
        """The model's answer.

        Raises:
            BackendError: the model could not be reached, or refused.
        """


class Backend(Protocol):
    """A configured way to a language model: what `conf/backend/*.yaml` names as its `_target_`."""

    scripted: bool
    """Whether stand-ins answer: results made with it are marked as no language model's."""

    def open(self, cache: Path | None) -> "AbstractAsyncContextManager[Model]":
        """A model that is ready to be asked, for the time of a `with` block."""
