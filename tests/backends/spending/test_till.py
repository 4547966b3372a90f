"""No account spends more than its budget, however many ask at once, and nobody waits in vain."""

import asyncio
import dataclasses
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import Account, Budget, Completion, FinishReason, Message, Request, Sampling, Spent, Usage
from backends.spending.prices import FREE, Price
from backends.spending.till import BYTES_PER_TOKEN, Till, most_tokens
from protocol import BudgetError, ConfigurationError

PRICE = Price(prompt=2.0, completion=10.0, cached_prompt=0.5)
REQUEST = Request("openai", "", "m", (Message("user", "x" * 20),), "{}" * 5, Sampling(max_tokens=10), 1)
# 20 bytes of message and 10 of schema, two a token, and one: at most 16 tokens of prompt, and 10 of reply.
MOST = 16 + 10
FULL = Completion("", FinishReason.STOP, Usage(16, 10))


def till(spent: Spent | None = None, **budget: Any) -> Till:
    return Till(Account(name="tests", budget=Budget(**budget)), spent or Spent())


async def pay(till: Till, completion: Completion = FULL, price: Price | None = PRICE) -> Completion:
    async with till.paying(REQUEST, price) as book:
        await asyncio.sleep(0)
        return book(completion)


def test_a_request_can_take_its_bytes_and_its_longest_reply() -> None:
    assert most_tokens(REQUEST) == Usage(16, 10)


@given(st.text(max_size=50), st.integers(1, 1000))
def test_the_bound_grows_with_the_bytes_of_a_prompt_and_not_with_its_characters(text: str, max_tokens: int) -> None:
    request = dataclasses.replace(REQUEST, messages=(Message("user", text),), sampling=Sampling(max_tokens=max_tokens))
    usage = most_tokens(request)
    assert usage.prompt_tokens * BYTES_PER_TOKEN > len(text.encode())
    assert usage.completion_tokens == max_tokens


async def test_a_completion_comes_back_with_payer_and_cost() -> None:
    # 16 of prompt, 4 of them at hand: 12 * $2 + 4 * $0.5 + 10 * $10 for a million each.
    paid = await pay(till(), dataclasses.replace(FULL, usage=Usage(16, 10, 4)))
    assert (paid.account, paid.cost) == ("tests", pytest.approx(126e-6))


async def test_what_has_no_price_has_no_cost_rather_than_none_to_pay() -> None:
    assert (await pay(till(), price=None)).cost is None
    assert (await pay(till(), price=FREE)).cost == 0.0


async def test_a_budget_that_fits_to_the_token_is_spent_to_the_token() -> None:
    one = till(tokens=2 * MOST)
    for _ in range(2):
        await pay(one)
    with pytest.raises(BudgetError, match=r"budget\.tokens: 52 of 52 tokens are spent \(tests\) - raise it"):
        await pay(one)


async def test_a_budget_of_money_stops_before_it_is_passed() -> None:
    one = till(money=0.0002)  # a request takes up to $0.000132
    await pay(one)
    with pytest.raises(BudgetError, match=r"budget\.money: \$0\.0001 of \$0\.0002 are spent"):
        await pay(one)


async def test_a_budget_of_money_holds_where_the_server_puts_the_whole_prompt_by() -> None:
    price = Price(prompt=2.0, completion=10.0, cache_write=3.0)  # 16 * $3 + 10 * $10 a million
    one = till(money=0.0002)
    written = Completion("", FinishReason.STOP, Usage(16, 10, cache_write_tokens=16))
    assert (await pay(one, written, price)).cost == pytest.approx(0.000148)
    with pytest.raises(BudgetError):
        await pay(till(money=0.00014), written, price)


async def test_what_was_spent_before_counts() -> None:
    with pytest.raises(BudgetError):
        await pay(till(Spent(calls=1, prompt_tokens=70, completion_tokens=5), tokens=100))
    with pytest.raises(BudgetError):
        await pay(till(Spent(calls=1, cost=0.9999), money=1.0))


async def test_a_budget_that_is_raised_meanwhile_lets_the_next_request_through() -> None:
    one = till(tokens=MOST)
    await pay(one)
    one.account = Account(name="tests", budget=Budget(tokens=2 * MOST))
    assert (await pay(one)).account == "tests"


