"""Who waits is called in turn, costs nothing until then, and leaves no slot behind."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from backends.limits.turnstile import Turnstile
from protocol import BackendError

Play = Callable[[Coroutine[Any, Any, Any]], Any]


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def entering(turnstile: Turnstile, name: str, order: list[str], rest: float | None = None) -> None:
    await (turnstile.enter() if rest is None else turnstile.enter_again(rest))
    order.append(name)


def test_who_came_first_goes_first_and_who_comes_again_before_them(play: Play) -> None:
    async def scene() -> list[str]:
        turnstile, order = Turnstile(1), []
        await turnstile.enter()
        waiting = [asyncio.create_task(entering(turnstile, name, order)) for name in "ab"]
        await settled()
        waiting.append(asyncio.create_task(entering(turnstile, "again", order, rest=1)))
        await asyncio.sleep(2)
        for _ in waiting:
            turnstile.leave(1)
            await settled()
        return order

    assert play(scene()) == ["again", "a", "b"]


def test_nobody_passes_a_closed_gate(play: Play) -> None:
    async def scene() -> tuple[float, float]:
        loop, turnstile = asyncio.get_running_loop(), Turnstile(2)
        turnstile.close(10)
        turnstile.close(3)  # the longer one holds
        await asyncio.gather(turnstile.enter(), turnstile.enter())
        return loop.time(), turnstile.closed_for()

    assert play(scene()) == (pytest.approx(10), 0)


def test_a_gate_that_is_closed_again_while_it_is_waited_for_stays_closed(play: Play) -> None:
    async def scene() -> float:
        turnstile = Turnstile(1)
        turnstile.close(10)
        waiting = asyncio.create_task(turnstile.enter())
        await asyncio.sleep(5)
        turnstile.close(20)
        await waiting
        return asyncio.get_running_loop().time()

    assert play(scene()) == pytest.approx(25)


@pytest.mark.parametrize("rest", [None, 1.0])
def test_who_is_cancelled_leaves_the_queue(play: Play, rest: float | None) -> None:
    async def scene() -> int:
        turnstile = Turnstile(1)
        await turnstile.enter()
        waiting = asyncio.create_task(entering(turnstile, "x", [], rest))
        await settled()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return len(turnstile)

    assert play(scene()) == 0


def test_a_slot_that_was_granted_to_one_who_is_cancelled_goes_to_the_next(play: Play) -> None:
    async def scene() -> list[str]:
        turnstile, order = Turnstile(1), []
        await turnstile.enter()
        first, second = (asyncio.create_task(entering(turnstile, name, order)) for name in "ab")
        await settled()
        turnstile.leave(1)  # grants it to the first, who has not run since
        first.cancel()
        await second
        return order

    assert play(scene()) == ["b"]


def test_fewer_slots_let_nobody_in_until_enough_have_left(play: Play) -> None:
    async def scene() -> list[int]:
        turnstile = Turnstile(4)
        for _ in range(4):
            await turnstile.enter()
        order: list[str] = []
        waiting = [asyncio.create_task(entering(turnstile, "x", order)) for _ in range(4)]
        await settled()
        entered = []
        for _ in range(4):
            turnstile.leave(2)
            await settled()
            entered.append(len(order))
        for task in waiting:
            task.cancel()
        return entered

    assert play(scene()) == [0, 0, 1, 2]


def test_who_waits_can_be_sent_away_with_an_error_of_their_own(play: Play) -> None:
    async def scene() -> list[Any]:
        turnstile = Turnstile(1)
        await turnstile.enter()
        waiting = [asyncio.create_task(entering(turnstile, "x", [], rest)) for rest in (None, None, 100.0)]
        await settled()
        turnstile.send_away(BackendError("gone", mend="come back"))
        errors = await asyncio.gather(*waiting, return_exceptions=True)
        assert len(turnstile) == 0
        turnstile.leave(1)
        await turnstile.enter()  # it still works
        return errors

    errors = play(scene())
    assert [str(error) for error in errors] == ["gone - come back"] * 3
    assert len(set(map(id, errors))) == 3


def test_ten_thousand_waiting_cost_no_more_each_than_a_hundred(play: Play) -> None:
    async def scene(waiting: int) -> float:
        turnstile = Turnstile(1)

        async def pass_through() -> None:
            await turnstile.enter()
            turnstile.leave(1)

        began = time.process_time()
        await asyncio.gather(*(pass_through() for _ in range(waiting)))
        return (time.process_time() - began) / waiting

    play(scene(100))
    few = min(play(scene(100)) for _ in range(5))
    # A queue that is searched would cost 100 times as much; what is allowed here is the noise of a busy machine.
    assert play(scene(10_000)) < 10 * few
