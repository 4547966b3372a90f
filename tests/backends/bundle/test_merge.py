"""What is imported is what was exported; it overwrites nothing, and a file that is not whole brings nothing."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Spent, Usage
from backends.bundle import export, merge
from backends.stock import Selection, accounts
from protocol import DataError

Mutation = Callable[[list[str]], list[str]]


@pytest.fixture
def bundle(stock: Any, tmp_path: Path) -> Path:
    with ResponseCache(stock.path) as cache:
        export(cache, tmp_path / "bundle.gz", Selection())
    return tmp_path / "bundle.gz"


def test_an_imported_cache_answers_and_counts_like_the_one_it_comes_from(
    stock: Any, bundle: Path, tmp_path: Path
) -> None:
    with ResponseCache(stock.path) as old, ResponseCache(tmp_path / "new.sqlite") as new:
        merged = merge(new, bundle)
        assert (merged.replies, merged.payments) == (5, 6)
        for recording, seed in ((stock.large, 0), (stock.large, 2), (stock.small, 1)):
            request = stock.request(recording, seed)
            assert new.get(request) == old.get(request) is not None
        cut = stock.request(stock.large, 3)
        assert new.get(cut) is None
        assert new.unkept(cut, "full/one") == old.unkept(cut, "full/one") is not None
        assert accounts(new) == accounts(old)
        assert all(new.documents(kind) == old.documents(kind) for kind in ("backend", "certificate"))


def test_export_after_import_gives_the_same_bytes(bundle: Path, tmp_path: Path) -> None:
    with ResponseCache(tmp_path / "new.sqlite") as new:
        merge(new, bundle)
        export(new, tmp_path / "again.gz", Selection())
    assert (tmp_path / "again.gz").read_bytes() == bundle.read_bytes()


def test_importing_twice_is_importing_once(bundle: Path, tmp_path: Path) -> None:
    with ResponseCache(tmp_path / "new.sqlite") as new:
        merge(new, bundle)
        again = merge(new, bundle)
        assert (again.replies, again.payments) == (0, 0)
        export(new, tmp_path / "again.gz", Selection())
    assert (tmp_path / "again.gz").read_bytes() == bundle.read_bytes()


def test_a_cache_that_imports_its_own_bundle_is_what_it_was(stock: Any, bundle: Path) -> None:
    with ResponseCache(stock.path) as cache:
        before = accounts(cache)
        assert merge(cache, bundle).replies == 0
        assert accounts(cache) == before


def test_a_reply_that_is_there_is_never_overwritten(stock: Any, bundle: Path, tmp_path: Path) -> None:
    mine = Completion("mine", FinishReason.STOP, Usage(1, 1), "me", 0.0)
    with ResponseCache(tmp_path / "new.sqlite") as new:
        new.pay(stock.request(stock.large, 0), mine, "game/guess")
        new.write_document("backend", stock.large.name, "mine")
        merged = merge(new, bundle)
        assert (merged.replies, merged.payments) == (4, 6)
        assert new.get(stock.request(stock.large, 0)) == mine
        assert new.spent("me") == Spent(1, 1, 0, 1, 0.0, 0)
        assert new.documents("backend")[stock.large.name] == "mine"


@given(
    replies=st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"])),
            st.sampled_from(FinishReason),
            st.integers(0, 2**40),
            st.none() | st.floats(0, 1e6),
            st.sampled_from(["a", "b c", ""]),
        ),
        max_size=8,
    )
)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_was_replied_comes_back_byte_for_byte(
    replies: list[tuple[str, FinishReason, int, float | None, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    with ResponseCache(folder / "old.sqlite") as old, ResponseCache(folder / "new.sqlite") as new:
        requests = []
        for seed, (text, reason, tokens, cost, account) in enumerate(replies):
            requests.append(Request("p", "", "m", (Message("user", "?"),), "{}", Sampling(), seed))
            completion = Completion(text, reason, Usage(tokens, tokens // 2, tokens // 3), account, cost)
            old.pay(requests[-1], completion, "game/guess")
        export(old, folder / "old.gz", Selection())
        merge(new, folder / "old.gz")
        export(new, folder / "new.gz", Selection())
        assert [new.get(request) for request in requests] == [old.get(request) for request in requests]
    assert (folder / "old.gz").read_bytes() == (folder / "new.gz").read_bytes()


def swap(index: int, **changes: Any) -> Mutation:
    def mutate(lines: list[str]) -> list[str]:
        changed = json.loads(lines[index]) | changes
        return [*lines[:index], json.dumps(changed), *lines[index + 1 :]]

    return mutate


# Line 0 is the header, 1 and 3 the recordings, 5 the first reply, 10 the first payment.
@pytest.mark.parametrize(
    ("mutate", "named"),
    [
        (lambda lines: lines[:-1], "line 16: .*Invalid JSON: EOF"),
        (lambda lines: lines[:1], "line 2: .*Invalid JSON: EOF"),
        (lambda lines: [], "line 1: .*Invalid JSON: EOF"),
        (lambda lines: [*lines, lines[-1]], "it goes on after line 16"),
        (lambda lines: lines[1:], "line 1: "),
        (lambda lines: [*lines[:7], lines[7][:40], *lines[8:]], "line 8: .*Invalid JSON"),
        (lambda lines: [*lines[:7], "\x00" * 40, *lines[8:]], "line 8: .*Invalid JSON"),
        (lambda lines: ['{"text": "someone else\'s"}', *lines[1:]], "line 1: "),
        (swap(0, version=2), "line 1: version "),
        (swap(0, practicum="metrics"), "line 1: practicum "),
        (swap(0, replies=4), "line 10: "),
        (swap(1, text="{}"), "line 2: .*no recording of a backend"),
        (swap(1, name="other"), "line 2: .*another backend than it names"),
        (swap(6, key="ab"), "line 7: key "),
        (swap(6, cost=-1), "line 7: cost "),
        (swap(6, prompt_tokens=1.5), "line 7: prompt_tokens "),
        (swap(6, prompt_tokens=2**70), "line 7: prompt_tokens "),
        (swap(6, text=None), "line 7: text "),
        (swap(6, secret="x"), "line 7: secret "),
        (swap(12, finish_reason="tired"), "line 13: finish_reason "),
        (swap(12, made_at="NaN"), "line 13: made_at "),
    ],
)
def test_a_file_that_is_not_what_was_exported_is_one_line_and_brings_nothing(
    stock: Any, bundle: Path, tmp_path: Path, mutate: Mutation, named: str
) -> None:
    lines = mutate(gzip.decompress(bundle.read_bytes()).decode().splitlines())
    bundle.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    with ResponseCache(tmp_path / "new.sqlite") as new:
        with pytest.raises(DataError, match=named) as caught:
            merge(new, bundle)
        assert "\n" not in str(caught.value)
        assert str(bundle) in str(caught.value)
        assert len(new) == 0
        assert accounts(new) == {}
        assert new.documents("backend") == {}
        with ResponseCache(stock.path) as old:  # and the cache can be used on
            export(old, bundle, Selection())
        assert merge(new, bundle).replies == 5


def test_a_reply_that_stands_twice_in_a_file_is_there_once(stock: Any, bundle: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(bundle.read_bytes()).decode().splitlines()
    lines = swap(0, replies=6)([*lines[:6], swap(0, text="other")([lines[5]])[0], *lines[6:]])
    bundle.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    with ResponseCache(stock.path) as old, ResponseCache(tmp_path / "new.sqlite") as new:
        assert merge(new, bundle).replies == 5
        for seed in range(3):
            assert new.get(stock.request(stock.large, seed)) == old.get(stock.request(stock.large, seed))


def test_importing_leaves_nothing_beside_the_cache(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    with ResponseCache(tmp_path / "deep" / "new.sqlite") as new:
        merge(new, bundle)
        bundle.write_bytes(b"torn")
        with pytest.raises(DataError):
            merge(new, bundle)
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["new.sqlite"]


@given(cut=st.integers(0, 1_000_000))
@example(cut=-1)
@example(cut=-8)  # gzip's own sums are missing
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_that_is_torn_anywhere_brings_nothing(bundle: Path, tmp_path: Path, cut: int) -> None:
    content = bundle.read_bytes()
    torn = tmp_path / "torn.gz"
    torn.write_bytes(content[: cut % len(content)])
    with ResponseCache(tmp_path / "torn.sqlite") as new:
        with pytest.raises(DataError, match=r"torn\.gz"):
            merge(new, torn)
        assert len(new) == 0
        assert accounts(new) == {}


@given(place=st.integers(12, 1_000_000), byte=st.integers(1, 255))  # before that stands gzip's own header
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_in_which_a_byte_is_wrong_brings_nothing(bundle: Path, tmp_path: Path, place: int, byte: int) -> None:
    content = bytearray(bundle.read_bytes())
    content[12 + (place - 12) % (len(content) - 12)] ^= byte
    wrong = tmp_path / "wrong.gz"
    wrong.write_bytes(content)
    with ResponseCache(tmp_path / "wrong.sqlite") as new:
        with pytest.raises(DataError, match=r"wrong\.gz"):
            merge(new, wrong)
        assert len(new) == 0


@pytest.mark.parametrize("content", [b"", b"no gzip at all", b"SQLite format 3\0"])
def test_a_file_of_another_kind_is_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(content)
    with ResponseCache(tmp_path / "new.sqlite") as new, pytest.raises(DataError, match="nothing was imported"):
        merge(new, tmp_path / "other")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with ResponseCache(tmp_path / "new.sqlite") as new, pytest.raises(DataError, match=r"none\.gz: No such file"):
        merge(new, tmp_path / "none.gz")


MERGER = """
import sys
from pathlib import Path
from backends import ResponseCache
from backends.bundle import merge
with ResponseCache(Path(sys.argv[1])) as cache:
    merge(cache, Path(sys.argv[2]))
"""


def test_several_processes_that_import_at_once_book_once(stock: Any, bundle: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-c", MERGER, str(tmp_path / "new.sqlite"), str(bundle)]
    mergers = [subprocess.Popen(words) for _ in range(3)]
    assert [merger.wait(timeout=60) for merger in mergers] == [0, 0, 0]
    with ResponseCache(stock.path) as old, ResponseCache(tmp_path / "new.sqlite") as new:
        assert len(new) == 5
        assert accounts(new) == accounts(old)
