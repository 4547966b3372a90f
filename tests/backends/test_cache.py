"""The cache keeps what a model brought to its end, for every process, and nothing else."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from backends import Completion, FinishReason, Message, Request, ResponseCache, Sampling, Usage
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


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    (tmp_path / "cache.sqlite").write_text("this is no database, and long enough to be told from an empty one" * 20)
    with pytest.raises(DataError, match=r"cache\.sqlite"):
        ResponseCache(tmp_path / "cache.sqlite")
