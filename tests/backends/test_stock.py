"""What a cache holds is counted by who gave it and who paid; what is pruned stays booked."""

from typing import Any

import pytest

from backends import Completion, FinishReason, ResponseCache, Spent, Usage
from backends.recording import CERTIFICATE, recordings
from backends.stock import Selection, Size, accounts, holdings, prune, size_of
from protocol import DataError

GUESS = ("openai", "large", "game/guess")
OTHER = ("ollama", "small", "game/other")
KEPT = Completion("yes", FinishReason.STOP, Usage(3, 1))


def age(cache: ResponseCache, model: str, seconds: float) -> None:
    with cache.writing() as database:
        database.execute("UPDATE replies SET made_at = made_at - ? WHERE model = ?", (seconds, model))


def test_holdings_count_what_is_kept_and_what_was_paid(stock: Any) -> None:
    with ResponseCache(stock.path) as cache:
        held = holdings(cache)
    assert list(held) == [OTHER, GUESS]
    assert held[GUESS].kept.replies == 3
    # Three replies at $0.25, and one that was cut short at $0.50.
    assert held[GUESS].spent == Spent(4, 120, 40, 20, 1.25, 0)
    assert held[OTHER].kept.replies == 2
    assert held[OTHER].spent == Spent(2, 40, 0, 4, 0.0, 2)
    assert all(holding.kept.size > 0 for holding in held.values())


def test_accounts_are_those_that_the_cache_itself_sums(stock: Any) -> None:
    with ResponseCache(stock.path) as cache:
        assert accounts(cache) == {name: cache.spent(name) for name in ("full/one", "full/two")}


def test_an_empty_cache_holds_nothing(tmp_path: Any) -> None:
    with ResponseCache(tmp_path / "empty.sqlite") as cache:
        assert holdings(cache) == {}
        assert accounts(cache) == {}
        assert size_of(cache, Selection()) == Size(0, 0)
        assert prune(cache, Selection()) == 0


@pytest.mark.parametrize(
    ("selection", "replies"),
    [
        (Selection(), 5),
        (Selection(providers=("openai",)), 3),
        (Selection(models=("small",)), 2),
        (Selection(models=("small", "large")), 5),
        (Selection(accounts=("full/one",)), 3),
        (Selection(providers=("openai",), models=("small",)), 0),
        (Selection(age_s=3600), 2),
        (Selection(age_s=3600, models=("large",)), 0),
    ],
)
def test_what_is_pruned_is_what_is_meant_and_stays_booked(stock: Any, selection: Selection, replies: int) -> None:
    with ResponseCache(stock.path) as cache:
        age(cache, "small", 7200)
        paid = accounts(cache)
        assert size_of(cache, selection).replies == replies
        assert prune(cache, selection) == replies
        assert len(cache) == 5 - replies
        assert accounts(cache) == paid
        assert size_of(cache, selection) == Size(0, 0)


def test_what_is_known_of_a_model_goes_with_its_last_reply(stock: Any) -> None:
    with ResponseCache(stock.path) as cache:
        prune(cache, Selection(models=("small",)))
        assert recordings(cache) == [stock.large]
        assert list(cache.documents(CERTIFICATE).values()) == ["of full/one"]
        age(cache, "large", 60)
        cache.put(stock.request(stock.large, 9), KEPT, "game/guess")
        prune(cache, Selection(models=("large",), age_s=30))
        assert len(cache) == 1
        assert recordings(cache) == [stock.large]


def test_pruning_gives_the_space_back(stock: Any) -> None:
    with ResponseCache(stock.path) as cache, cache.writing() as database:
        blob = [(index.to_bytes(32), b"\0" * 10_000) for index in range(200)]
        database.executemany("INSERT INTO replies VALUES (?, 'p', 'bulky', 'g', 0, 'a', NULL, ?)", blob)
    before = stock.path.stat().st_size
    with ResponseCache(stock.path) as cache:
        prune(cache, Selection(models=("bulky",)))
        assert stock.path.stat().st_size < before - 1_900_000


def test_space_that_another_process_still_reads_is_not_given_back_and_that_is_said(stock: Any) -> None:
    with ResponseCache(stock.path) as cache, ResponseCache(stock.path) as other, other.reading():
        assert len(other) == 5
        with cache.reading() as database:
            database.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(DataError, match="not given back yet"):
            prune(cache, Selection(models=("small",)))
        assert len(cache) == 3


def test_a_cache_that_is_read_meanwhile_loses_the_replies_and_keeps_its_reader(stock: Any) -> None:
    with ResponseCache(stock.path) as cache, ResponseCache(stock.path) as other:
        assert other.get(stock.request(stock.small, 0)) is not None
        prune(cache, Selection(models=("small",)))
        assert other.get(stock.request(stock.small, 0)) is None
        assert other.get(stock.request(stock.large, 0)) is not None
