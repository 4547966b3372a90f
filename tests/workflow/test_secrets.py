"""A key is in the environment and nowhere else: a marked one is looked for in all that runs leave and say."""

import gzip
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.workflow.conftest import Copy, Server, wait_until

pytestmark = pytest.mark.workflow

KEY = "sk-marked-5f3a9c1e7b2d4860"
SIZE = "study.replicates=2 study.max_steps=3 certificate.prompts=2 backend.limits.attempts=1"


def contents(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """All files of a folder as they are, and what is packed in them."""
    for path in (path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        yield path, content
        yield path, str(path.relative_to(folder)).encode()
        if path.suffix == ".parquet":
            yield path, json.dumps(pq.read_table(path).to_pylist(), default=str).encode()
        if path.suffix == ".gz":
            yield path, gzip.decompress(content)
        if path.suffix == ".sqlite":
            yield from ((path, unpacked) for unpacked in replies(path))


def replies(cache: Path) -> Iterator[bytes]:
    with closing(sqlite3.connect(cache)) as database:
        for (packed,) in database.execute("SELECT completion FROM replies"):
            yield zlib.decompress(packed)


def command_lines() -> Iterator[bytes]:
    """Of all processes that there are."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            yield (process / "cmdline").read_bytes()


def pieces() -> list[bytes]:
    """The key, and pieces of it that would give it away."""
    return [KEY[start : start + 12].encode() for start in range(len(KEY) - 11)]


@pytest.fixture
def copy(clone: Callable[..., Copy], tmp_path: Path, server: Server) -> Copy:
    return clone(tmp_path, config=server.words(SIZE), variables={"OPENAI_API_KEY": KEY})


def test_a_key_is_nowhere_in_what_runs_leave_and_say(copy: Copy, server: Server) -> None:
    server.key = "another"  # it denies the key, and repeats it
    denied = copy.snakemake()
    assert denied.returncode != 0
    assert "denies the key - set OPENAI_API_KEY to a valid key" in denied.stderr
    server.key, server.answers_left = KEY, 15  # it takes the key, and fails half way, and repeats it
    failed = copy.snakemake()
    assert failed.returncode != 0
    assert "were broken off" in failed.stdout
    server.answers_left = 10**9
    played = copy.snakemake("--verbose")  # Snakemake's own
    assert played.returncode == 0, played.stderr

    said = "".join(run.stdout + run.stderr for run in (denied, failed, played)).encode()
    found = {piece for piece in pieces() if piece in said}
    found |= {str(path) for path, content in contents(copy.place) for piece in pieces() if piece in content}
    sockets = Path(copy.variables["XDG_RUNTIME_DIR"])
    found |= {str(path) for path, content in contents(sockets) if KEY.encode() in content}
    assert not found
    everything = {path.suffix for path, _ in contents(copy.place)}
    assert everything >= {".log", ".parquet", ".sqlite", ".db", ".yaml", ".html", ".json"}  # or it was not looked for


def test_a_key_is_on_no_command_line(copy: Copy, server: Server) -> None:
    server.latency_s, server.key = 0.3, KEY
    run = copy.start()
    wait_until(lambda: (copy.results / "certificates" / "pair.json").exists() or run.poll() is not None)
    seen: set[bytes] = set()
    while run.poll() is None:
        seen |= set(command_lines())
    assert run.returncode == 0
    assert any(b"backends.gateway" in line for line in seen)
    assert any(b"pipeline.simulate" in line for line in seen)
    assert not any(piece in line for line in seen for piece in pieces())
