"""A bundle is the same file wherever and whenever it is made of the same replies, and holds no more than is meant."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from backends import Completion, FinishReason, ResponseCache, Usage
from backends.bundle import Header, export, merge
from backends.stock import Selection
from protocol import DataError


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def exported(stock: Any, file: Path, selection: Selection | None = None) -> Header:
    with ResponseCache(stock.path) as cache:
        return export(cache, file, selection or Selection())


def test_a_bundle_says_first_what_it_holds_and_then_holds_it(stock: Any, tmp_path: Path) -> None:
    header = exported(stock, tmp_path / "all.gz")
    first, *rest = lines(tmp_path / "all.gz")
    assert Header.model_validate(first) == header
    assert (header.documents, header.replies, header.payments) == (4, 5, 6)
    assert set(header.backends) == {"large (openai)", "small (ollama)"}
    assert [("text" in line, "key" in line, "unkept" in line) for line in rest] == (
        [(True, False, False)] * 4 + [(True, True, False)] * 5 + [(False, False, True)] * 6
    )


def test_replies_stand_in_the_order_of_their_keys_with_their_text_and_who_paid(stock: Any, tmp_path: Path) -> None:
    exported(stock, tmp_path / "all.gz")
    replies = [line for line in lines(tmp_path / "all.gz") if "key" in line]
    assert [reply["key"] for reply in replies] == sorted(reply["key"] for reply in replies)
    mine = next(reply for reply in replies if reply["key"] == stock.request(stock.large, 0).key.hex())
    assert mine.pop("made_at") > 0
    assert mine == {
        "key": stock.request(stock.large, 0).key.hex(),
        "provider": "openai",
        "model": "large",
        "prompt": "game/guess",
        "account": "full/one",
        "cost": 0.25,
        "text": "yes \N{SNOWMAN}",
        "prompt_tokens": 30,
        "completion_tokens": 4,
        "cached_prompt_tokens": 10,
        "cache_write_tokens": 0,
    }


def test_a_reply_that_was_cut_short_is_there_as_a_payment_alone(stock: Any, tmp_path: Path) -> None:
    exported(stock, tmp_path / "all.gz")
    cut = [line for line in lines(tmp_path / "all.gz") if line.get("unkept")]
    assert [(line["unkept"], line["finish_reason"]) for line in cut] == [
        (stock.request(stock.large, 3).key.hex(), "length")
    ]


def test_the_same_replies_make_the_same_bytes_at_another_time_under_another_name(stock: Any, tmp_path: Path) -> None:
    exported(stock, tmp_path / "a.gz")
    (tmp_path / "deep").mkdir()
    exported(stock, tmp_path / "deep" / "b.gz")
    content = (tmp_path / "a.gz").read_bytes()
    assert content == (tmp_path / "deep" / "b.gz").read_bytes()
    assert content[3:8] == bytes(5)  # gzip's header: no name, and no time


def test_the_order_in_which_replies_came_is_not_in_the_bytes(stock: Any, tmp_path: Path) -> None:
    exported(stock, tmp_path / "all.gz")
    for name, model in (("first", "large"), ("second", "small")):
        exported(stock, tmp_path / f"{name}.gz", Selection(models=(model,)))
    for path, order in (("one.sqlite", ("first", "second")), ("other.sqlite", ("second", "first"))):
        with ResponseCache(tmp_path / path) as cache:
            for name in order:
                merge(cache, tmp_path / f"{name}.gz")
            export(cache, tmp_path / "again.gz", Selection())
        assert (tmp_path / "again.gz").read_bytes() == (tmp_path / "all.gz").read_bytes()


@pytest.mark.parametrize(
    ("selection", "counts", "backends"),
    [
        (Selection(providers=("openai",)), (2, 3, 4), ("large (openai)",)),
        (Selection(models=("small",)), (2, 2, 2), ("small (ollama)",)),
        (Selection(accounts=("full/one",)), (2, 3, 4), ("large (openai)",)),
        (Selection(accounts=("full/none",)), (0, 0, 0), ()),
    ],
)
def test_a_bundle_of_a_part_names_nobody_else(
    stock: Any, tmp_path: Path, selection: Selection, counts: tuple[int, int, int], backends: tuple[str, ...]
) -> None:
    header = exported(stock, tmp_path / "part.gz", selection)
    assert (header.documents, header.replies, header.payments) == counts
    assert header.backends == backends
    text = gzip.decompress((tmp_path / "part.gz").read_bytes()).decode()
    for name, other in (("large", "small"), ("full/one", "full/two")):
        assert not (name in text and other in text)


def test_a_bundle_whose_making_fails_is_not_there(stock: Any, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be written"):
        exported(stock, tmp_path / "missing" / "all.gz")
    (tmp_path / "good.gz").write_bytes(b"old")
    with ResponseCache(stock.path) as cache, cache.writing() as database:
        database.execute("UPDATE replies SET completion = x'00' WHERE key = (SELECT MAX(key) FROM replies)")
    with pytest.raises(Exception, match="decompress"):
        exported(stock, tmp_path / "good.gz")
    assert (tmp_path / "good.gz").read_bytes() == b"old"
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_who_exports_while_a_run_goes_on_gets_one_moment(stock: Any, tmp_path: Path) -> None:
    with ResponseCache(stock.path) as cache, ResponseCache(stock.path) as run, cache.reading():
        assert len(cache) == 5
        run.pay(stock.request(stock.large, 7), Completion("late", FinishReason.STOP, Usage(1, 1)), "game/guess")
    header = exported(stock, tmp_path / "all.gz")
    assert (header.replies, header.payments) == (6, 7)
