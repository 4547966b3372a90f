"""Every request comes to its one outcome, and the server is asked no harder than it bears."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from backends import Completion, Request
from backends.endpoint import DeniedError, RefusedError, ThrottledError, UnavailableError
from backends.limits import Limits
from backends.limits.limiter import Limiter
from backends.limits.pace import Pace
from protocol import BackendError

Play = Callable[[Coroutine[Any, Any, Any]], Any]
Ask = Callable[[int], Request]
Outcomes = Callable[..., Awaitable[list[Any]]]

PACE = Pace()
DEAD_S = sum(PACE.cool_off(probe) for probe in range(PACE.probes))
"""How long a dead server is looked after until everything is given up, but for the time that probes take."""


def limiter(**limits: Any) -> Limiter:
    return Limiter(Limits(**limits), rng=default_rng(1), pace=PACE)


def down(number: int, request: Request) -> UnavailableError:
    return UnavailableError("host cannot be reached")


def test_an_answer_is_returned_and_asked_for_once(play: Play, actor: Any, done: Completion, asked: Ask) -> None:
    server = actor(lambda number, request: done)
    assert play(limiter().complete(server, asked(0))) is done
    assert server.sent == [0]


def test_no_more_are_under_way_than_the_limit(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    server, gate = actor(lambda number, request: done), limiter(concurrency=8)
    play(outcomes(*(gate.complete(server, asked(number)) for number in range(100))))
    assert server.most_under_way == 8
    assert len(server.sent) == 100


def test_the_deadline_counts_from_sending_and_not_from_queueing(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    server, gate = actor(lambda number, request: done, takes=0.9), limiter(concurrency=1, deadline_s=1)
    assert play(outcomes(*(gate.complete(server, asked(number)) for number in range(10)))) == [done] * 10


def test_an_attempt_that_stalls_is_given_up_and_made_again(
    play: Play, actor: Any, done: Completion, asked: Ask
) -> None:
    server, gate = actor(lambda number, request: done, takes=50), limiter(deadline_s=10, attempts=3)
    with pytest.raises(BackendError, match=r"^some-model gave no whole reply within 10 s, after 3 attempts - raise"):
        play(gate.complete(server, asked(0)))
    assert len(server.sent) == 3
    assert server.under_way == 0


def test_a_failure_is_followed_by_rests_that_may_double(play: Play, actor: Any, done: Completion, asked: Ask) -> None:
    server = actor(lambda number, request: down(number, request) if number < 5 else done)
    assert play(limiter().complete(server, asked(0))) is done
    rests = [later - earlier - server.takes for earlier, later in zip(server.sent, server.sent[1:], strict=False)]
    assert all(0 <= rest <= bound for rest, bound in zip(rests, (0.5, 1, 2, 4, 8), strict=True))
    assert len(set(rests)) == 5


def test_attempts_that_all_fail_are_counted_in_the_error(play: Play, actor: Any, asked: Ask) -> None:
    server = actor(down)
    with pytest.raises(BackendError, match=r"^host cannot be reached, after 4 attempts$"):
        play(limiter(attempts=4).complete(server, asked(0)))
    assert len(server.sent) == 4


def test_a_refusal_fails_one_request_at_once_and_no_other(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    server = actor(lambda number, request: RefusedError("too long") if request.seed == 3 else done)
    gate = limiter(concurrency=2)
    results = play(outcomes(*(gate.complete(server, asked(number)) for number in range(6))))
    assert [type(result) for result in results].count(BackendError) == 1
    assert str(results[3]) == "too long"
    assert len(server.sent) == 6


def test_a_denial_fails_everything_at_once_and_stays(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    # The first of two is answered late, when the second has been denied: what is paid for is returned.
    async def scene() -> tuple[list[Any], float, Any]:
        server = actor(lambda number, request: done, takes=5)
        denier = actor(lambda number, request: DeniedError("host denies the key", mend="set KEY"))
        gate = limiter(concurrency=2)
        late = asyncio.create_task(gate.complete(server, asked(0)))
        await asyncio.sleep(0)
        results = await outcomes(*(gate.complete(denier, asked(number)) for number in range(1000)))
        ended = asyncio.get_running_loop().time()
        assert await late is done
        results += await outcomes(gate.complete(server, asked(0)))
        assert gate.gave_up
        return results, ended, (server.sent, denier.sent)

    results, ended, sent = play(scene())
    assert {str(result) for result in results} == {"host denies the key - set KEY"}
    assert ended == 1
    assert sent == ([0], [0])


def test_a_denial_reaches_those_who_rest(play: Play, actor: Any, asked: Ask, outcomes: Outcomes) -> None:
    async def scene() -> float:
        gate = Limiter(Limits(), rng=default_rng(1), pace=Pace(rest_s=1000, longest_rest_s=1000))
        resting = asyncio.create_task(gate.complete(actor(down), asked(0)))
        await asyncio.sleep(2)
        denier = actor(lambda number, request: DeniedError("no"))
        await outcomes(resting, gate.complete(denier, asked(1)))
        return asyncio.get_running_loop().time()

    assert play(scene()) == 3


def test_while_the_server_asks_to_wait_nothing_is_sent(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    server = actor(lambda number, request: ThrottledError("busy", retry_after=60) if number == 0 else done)
    gate = limiter(concurrency=4)
    assert play(outcomes(*(gate.complete(server, asked(number)) for number in range(50)))) == [done] * 50
    # Three others of the first four were answered as the first was throttled, and let no one in after that.
    assert [sent for sent in server.sent if 1 < sent < 61] == []
    assert max(server.sent) >= 61


def test_a_throttle_halves_what_is_under_way_once_for_a_round_trip(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    server = actor(lambda number, request: ThrottledError("busy", retry_after=10) if number < 16 else done)
    gate = limiter(concurrency=16)
    play(outcomes(*(gate.complete(server, asked(number)) for number in range(64))))
    second_wave = [sent for sent in server.sent if 10 < sent < 11.5]
    assert len(second_wave) == 8


def test_what_is_under_way_grows_back_after_a_throttle(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    server = actor(lambda number, request: ThrottledError("busy", retry_after=10) if number < 16 else done)
    gate = limiter(concurrency=16)
    play(outcomes(*(gate.complete(server, asked(number)) for number in range(1000))))
    last = max(server.sent)
    assert len([sent for sent in server.sent if last - 3.5 < sent < last - 2.5]) == 16


def test_replies_that_miss_their_deadline_halve_it_too(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    class Slow(actor):  # type: ignore[misc]
        """Takes a second for each request that is under way."""

        async def send(self, request: Request) -> Completion:
            self.takes = 1.0 * (self.under_way + 1)
            answer: Completion = await super().send(request)
            return answer

    server, gate = Slow(lambda number, request: done), limiter(concurrency=32, deadline_s=10)
    results = play(outcomes(*(gate.complete(server, asked(number)) for number in range(64))))
    assert results == [done] * 64


def test_being_asked_to_wait_is_no_failed_attempt(play: Play, actor: Any, done: Completion, asked: Ask) -> None:
    server = actor(lambda number, request: ThrottledError("busy", retry_after=1) if number < 30 else done)
    assert play(limiter(attempts=2).complete(server, asked(0))) is done


def test_who_is_throttled_for_ever_is_given_up_with_all_who_wait_and_does_not_hammer(
    play: Play, actor: Any, asked: Ask, outcomes: Outcomes
) -> None:
    async def scene() -> tuple[list[Any], float]:
        gate = limiter(concurrency=64, patience_s=600)
        results = await outcomes(*(gate.complete(server, asked(number)) for number in range(10_000)))
        return results, asyncio.get_running_loop().time()

    server = actor(lambda number, request: ThrottledError("host answered 429"), takes=0.01)
    results, ended = play(scene())
    assert {type(result) for result in results} == {BackendError}
    assert all(str(result).startswith("host answered 429") for result in results)
    assert 500 < ended < 700
    assert len(server.sent) < 64 + 32 + 16 + 8 + 4 + 2 + 200


def test_a_wait_beyond_all_patience_is_not_waited_for(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    async def scene() -> tuple[list[Any], list[float], Any]:
        loop = asyncio.get_running_loop()
        gate = limiter(concurrency=2, patience_s=600)
        results = await outcomes(*(gate.complete(server, asked(number)) for number in range(100)))
        ends = [loop.time()]
        results += await outcomes(gate.complete(server, asked(0)))
        ends.append(loop.time())
        await asyncio.sleep(3600)
        return results, ends, await gate.complete(server, asked(0))

    server = actor(lambda number, request: ThrottledError("busy", retry_after=3600) if number < 2 else done)
    results, ends, later = play(scene())
    assert {str(result) for result in results} == {"busy, and asks to wait 3600 s - wait, then run again"}
    assert ends == [1, 1]
    assert later is done


def test_patience_ends_with_what_was_tried(play: Play, actor: Any, asked: Ask) -> None:
    server = actor(down, takes=50)
    with pytest.raises(
        BackendError, match=r"^host cannot be reached, tried for 15\d s - raise backend.limits.patience"
    ):
        play(limiter(patience_s=150, attempts=100).complete(server, asked(0)))


def test_a_dead_server_is_probed_by_one_and_then_everything_fails_with_one_line(
    play: Play, actor: Any, asked: Ask, outcomes: Outcomes
) -> None:
    async def scene() -> tuple[list[Any], float]:
        gate = limiter(concurrency=64, dead_after=20, attempts=100)
        results = await outcomes(*(gate.complete(server, asked(number)) for number in range(10_000)))
        assert gate.gave_up
        return results, asyncio.get_running_loop().time()

    server = actor(down)
    results, ended = play(scene())
    lines = {str(result) for result in results}
    assert len(lines) == 1
    assert lines.pop().startswith("host cannot be reached; ")
    probes = [sent for sent in server.sent if sent > 2]
    assert len(probes) == PACE.probes
    assert ended == pytest.approx(1 + DEAD_S + PACE.probes * server.takes, abs=1)
    # Some of the first 64 slots were filled again before the twentieth failure was known, and none after it.
    assert len(server.sent) <= 64 + 20 + PACE.probes


def test_a_server_that_comes_back_answers_everything(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    def part(number: int, request: Request) -> Completion | UnavailableError:
        return down(number, request) if asyncio.get_running_loop().time() < 20 else done

    server, gate = actor(part), limiter(attempts=100)
    results = play(outcomes(*(gate.complete(server, asked(number)) for number in range(1000))))
    assert results == [done] * 1000
    assert not gate.gave_up


def test_what_comes_to_a_server_that_was_given_up_fails_at_once_until_a_probe_is_due(
    play: Play, actor: Any, done: Completion, asked: Ask, outcomes: Outcomes
) -> None:
    async def scene() -> None:
        gate = limiter(concurrency=64, dead_after=20, attempts=100)
        await outcomes(*(gate.complete(server, asked(number)) for number in range(100)))
        sent = len(server.sent)
        await outcomes(*(gate.complete(server, asked(number)) for number in range(100)))
        assert len(server.sent) == sent  # none of them
        await asyncio.sleep(60)
        results = await outcomes(*(gate.complete(server, asked(number)) for number in range(100)))
        assert {type(result) for result in results} == {BackendError}
        assert len(server.sent) == sent + 1  # one probe for them all
        await asyncio.sleep(60)
        server.part = lambda number, request: done
        results = await outcomes(*(gate.complete(server, asked(number)) for number in range(100)))
        assert results == [done] * 100
        assert not gate.gave_up

    server = actor(down)
    play(scene())


def test_a_refusal_is_a_sign_of_life(play: Play, actor: Any, asked: Ask, outcomes: Outcomes) -> None:
    server = actor(lambda number, request: RefusedError("too long") if number % 3 == 2 else down(number, request))
    gate = limiter(concurrency=1, dead_after=3, attempts=100)
    results = play(outcomes(*(gate.complete(server, asked(number)) for number in range(50))))
    assert {str(result) for result in results} == {"too long"}
    assert not gate.gave_up


@pytest.mark.parametrize("when", [0.5, 1.2, 30.0])  # under way, resting, queueing
def test_who_is_cancelled_gives_the_slot_back(
    play: Play, actor: Any, done: Completion, asked: Ask, when: float
) -> None:
    async def scene() -> Any:
        gate = limiter(concurrency=1)
        server = actor(down if when < 30 else lambda number, request: done, takes=1 if when < 30 else 20)
        first = asyncio.create_task(gate.complete(server, asked(0)))
        second = asyncio.create_task(gate.complete(actor(lambda number, request: done, takes=20), asked(1)))
        await asyncio.sleep(when)
        for task in (first, second):
            task.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        return await gate.complete(actor(lambda number, request: done), asked(2))

    assert play(scene()) is done


def test_an_error_that_nobody_foresaw_gives_the_slot_back(play: Play, actor: Any, done: Completion, asked: Ask) -> None:
    async def scene() -> Any:
        gate = limiter(concurrency=1)
        with pytest.raises(ZeroDivisionError):
            await gate.complete(actor(lambda number, request: ZeroDivisionError()), asked(0))
        return await gate.complete(actor(lambda number, request: done), asked(1))

    assert play(scene()) is done


PARTS = st.sampled_from(["done", "down", "stall", "throttled", "told", "refused", "denied", "bug"])


@given(
    parts=st.lists(PARTS, min_size=1, max_size=60),
    last=PARTS,
    requests=st.integers(1, 40),
    cancelled=st.dictionaries(st.integers(0, 39), st.floats(0, 300), max_size=10),
    limits=st.fixed_dictionaries(
        {"concurrency": st.integers(1, 10), "attempts": st.integers(1, 5), "dead_after": st.integers(1, 8)}
    ),
)
def test_whatever_happens_each_request_ends_once_and_nothing_is_left(
    play: Play,
    actor: Any,
    done: Completion,
    asked: Ask,
    parts: list[str],
    last: str,
    requests: int,
    cancelled: dict[int, float],
    limits: dict[str, int],
) -> None:
    failures = {
        "down": UnavailableError("down"),
        "throttled": ThrottledError("busy"),
        "told": ThrottledError("busy", retry_after=5),
        "refused": RefusedError("no"),
        "denied": DeniedError("never"),
        "bug": ZeroDivisionError(),
    }
    answered: list[int] = []

    def part(number: int, request: Request) -> Completion | BaseException:
        name = parts[number] if number < len(parts) else last
        if name == "done":
            answered.append(request.seed)
        return failures.get(name, done)

    class Staller(actor):  # type: ignore[misc]
        async def send(self, request: Request) -> Completion:
            number = len(self.sent)
            self.takes = 1000 if (parts[number] if number < len(parts) else last) == "stall" else 1
            answer: Completion = await super().send(request)
            return answer

    async def scene() -> None:
        gate, loop = limiter(deadline_s=10, patience_s=100, **limits), asyncio.get_running_loop()
        server = Staller(part)
        tasks = [asyncio.create_task(gate.complete(server, asked(number))) for number in range(requests)]
        for number, moment in cancelled.items():
            if number < requests:
                loop.call_later(moment, tasks[number].cancel)
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for number, result in enumerate(results):
            assert (result is done) == (answered.count(number) == 1)
            assert result is done or isinstance(result, BackendError | ZeroDivisionError | asyncio.CancelledError)
        assert server.under_way == 0
        assert len(gate._turnstile) == gate._turnstile._inside == 0
        assert len(asyncio.all_tasks()) == 1

    play(scene())
