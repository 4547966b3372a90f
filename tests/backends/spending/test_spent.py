"""What was paid for stays booked, to the account that paid; a price that is unknown is counted, not taken for 0."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Spent, Usage

REQUEST = Request("p", "", "m", (Message("user", "?"),), "{}", Sampling(), 1)
PAID = Completion("yes", FinishReason.STOP, Usage(30, 4, 10), "mine", 0.25)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache.sqlite"


def test_tokens_are_those_of_prompts_and_replies() -> None:
    assert Spent(calls=2, prompt_tokens=30, cached_prompt_tokens=20, completion_tokens=4).tokens == 34


def test_nothing_spent_is_nothing(path: Path) -> None:
    with ResponseCache(path) as cache:
        assert cache.spent("mine") == Spent()


def test_payments_are_summed_by_account_and_survive_the_process(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, PAID, "game/guess")
        cache.pay(dataclasses.replace(REQUEST, seed=2), PAID, "game/guess")
        cache.pay(dataclasses.replace(REQUEST, seed=3), dataclasses.replace(PAID, account="yours"), "game/guess")
    with ResponseCache(path) as cache:
        assert cache.spent("mine") == Spent(2, 60, 20, 8, 0.5, 0)
        assert cache.spent("yours") == Spent(1, 30, 10, 4, 0.25, 0)


def test_an_unknown_price_is_counted_beside_the_sum(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, PAID, "game/guess")
        cache.pay(dataclasses.replace(REQUEST, seed=2), dataclasses.replace(PAID, cost=None), "game/guess")
        spent = cache.spent("mine")
    assert (spent.calls, spent.cost, spent.unpriced) == (2, 0.25, 1)


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.FILTERED])
def test_a_reply_that_was_cut_or_filtered_is_booked_and_not_kept(path: Path, reason: FinishReason) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, dataclasses.replace(PAID, finish_reason=reason), "game/guess")
        assert cache.get(REQUEST) is None
        assert cache.spent("mine") == Spent(1, 30, 10, 4, 0.25, 0)


def test_what_is_asked_again_on_purpose_is_booked_each_time_and_kept_once(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, PAID, "game/guess")
        cache.book(REQUEST, dataclasses.replace(PAID, text="no"), "game/guess")
        assert cache.get(REQUEST) == PAID
        assert cache.spent("mine").calls == 2


def test_only_what_was_paid_since_a_moment_counts_where_that_is_asked(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, PAID, "game/guess")
        with cache.reading() as database:
            (moment,) = database.execute("SELECT made_at FROM payments").fetchone()
        assert cache.spent("mine", since=moment).calls == 1
        assert cache.spent("mine", since=moment + 1).calls == 0


PAYER = """
import itertools, sys
from pathlib import Path
from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Usage
with ResponseCache(Path(sys.argv[1])) as cache:
    for seed in range(int(sys.argv[3])):
        request = Request(sys.argv[2], "", "m", (Message("user", "?"),), "{}", Sampling(), seed)
        cache.pay(request, Completion("x", FinishReason.STOP, Usage(10, 1), "mine", 0.5), "p")
        print(seed, flush=True)
"""


def payer(path: Path, name: str, times: int) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-c", PAYER, str(path), name, str(times)]
    return subprocess.Popen(words, stdout=subprocess.PIPE)


def test_several_processes_that_pay_at_once_lose_no_payment(path: Path) -> None:
    payers = [payer(path, str(index), 100) for index in range(4)]
    for each in payers:
        each.communicate(timeout=60)
    with ResponseCache(path) as cache:
        assert cache.spent("mine") == Spent(400, 4000, 0, 400, 200.0, 0)
        assert len(cache) == 400


def test_a_process_that_is_killed_has_kept_and_booked_the_same_replies(path: Path) -> None:
    killed = payer(path, "p", 1_000_000)
    assert killed.stdout is not None
    seen = [int(killed.stdout.readline()) for _ in range(50)]
    killed.kill()
    killed.wait()
    killed.stdout.close()
    with ResponseCache(path) as cache:
        assert len(cache) == cache.spent("mine").calls > seen[-1]
