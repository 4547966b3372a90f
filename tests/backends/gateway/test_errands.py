"""Each request is asked once however many ask, and whoever is killed: the server counts."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from backends import Account, Completion, FinishReason, Message, Request, ResponseCache, Sampling
from backends.gateway.errands import Desk, Errands
from backends.gateway.line import Line
from backends.openai import OpenAI
from backends.spending import Spent
from backends.spending.prices import Prices
from backends.spending.till import Till
from tests.backends.gateway.asking import Job
from tests.backends.gateway.conftest import Server
from tests.hostile.server import KEY, MODEL, TEXT, Behaviour

SEEN_S = 0.2
"""Until a process has seen what happened at the other end of its socket."""


def asked(server: Server) -> Counter[str]:
    return Counter(body["messages"][-1]["content"] for body in server.requests)


async def test_two_jobs_that_ask_the_same_at_once_are_answered_by_one_request(
    job: Callable[..., Job], server: Server, until: Callable[..., Any]
) -> None:
    server.answering.clear()
    first = asyncio.create_task(job().ask(0, 1))
    await until(lambda: server.under_way == 2)
    second = asyncio.create_task(job(account="another/study").ask(1, 2))
    await until(lambda: server.under_way == 3)
    server.answering.set()
    texts = [completion.text for completion in (*await first, *await second) if isinstance(completion, Completion)]
    assert texts == [TEXT] * 4
    assert asked(server) == {"question 0": 1, "question 1": 1, "question 2": 1}


async def test_who_asks_second_does_not_pay(job: Callable[..., Job], cache_file: Path) -> None:
    await job(account="first/study").ask(0)
    (completion,) = await job(account="second/study").ask(0)
    assert isinstance(completion, Completion)
    assert completion.account == "first/study"
    with ResponseCache(cache_file) as cache:
        assert (cache.spent("first/study").calls, cache.spent("second/study").calls) == (1, 0)


async def test_a_request_under_way_when_its_job_is_killed_is_kept_and_not_asked_again(
    job: Callable[..., Job], server: Server, kept: Callable[[], int], until: Callable[..., Any]
) -> None:
    server.answering.clear()
    async with job().elsewhere([0, 1]):
        await until(lambda: server.under_way == 2)
    server.answering.set()
    await until(lambda: kept() == 2)
    assert [completion.text for completion in await job().ask(0, 1)] == [TEXT] * 2  # type: ignore[union-attr]
    assert asked(server) == {"question 0": 1, "question 1": 1}


async def test_a_request_that_only_waited_is_never_sent_when_its_only_job_is_killed(
    job: Callable[..., Job], server: Server, kept: Callable[[], int], until: Callable[..., Any]
) -> None:
    server.answering.clear()
    async with job(concurrency=1).elsewhere(range(5)):
        await until(lambda: server.under_way == 1)
        await asyncio.sleep(SEEN_S)
    await asyncio.sleep(SEEN_S)
    server.answering.set()
    await until(lambda: kept() == 1)
    await job(concurrency=1).ask(9)
    assert asked(server) == {"question 0": 1, "question 9": 1}


async def test_a_request_that_waits_for_two_jobs_is_sent_when_one_leaves(
    job: Callable[..., Job], server: Server, until: Callable[..., Any]
) -> None:
    server.answering.clear()
    staying = asyncio.create_task(job(concurrency=1).ask(0, 1))
    await until(lambda: server.under_way == 1)
    leaving = asyncio.create_task(job(concurrency=1).ask(1))
    await asyncio.sleep(SEEN_S)
    leaving.cancel()
    await asyncio.sleep(SEEN_S)
    server.answering.set()
    assert [completion.text for completion in await staying] == [TEXT] * 2  # type: ignore[union-attr]
    assert asked(server) == {"question 0": 1, "question 1": 1}


async def test_an_attempt_that_fails_is_not_repeated_for_nobody(
    job: Callable[..., Job], server: Server, until: Callable[..., Any]
) -> None:
    server.plan = iter([Behaviour.BROKEN])
    server.answering.clear()
    async with job().elsewhere([0]):
        await until(lambda: server.under_way == 1)
    await asyncio.sleep(SEEN_S)
    server.answering.set()
    await job().ask(1)
    await asyncio.sleep(0.6)  # longer than the longest first rest
    assert asked(server) == {"question 0": 1, "question 1": 1}


async def test_who_asks_in_the_moment_in_which_a_request_is_given_up_is_answered(
    server: Server, cache_file: Path, until: Callable[..., Any]
) -> None:
    backend = OpenAI(model=MODEL, base_url=server.url, limits={"concurrency": 1})
    introduction = {
        "target": "backends.openai:OpenAI",
        "settings": backend.model_dump(mode="json"),
        "secrets": {"OPENAI_API_KEY": KEY},
    }
    account = Account(name="profile/study")
    requests = [
        Request("openai", server.url, MODEL, (Message("user", f"question {number}"),), "{}", Sampling(), seed=number)
        for number in range(2)
    ]
    server.answering.clear()
    line = await Line.open(introduction)
    with ResponseCache(cache_file) as cache:
        errands, desk = Errands(cache), Desk(line, Till(account, Spent()), Prices.read())
        ahead = asyncio.create_task(errands.answer(desk, requests[0], "game/guess"))
        await until(lambda: server.under_way == 1)
        leaving = asyncio.create_task(errands.answer(desk, requests[1], "game/guess"))
        await asyncio.sleep(SEEN_S)
        leaving.cancel()
        coming = asyncio.create_task(errands.answer(desk, requests[1], "game/guess"))
        await asyncio.sleep(SEEN_S)
        server.answering.set()
        assert (await ahead).text == (await coming).text == TEXT
        await asyncio.sleep(0)
        assert not errands
    await line.close()
    assert asked(server) == {"question 0": 1, "question 1": 1}


async def test_a_job_that_wants_fresh_answers_is_always_answered_anew_and_keeps_nothing_but_pays(
    job: Callable[..., Job], server: Server, kept: Callable[[], int], cache_file: Path
) -> None:
    await job().ask(0)
    async with job(fresh=True).open() as ask:
        await ask(0)
        await ask(0, 1, 1)
    assert asked(server) == {"question 0": 3, "question 1": 2}
    assert kept() == 1
    with ResponseCache(cache_file) as cache:
        assert cache.spent("profile/study").calls == 5
        assert cache.spent("profile/study").tokens == 5 * (12 + 9)  # what the server says of each


async def test_what_was_cut_short_or_filtered_is_paid_for_and_told_but_not_kept(
    job: Callable[..., Job], server: Server, kept: Callable[[], int], cache_file: Path
) -> None:
    server.plan = iter([Behaviour.LENGTH, Behaviour.FILTERED])
    async with job(concurrency=1).open() as ask:
        reasons = [completion.finish_reason for completion in await ask(0, 1)]  # type: ignore[union-attr]
        assert reasons == [FinishReason.LENGTH, FinishReason.FILTERED]
        assert kept() == 0
        reasons = [completion.finish_reason for completion in await ask(0, 1)]  # type: ignore[union-attr]
        assert reasons == [FinishReason.STOP] * 2
    assert kept() == 2
    with ResponseCache(cache_file) as cache:
        assert cache.spent("profile/study").calls == 4
