"""What answers requests: the contracts that a new backend has to keep."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from backends.prompt import Prompt, View
from backends.request import Completion, Request
from backends.spending import Account

if TYPE_CHECKING:
    from backends.model import Model


@dataclass(frozen=True)
class Question:
    """A prompt with its view: what a request was rendered from."""

    prompt: Prompt[Any, Any]
    view: View


@dataclass(frozen=True)
class Identity:
    """Whose answers they are: what a provider adds to every request.

    Args:
        provider: Kind of provider: the request's `provider`.
        base_url: Where it is asked: the request's `base_url`; empty for a server that practicum starts itself.
        model: Which model it asks: the request's `model`.
    """

    provider: str
    base_url: str
    model: str


@dataclass(frozen=True)
class Engine:
    """What runs a model, as far as it tells.

    Args:
        name: Such as `vLLM`; the host's name where nothing more is known.
        version: Its version; empty if it does not tell.
        flags: What it was started with that can change an answer.
    """

    name: str
    version: str = ""
    flags: Mapping[str, str] = field(default_factory=dict)


class Provider(Protocol):
    """Answers requests in the job's own process, or has them answered."""

    @property
    def identity(self) -> Identity:
        """Whose answers they are."""

    @property
    def engine(self) -> Engine:
        """What runs the model."""

    @property
    def keeps(self) -> bool:
        """Whether its replies are in the cache by the time that it gives them."""

    def salt(self, question: Question) -> str:
        """What else can change its answer to this question: the request's `salt`."""

    async def complete(self, request: Request, question: Question) -> Completion:
        """The model's answer.

        Raises:
            BackendError: the model could not be reached, or refused.
            BudgetError: the limit of tokens or money is reached.
        """


class Backend(Protocol):
    """A configured way to a language model: what `conf/backend/*.yaml` names as its `_target_`."""

    scripted: bool
    """Whether stand-ins answer: results made with it are marked as no language model's."""

    local: bool
    """Whether the model runs on the user's own machine, where a token costs no money."""

    @property
    def label(self) -> str:
        """The model and how it is reached, in words that go with every number."""

    def open(self, cache: Path, account: Account, *, fresh: bool = False) -> "AbstractAsyncContextManager[Model]":
        """A model that is ready to be asked, for the time of a `with` block.

        Args:
            cache: Where replies are kept.
            account: Who pays.
            fresh: Ask anew whatever was asked before, and keep nothing.

        Raises:
            BackendError: the model cannot be reached, the key is wrong, or there is no such model.
            ConfigurationError: something that the backend needs is not installed or not set.
        """
