"""Brings every request to its one outcome: sends it when there is room, and again while that can help."""

import asyncio
from dataclasses import dataclass

from numpy.random import Generator

from backends.endpoint import AttemptError, DeniedError, Endpoint, RefusedError, ThrottledError, UnavailableError
from backends.limits.health import Health
from backends.limits.pace import Pace
from backends.limits.settings import Limits
from backends.limits.turnstile import Turnstile
from backends.limits.window import Window
from backends.request import Completion, Request
from protocol import BackendError


class OverdueError(UnavailableError):
    """An attempt took longer than its deadline: the server may be asked too hard."""


@dataclass
class Trial:
    """What one request has been through.

    Args:
        began: When it was sent first.
    """

    began: float
    failures: int = 0


class Limiter:
    """Stands before one server, for all that ask it.

    Requests wait for one of a number of slots, which halves when the server throttles or does not keep the
    deadline, and grows again with the replies. While the server asks to wait, nothing is sent. A server that
    fails often in a row counts as dead: one request at a time probes it, after a rest; when some probes have
    failed, everything that waits fails with one line, and so does what comes until a later probe is answered.
    A denial (key, model, credit) fails everything at once, and stays.

    Args:
        limits: What the user has set.
        rng: Draws the rests.
        pace: How long they are.
    """

    def __init__(self, limits: Limits, *, rng: Generator, pace: Pace | None = None) -> None:
        self._limits = limits
        self._rng = rng
        self._pace = pace or Pace()
        self._window = Window(limits.concurrency)
        self._health = Health(limits.dead_after, self._pace)
        self._turnstile = Turnstile(limits.concurrency)
        self._throttles = 0
        self._denied: BackendError | None = None
        self._lost: BackendError | None = None

    @property
    def gave_up(self) -> bool:
        """Whether it fails what it is asked: for good after a denial, else until the server answers again."""
        return self._denied is not None or self._lost is not None

    async def complete(self, endpoint: Endpoint, request: Request) -> Completion:
        """The answer to a request, whatever has to be waited for.

        Raises:
            BackendError: it was given up, for the reason that its text names.
        """
        self._check()
        await self._turnstile.enter()
        trial = Trial(began=_now())
        while True:
            try:
                return await self._attempt(endpoint, request)
            except AttemptError as error:
                self._check()
                rest = self._rest(error, trial)
            await self._turnstile.enter_again(rest)

    async def _attempt(self, endpoint: Endpoint, request: Request) -> Completion:
        """Send once, with a slot in hand; the slot is given back, and what was learnt of the server is kept."""
        sent = _now()
        try:
            completion = await self._sent(endpoint, request)
        except AttemptError as error:
            self._learn(error, sent)
            raise
        else:
            self._answered()
            self._window.grow()
            return completion
        finally:
            self._turnstile.leave(1 if self._health.dead or self._lost else self._window.size)

    async def _sent(self, endpoint: Endpoint, request: Request) -> Completion:
        try:
            async with asyncio.timeout(self._limits.deadline_s):
                return await endpoint.send(request)
        except TimeoutError:
            raise OverdueError(
                f"{request.model} gave no whole reply within {self._limits.deadline_s:g} s",
                mend="raise backend.limits.deadline_s or lower backend.limits.concurrency",
            ) from None

    def _answered(self) -> None:
        self._health.answered(_now())
        self._throttles = 0
        self._lost = None

    def _learn(self, error: AttemptError, sent: float) -> None:
        """What a failure tells of the server, and so of all requests."""
        match error:
            case DeniedError():
                self._denied = BackendError(error.problem, mend=error.mend)
                self._turnstile.send_away(self._denied)
            case RefusedError():
                self._answered()
            case ThrottledError():
                self._throttled(error, sent)
            case _:
                self._failed(error, sent)

    def _throttled(self, error: ThrottledError, sent: float) -> None:
        wait = error.retry_after or 0.0
        if self._window.cut(sent, _now()):  # once for all that were under way, or the longest of their draws would win
            self._throttles += 1
            wait = max(wait, self._pace.rest(self._throttles, self._rng))
        self._turnstile.close(wait)
        if self._lost or wait > self._limits.patience_s:
            self._lose(f"{error.problem}, and asks to wait {wait:.0f} s", "wait, then run again")

    def _failed(self, error: AttemptError, sent: float) -> None:
        if isinstance(error, OverdueError):
            self._window.cut(sent, _now())
        if self._health.failed(sent, _now()):
            self._turnstile.close(self._health.cool_off)
        if self._lost or self._health.hopeless:
            self._lose(f"{error.problem}; {self._health.failures} attempts in a row have failed", error.mend)

    def _lose(self, problem: str, mend: str) -> None:
        """Give up everything that waits."""
        self._lost = BackendError(problem, mend=mend or "see to the server, then run again: what was answered is kept")
        self._turnstile.send_away(self._lost)

    def _check(self) -> None:
        """Fail at once what would fail in the end.

        Raises:
            BackendError: the server has denied everything, or is dead and not yet to be probed again.
        """
        error = self._denied or (self._lost if self._turnstile.closed_for() else None)
        if error is not None:
            raise BackendError(error.problem, mend=error.mend)

    def _rest(self, error: AttemptError, trial: Trial) -> float:
        """How long to rest until the next attempt.

        Raises:
            BackendError: there will be none.
        """
        rest = 0.0  # who is throttled waits for the gate
        if isinstance(error, RefusedError):
            raise BackendError(error.problem, mend=error.mend) from error
        if not isinstance(error, ThrottledError):
            trial.failures += 1
            if trial.failures >= self._limits.attempts:
                raise BackendError(f"{error.problem}, after {trial.failures} attempts", mend=error.mend) from error
            rest = self._pace.rest(trial.failures, self._rng)
        tried = _now() - trial.began
        if tried + max(rest, self._turnstile.closed_for()) > self._limits.patience_s:
            problem = f"{error.problem}, tried for {tried:.0f} s"
            mend = error.mend or "raise backend.limits.patience_s"
            if self._health.answered_at < trial.began:  # nobody was answered while this one was tried
                self._lose(problem, mend)
            raise BackendError(problem, mend=mend) from error
        return rest


def _now() -> float:
    return asyncio.get_running_loop().time()
