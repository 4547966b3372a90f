"""Against a server that means harm every request ends once, nothing hangs, and no paid reply is lost."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import repeat
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from backends import Completion, FinishReason, Message, Request, Sampling
from backends.anthropic import Anthropic
from backends.endpoint import Endpoint
from backends.limits import Limits
from backends.limits.limiter import Limiter
from backends.limits.pace import Pace
from backends.openai import OpenAI
from backends.parsing import UnparsedReplyError, parse
from backends.prompt import Reply
from protocol import BackendError
from tests.hostile.server import ANSWERS, FINAL, KEY, MODEL, TEXT, Behaviour, HostileServer

SCHEMA = '{"type":"object","properties":{"number":{"type":"integer"}},"required":["number"]}'
QUICK = Pace(rest_s=0.005, longest_rest_s=0.02, cool_off_s=0.02, longest_cool_off_s=0.05, probes=3)
LIMITS = Limits(concurrency=8, deadline_s=10, attempts=4, patience_s=20, dead_after=12)
HASTY = LIMITS.model_copy(update={"deadline_s": 0.1})
SECRETS = {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}
HANGS_S = 20.0
"""Nothing here takes a second on an idle machine."""

Connect = Callable[[str], AbstractAsyncContextManager[Endpoint]]


class Guess(Reply):
    """What is asked for."""

    number: int


@pytest.fixture(params=["openai", "anthropic"])
def connect(request: pytest.FixtureRequest) -> Connect:
    return connecting(request.param)


def connecting(dialect: str) -> Connect:
    def connect(url: str) -> AbstractAsyncContextManager[Endpoint]:
        backend = OpenAI if dialect == "openai" else Anthropic
        return backend(model=MODEL, base_url=url, limits=LIMITS).connect(SECRETS)

    return connect


@asynccontextmanager
async def meeting(server: HostileServer, connect: Connect, limits: Limits = LIMITS) -> AsyncIterator["Asker"]:
    async with server, connect(server.url) as endpoint:
        yield Asker(endpoint, Limiter(limits, rng=default_rng(3), pace=QUICK))


class Asker:
    """Asks numbered questions at a server, through a limiter."""

    def __init__(self, endpoint: Endpoint, limiter: Limiter) -> None:
        self.endpoint = endpoint
        self.limiter = limiter

    async def __call__(self, number: int = 0) -> Completion:
        messages = (Message("system", "Guess."), Message("user", f"question {number}"))
        request = Request("hostile", "", MODEL, messages, SCHEMA, Sampling(), seed=number)
        async with asyncio.timeout(HANGS_S):
            return await self.limiter.complete(self.endpoint, request)

    async def outcomes(self, numbers: Iterable[int]) -> list[Completion | BaseException]:
        return await asyncio.gather(*map(self, numbers), return_exceptions=True)


def _limits(behaviour: Behaviour) -> Limits:
    return HASTY if behaviour in (Behaviour.STALL, Behaviour.DRIP) else LIMITS


PASSING = [
    Behaviour.THROTTLE,
    Behaviour.THROTTLE_SECONDS,
    Behaviour.THROTTLE_DATE,
    Behaviour.OVERLOADED,
    Behaviour.BROKEN,
    Behaviour.RESET,
    Behaviour.RESET_IN_REPLY,
    Behaviour.TORN,
    Behaviour.NO_CHOICES,
    Behaviour.NO_TEXT,
    Behaviour.STALL,
    Behaviour.DRIP,
]


@pytest.mark.parametrize("behaviour", PASSING, ids=lambda behaviour: behaviour.value)
async def test_what_passes_is_tried_again_until_it_is_answered(behaviour: Behaviour, connect: Connect) -> None:
    async with meeting(HostileServer([behaviour, behaviour]), connect, _limits(behaviour)) as ask:
        assert (await ask()).text == TEXT


LASTING = {
    Behaviour.BROKEN: "answered 500: The server had an error., after 4 attempts",
    Behaviour.RESET: "broke off the connection, after 4 attempts",
    Behaviour.RESET_IN_REPLY: "broke off its reply, after 4 attempts",
    Behaviour.TORN: "Invalid JSON: EOF while parsing .*, after 4 attempts",
    Behaviour.NO_TEXT: "without a text, after 4 attempts",
    Behaviour.STALL: r"tiny gave no whole reply within 0\.1 s, after 4 attempts - raise backend.limits.deadline_s",
    Behaviour.DRIP: r"tiny gave no whole reply within 0\.1 s, after 4 attempts",
    Behaviour.HUGE: "sent a reply of more than 4,194,304 bytes - raise backend.limits.reply_bytes",
    Behaviour.HUGE_UNTOLD: "sent a reply of more than 4,194,304 bytes",
    Behaviour.TOO_LONG: "answered 400: This model's maximum context length is 4096 tokens",
    Behaviour.WRONG_MODEL: "has no such model: .* - set backend.model",
    Behaviour.EXPIRED: "denies the key - set [A-Z]+_API_KEY to a valid key",
    Behaviour.NO_CREDIT: "has no credit left for this key",
    Behaviour.NO_USAGE: "does not count tokens",
}


@pytest.mark.parametrize(("behaviour", "line"), LASTING.items(), ids=[behaviour.value for behaviour in LASTING])
async def test_what_lasts_ends_in_one_line_that_shows_no_key(behaviour: Behaviour, line: str, connect: Connect) -> None:
    async with meeting(HostileServer(then=behaviour), connect, _limits(behaviour)) as ask:
        with pytest.raises(BackendError, match=line) as caught:
            await ask()
    assert KEY[:12] not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("behaviour", [Behaviour.HUGE, Behaviour.TOO_LONG, *FINAL], ids=lambda it: it.value)
async def test_what_no_attempt_can_change_is_sent_once(behaviour: Behaviour, connect: Connect) -> None:
    server = HostileServer(then=behaviour)
    async with meeting(server, connect) as ask:
        await ask.outcomes([1])
    assert len(server.requests) == 1


async def test_ends_that_are_the_models_own_are_returned_and_not_asked_for_again(connect: Connect) -> None:
    server = HostileServer([Behaviour.LENGTH, Behaviour.FILTERED, Behaviour.WRONG_SCHEMA])
    async with meeting(server, connect) as ask:
        completions = [await ask(number) for number in range(3)]
    assert [completion.finish_reason for completion in completions] == [
        FinishReason.LENGTH,
        FinishReason.FILTERED,
        FinishReason.STOP,
    ]
    with pytest.raises(UnparsedReplyError):
        parse(completions[2].text, Guess)
    assert len(server.requests) == 3


async def test_no_more_is_under_way_than_the_limit(connect: Connect) -> None:
    server = HostileServer(latency=0.02)
    async with meeting(server, connect) as ask:
        await ask.outcomes(range(40))
    assert server.most_under_way == LIMITS.concurrency


async def test_while_the_server_asks_to_wait_nothing_reaches_it(connect: Connect) -> None:
    server = HostileServer([Behaviour.THROTTLE_SECONDS], retry_after=0.4)
    async with meeting(server, connect) as ask:
        assert await ask(0)
        assert await ask.outcomes(range(20))
    assert server.times[1] - server.times[0] >= 0.4


async def test_a_key_that_expires_half_way_keeps_what_was_answered_and_stops_the_rest(connect: Connect) -> None:
    plan = [*repeat(Behaviour.ANSWER, 20)]
    server = HostileServer(plan, then=Behaviour.EXPIRED, latency=0.005)
    async with meeting(server, connect) as ask:
        results = await ask.outcomes(range(200))
    completions = [result for result in results if isinstance(result, Completion)]
    lines = {str(result) for result in results if not isinstance(result, Completion)}
    assert len(completions) == server.answered.total() == 20
    assert len(lines) == 1
    assert "denies the key" in lines.pop()
    assert len(server.requests) <= 20 + LIMITS.concurrency


async def test_a_server_that_dies_and_comes_back_loses_nothing(connect: Connect) -> None:
    server = HostileServer(latency=0.01)
    patient = Pace(rest_s=0.005, longest_rest_s=0.02, cool_off_s=0.05, longest_cool_off_s=0.1, probes=1000)
    async with server, connect(server.url) as endpoint:
        ask = Asker(endpoint, Limiter(LIMITS.model_copy(update={"attempts": 1000}), rng=default_rng(3), pace=patient))
        asking = asyncio.create_task(ask.outcomes(range(100)))
        await asyncio.sleep(0.05)
        await server.stop()
        await asyncio.sleep(0.3)
        await server.start()
        results = await asking
    assert [result.text for result in results if isinstance(result, Completion)] == [TEXT] * 100


async def test_a_server_that_stays_dead_ends_everything_with_one_line(connect: Connect) -> None:
    server = HostileServer(latency=0.01)
    async with meeting(server, connect) as ask:
        assert await ask(0)
        host = server.host
        await server.stop()
        results = await ask.outcomes(range(500))
        assert ask.limiter.gave_up
    waiting = [str(result) for result in results if "in a row" in str(result)]
    assert len(waiting) > 400
    assert all(str(result).startswith(f"{host} cannot be reached") for result in results)


EVERY = st.sampled_from([behaviour for behaviour in Behaviour if behaviour is not Behaviour.THROTTLE_DATE])


@settings(max_examples=25)
@given(
    dialect=st.sampled_from(["openai", "anthropic"]),
    plan=st.lists(EVERY, max_size=30),
    then=st.sampled_from([Behaviour.ANSWER, Behaviour.BROKEN, Behaviour.RESET, Behaviour.EXPIRED]),
)
def test_whatever_the_server_does_each_request_ends_once(dialect: str, plan: list[Behaviour], then: Behaviour) -> None:
    async def scene() -> None:
        before = asyncio.all_tasks()
        server = HostileServer(plan, then=then, retry_after=0.01)
        async with server:
            running = asyncio.all_tasks()  # the server's own
            async with connecting(dialect)(server.url) as endpoint:
                limits = LIMITS.model_copy(update={"deadline_s": 0.05, "patience_s": 2.0})
                ask = Asker(endpoint, Limiter(limits, rng=default_rng(3), pace=QUICK))
                results = await ask.outcomes(range(12))
            assert all(isinstance(result, Completion | BackendError) for result in results), results
            for number, result in enumerate(results):
                if isinstance(result, Completion):
                    assert server.answered[f"question {number}"] >= 1
            assert not ask.limiter._turnstile._inside
            assert not len(ask.limiter._turnstile)
            await settled(lambda: not server.connections and not server.under_way)
            assert asyncio.all_tasks() <= running
        assert asyncio.all_tasks() == before

    run(scene())


@settings(max_examples=10)
@given(dialect=st.sampled_from(["openai", "anthropic"]), plan=st.lists(st.sampled_from(ANSWERS), max_size=30))
def test_what_is_paid_for_once_is_returned_once(dialect: str, plan: list[Behaviour]) -> None:
    async def scene() -> None:
        server = HostileServer(plan)
        async with server, connecting(dialect)(server.url) as endpoint:
            ask = Asker(endpoint, Limiter(LIMITS, rng=default_rng(3), pace=QUICK))
            results = await ask.outcomes(range(40))
        assert all(isinstance(result, Completion) for result in results)
        assert set(server.answered.values()) == {1}
        assert server.answered.total() == 40

    run(scene())


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, HANGS_S))


async def settled(done: Callable[[], bool]) -> None:
    """Wait until the other side has seen what this one did."""
    for _ in range(1000):
        if done():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the server still holds a connection")
