"""Nobody is told of a reply that is not on disk, and replies of one moment get there together."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Usage
from backends.gateway.ledger import Ledger
from protocol import DataError

REQUESTS = [Request("p", "", "m", (Message("user", "?"),), "{}", Sampling(), seed) for seed in range(5)]
ANSWER = Completion("yes", FinishReason.STOP, Usage(3, 1), "mine", 0.5)
CUT = Completion("y", FinishReason.LENGTH, Usage(3, 1), "mine", 0.5)


@pytest.fixture
def cache(cache_file: Path) -> Iterator[ResponseCache]:
    with ResponseCache(cache_file) as opened:
        yield opened


@pytest.fixture
def commits(cache: ResponseCache) -> list[str]:
    """The ends of all transactions from now on."""
    seen: list[str] = []
    cache._database.set_trace_callback(lambda statement: seen.append(statement) if statement == "COMMIT" else None)
    return seen


async def test_who_is_told_finds_the_reply_in_the_file(cache: ResponseCache, cache_file: Path) -> None:
    ledger = Ledger(cache)

    async def found(request: Request) -> Completion | None:
        await ledger.pay(request, ANSWER, "game/guess")
        with ResponseCache(cache_file) as another:
            return another.get(request)

    assert await asyncio.gather(*map(found, REQUESTS)) == [ANSWER] * 5


async def test_replies_of_one_moment_share_a_transaction_and_later_ones_have_their_own(
    cache: ResponseCache, commits: list[str]
) -> None:
    ledger = Ledger(cache)
    await asyncio.gather(*(ledger.pay(request, ANSWER, "game/guess") for request in REQUESTS[:4]))
    assert len(commits) == 1
    await ledger.pay(REQUESTS[4], CUT, "game/guess")
    assert len(commits) == 2
    assert (len(cache), cache.spent("mine").calls) == (4, 5)


async def test_a_reply_is_kept_for_who_does_not_wait_until_it_is(cache: ResponseCache) -> None:
    ledger = Ledger(cache)
    paying = [asyncio.create_task(ledger.pay(request, ANSWER, "game/guess")) for request in REQUESTS]
    await asyncio.sleep(0)
    paying[0].cancel()
    await asyncio.gather(*paying, return_exceptions=True)
    assert paying[0].cancelled()
    assert len(cache) == 5


async def test_everyone_is_told_when_nothing_can_be_written_and_nothing_is(cache: ResponseCache) -> None:
    ledger = Ledger(cache)
    cache._database.execute("PRAGMA query_only = ON")  # as a disk that is full
    outcomes = await asyncio.gather(
        *(ledger.pay(request, ANSWER, "game/guess") for request in REQUESTS), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [DataError] * 5
    cache._database.execute("PRAGMA query_only = OFF")
    assert len(cache) == 0
    await ledger.pay(REQUESTS[0], ANSWER, "game/guess")
    assert len(cache) == 1
