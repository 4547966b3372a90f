"""The cache keeps what a model brought to its end, for every process, and nothing else."""

import dataclasses
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Spent, Usage
from protocol import DataError

REQUEST = Request("p", "", "m", (Message("user", "?"),), "{}", Sampling(), 1)
ANSWER = Completion("yes \N{SNOWMAN}", FinishReason.STOP, Usage(3, 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "cache.sqlite"


def test_what_was_put_is_got_also_after_closing(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.put(REQUEST, ANSWER, "game/guess")
    with ResponseCache(path) as cache:
        assert cache.get(REQUEST) == ANSWER


def test_another_request_misses(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.put(REQUEST, ANSWER, "game/guess")
        assert cache.get(dataclasses.replace(REQUEST, replicate=1)) is None


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.FILTERED])
def test_a_reply_that_was_cut_or_filtered_is_not_kept(path: Path, reason: FinishReason) -> None:
    with ResponseCache(path) as cache:
        cache.put(REQUEST, dataclasses.replace(ANSWER, finish_reason=reason), "game/guess")
        assert len(cache) == 0


def test_the_first_answer_stays(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.put(REQUEST, ANSWER, "game/guess")
        cache.put(REQUEST, dataclasses.replace(ANSWER, text="no"), "game/guess")
        assert cache.get(REQUEST) == ANSWER


WRITER = """
import sys
from pathlib import Path
from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Usage
with ResponseCache(Path(sys.argv[1])) as cache:
    for seed in range(200):
        request = Request(sys.argv[2], "", "m", (Message("user", "?"),), "{}", Sampling(), seed)
        cache.put(request, Completion("x" * 100, FinishReason.STOP, Usage(1, 1)), "p")
"""


def test_several_processes_write_at_once_and_lose_nothing(path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(index)]) for index in range(4)]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0, 0]
    with ResponseCache(path) as cache:
        assert len(cache) == 800


def test_a_process_that_is_killed_leaves_what_it_had_put(path: Path) -> None:
    script = WRITER.replace("for seed in range(200)", "import itertools\n    for seed in itertools.count()")
    writer = subprocess.Popen(
        [sys.executable, "-c", script + "        print(seed, flush=True)", str(path), "p"], stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    seen = [int(writer.stdout.readline()) for _ in range(50)]
    writer.kill()
    writer.wait()
    writer.stdout.close()
    with ResponseCache(path) as cache:
        assert len(cache) > seen[-1]


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.FILTERED])
def test_what_was_paid_for_in_vain_is_known_without_its_text(path: Path, reason: FinishReason) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, Completion("No", reason, Usage(9, 8, 7), "mine", 0.5), "game/guess")
        assert cache.unkept(REQUEST, "mine") == Completion("", reason, Usage(9, 8, 7), "mine", 0.5)
        assert cache.unkept(dataclasses.replace(REQUEST, seed=2), "mine") is None


def test_a_reply_that_is_kept_was_not_in_vain(path: Path) -> None:
    with ResponseCache(path) as cache:
        cache.pay(REQUEST, ANSWER, "game/guess")
        cache.book(REQUEST, dataclasses.replace(ANSWER, finish_reason=FinishReason.LENGTH), "game/guess")
        assert cache.unkept(REQUEST, "") is None


def test_of_several_payments_in_vain_the_accounts_own_last_one_counts(path: Path) -> None:
    cut = Completion("No", FinishReason.LENGTH, Usage(9, 8), "mine", 0.5)
    with ResponseCache(path) as cache:
        for account, tokens in (("mine", 1), ("mine", 2), ("yours", 3)):
            cache.pay(REQUEST, dataclasses.replace(cut, account=account, usage=Usage(9, tokens)), "game/guess")
        found = [cache.unkept(REQUEST, account) for account in ("mine", "yours", "theirs")]
    assert [one and one.usage.completion_tokens for one in found] == [2, 3, 3]


def test_documents_are_kept_by_kind_and_name_and_the_last_counts(path: Path) -> None:
    with ResponseCache(path) as cache:
        for kind, name, text in (
            ("backend", "b", "1"),
            ("backend", "a", "2"),
            ("other", "a", "3"),
            ("backend", "b", "4"),
        ):
            cache.write_document(kind, name, text)
    with ResponseCache(path) as cache:
        assert cache.documents("backend") == {"a": "2", "b": "4"}
        assert cache.documents("nothing") == {}


def test_a_transaction_that_fails_leaves_nothing(path: Path) -> None:
    def fail(cache: ResponseCache) -> None:
        with cache.writing() as database:
            cache.put(REQUEST, ANSWER, "game/guess")
            database.execute("INSERT INTO documents VALUES ('a', 'a', NULL)")

    with ResponseCache(path) as cache:
        with pytest.raises(sqlite3.IntegrityError):
            fail(cache)
        assert len(cache) == 0
        cache.pay(REQUEST, ANSWER, "game/guess")
        assert len(cache) == 1


def test_who_reads_sees_one_moment_while_others_write(path: Path) -> None:
    with ResponseCache(path) as reader, ResponseCache(path) as writer:
        writer.put(REQUEST, ANSWER, "game/guess")
        with reader.reading():
            assert len(reader) == 1
            writer.put(dataclasses.replace(REQUEST, seed=2), ANSWER, "game/guess")
            assert len(reader) == 1
        assert len(reader) == 2


def test_a_cache_that_must_be_there_is_not_made(path: Path) -> None:
    with pytest.raises(DataError, match=r"cache\.sqlite: there is no such cache"):
        ResponseCache.existing(path)
    assert not path.parent.exists()
    with ResponseCache(path) as cache:
        cache.put(REQUEST, ANSWER, "game/guess")
    with ResponseCache.existing(path) as cache:
        assert cache.get(REQUEST) == ANSWER


def test_a_disk_that_is_full_is_one_line_and_nothing_is_half_kept(path: Path) -> None:
    with ResponseCache(path) as cache:
        with cache.reading() as database:
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DataError, match=r"cache\.sqlite: nothing was written \(database or disk is full\)"):
            cache.pay(REQUEST, dataclasses.replace(ANSWER, text="\n".join(map(str, range(10_000)))), "game/guess")
        assert len(cache) == 0
        assert cache.spent("") == Spent()


def test_a_file_of_another_layout_is_named_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 1")
    database.close()
    content = path.read_bytes()
    with pytest.raises(DataError, match="layout 1"):
        ResponseCache(path)
    assert path.read_bytes() == content


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache.sqlite").write_text("this is no database, and long enough to be told from an empty one" * 20)
    with pytest.raises(DataError, match=r"cache\.sqlite"):
        ResponseCache(tmp_path / "cache.sqlite")
