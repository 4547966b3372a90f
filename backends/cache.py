"""Replies that were given once, kept under the key of their request; shared by many processes."""

import json
import sqlite3
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self

from backends.request import Completion, FinishReason, Request, Usage
from protocol import DataError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (
    key BLOB PRIMARY KEY,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    completion BLOB NOT NULL
) WITHOUT ROWID
"""


class ResponseCache:
    """Completions by request, in one SQLite file.

    A reply is on disk before anyone acts on it, so that a killed run asks for nothing twice. In WAL
    mode readers never wait; a writer waits for another for at most a minute.

    Args:
        path: The file; made, with its folder, where it is missing.

    Raises:
        DataError: the file cannot be written, or is no cache.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=60, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, error) from error
        try:
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute(_SCHEMA)
        except sqlite3.Error as error:
            self._database.close()
            raise _unusable(path, error) from error

    def get(self, request: Request) -> Completion | None:
        """The completion that was given to this request, if any."""
        row = self._database.execute("SELECT completion FROM replies WHERE key = ?", (request.key,)).fetchone()
        return _unpack(row[0]) if row else None

    def put(self, request: Request, completion: Completion, prompt: str) -> None:
        """Keep a completion that the model itself brought to its end; others are dropped.

        Args:
            request: What was asked.
            completion: What came.
            prompt: Name of the prompt, for who looks into the file.
        """
        if completion.finish_reason is not FinishReason.STOP:
            return
        row = (request.key, request.provider, request.model, prompt, _pack(completion))
        self._database.execute("INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?, ?)", row)

    def __len__(self) -> int:
        return int(self._database.execute("SELECT COUNT(*) FROM replies").fetchone()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()


def _unusable(path: Path, error: Exception) -> DataError:
    return DataError(f"{path}: no usable cache ({error})", mend="set cache= to another file")


def _pack(completion: Completion) -> bytes:
    usage = completion.usage
    return zlib.compress(json.dumps([completion.text, usage.prompt_tokens, usage.completion_tokens]).encode(), 1)


def _unpack(packed: bytes) -> Completion:
    text, prompt_tokens, completion_tokens = json.loads(zlib.decompress(packed))
    return Completion(text, FinishReason.STOP, Usage(prompt_tokens, completion_tokens))