async def test_a_limit_in_money_wants_a_price_and_a_limit_in_tokens_does_not() -> None:
    with pytest.raises(ConfigurationError, match=r"budget\.money: the price of m \(openai\) is unknown - .*prices="):
        await pay(till(money=100), price=None)
    assert (await pay(till(tokens=100), price=None)).cost is None


async def test_a_request_waits_for_those_under_way_and_goes_through_when_they_were_cheaper() -> None:
    one, answered = till(tokens=MOST + 5), asyncio.Event()

    async def cheap() -> None:
        async with one.paying(REQUEST, PRICE) as book:
            await answered.wait()
            book(Completion("", FinishReason.STOP, Usage(4, 1)))

    first, second = asyncio.create_task(cheap()), asyncio.create_task(pay(one))
    await asyncio.sleep(0.01)
    assert not second.done()
    answered.set()
    assert (await asyncio.wait_for(second, 1)).usage == FULL.usage
    await first


async def test_a_request_that_fails_gives_back_what_it_reserved() -> None:
    one = till(tokens=MOST)
    with pytest.raises(OSError, match="reset"):
        async with one.paying(REQUEST, PRICE):
            raise OSError("reset")
    await pay(one)


@dataclass(frozen=True)
class Ask:
    """One of many requests: what it will take, how long that takes, and how it ends.

    Args:
        usage: Within the bound.
        turns: Of the event loop until it is answered.
        ends: Whether it is answered, fails, or is given up by who asked.
    """

    usage: Usage
    turns: int
    ends: str


@st.composite
def asks(draw: st.DrawFn) -> Ask:
    prompt = draw(st.integers(0, 16))
    usage = Usage(prompt, draw(st.integers(0, 10)), draw(st.integers(0, prompt)))
    return Ask(usage, draw(st.integers(0, 4)), draw(st.sampled_from(["answered"] * 3 + ["failed", "given up"])))


async def crowd(till: Till, asks: list[Ask], price: Price | None) -> tuple[list[Completion], int]:
    """What came of all requests at once: those that were booked, and how many the budget stopped."""
    booked: list[Completion] = []
    stopped = 0

    async def ask(one: Ask) -> None:
        nonlocal stopped
        try:
            async with till.paying(REQUEST, price) as book:
                for _ in range(one.turns):
                    await asyncio.sleep(0)
                if one.ends == "failed":
                    raise OSError
                booked.append(book(dataclasses.replace(FULL, usage=one.usage)))
        except BudgetError:
            stopped += 1
        except OSError:
            pass

    tasks = [asyncio.create_task(ask(one)) for one in asks]
    for task, one in zip(tasks, asks, strict=True):
        if one.ends == "given up":
            for _ in range(one.turns):
                await asyncio.sleep(0)
            task.cancel()
    results = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), timeout=5)  # nobody hangs
    assert all(result is None or isinstance(result, asyncio.CancelledError) for result in results)
    return booked, stopped


@given(st.lists(asks(), max_size=30), st.integers(0, 12 * MOST), st.integers(0, 2 * MOST))
def test_a_crowd_never_spends_more_tokens_than_the_budget(asks: list[Ask], budget: int, before: int) -> None:
    one = till(Spent(prompt_tokens=before), tokens=budget)
    booked, stopped = asyncio.run(crowd(one, asks, None))
    spent = before + sum(paid.usage.prompt_tokens + paid.usage.completion_tokens for paid in booked)
    assert spent <= max(budget, before)
    assert not stopped or spent + MOST > budget  # nobody is stopped while one more would fit


@given(st.lists(asks(), max_size=30), st.floats(0, 2e-3))
def test_a_crowd_never_spends_more_money_than_the_budget(asks: list[Ask], budget: float) -> None:
    booked, stopped = asyncio.run(crowd(till(money=budget), asks, PRICE))
    spent = sum(paid.cost or 0.0 for paid in booked)
    assert spent <= budget + 1e-12
    # A request takes up to 16 * $2 + 10 * $10 for a million.
    assert not stopped or spent + 132e-6 > budget - 1e-12
