"""One way to send a request to a model, once; and how that can fail."""

from typing import Protocol

from backends.provider import Engine
from backends.request import Completion, Request


class AttemptError(Exception):
    """One attempt at a request failed. Its text names what happened, never a key or a header.

    Args:
        problem: What happened, in words that a user can act on.
        mend: What to do about it, if that is known.
    """

    def __init__(self, problem: str, *, mend: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.mend = mend


class ThrottledError(AttemptError):
    """The server asks for patience (429, 529, or 503 with a time or as it is overloaded): worth another attempt.

    Args:
        problem: What happened.
        retry_after: Seconds that the server asks to wait; None if it names none.
    """

    def __init__(self, problem: str, *, retry_after: float | None = None) -> None:
        super().__init__(problem)
        self.retry_after = retry_after


class UnavailableError(AttemptError):
    """No answer, or none that could be read (refused, reset, 5xx, stalled, torn JSON): worth another attempt."""


class RefusedError(AttemptError):
    """This request will never be answered (too long, too large a reply): others may be."""


class DeniedError(AttemptError):
    """No request will be answered until the user mends something: wrong key, wrong model, no credit."""


class Endpoint(Protocol):
    """Sends requests to one model, each once; knows nothing of caches, budgets, retries and queues."""

    async def engine(self) -> Engine:
        """What runs the model: asked once, before any request, so that a wrong key or model is known at once.

        Raises:
            AttemptError: the server cannot be reached, or denies the key or the model.
        """

    async def send(self, request: Request) -> Completion:
        """The model's answer, in whatever time it takes; who calls sets the deadline.

        Raises:
            AttemptError: there is none.
        """
