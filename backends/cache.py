"""Replies that were given once, kept under the key of their request; shared by many processes."""

import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic_core import from_json, to_json

from backends.request import Completion, FinishReason, Request, Usage
from backends.spending import Spent
from protocol import DataError

VERSION = 3
"""Of the file's layout."""

_SCHEMA = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS replies (
    key BLOB NOT NULL UNIQUE,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    made_at REAL NOT NULL,
    account TEXT NOT NULL,
    cost REAL,
    completion BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS payments (
    unkept BLOB,  -- key of the request, where the reply was cut short or filtered
    account TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    made_at REAL NOT NULL,
    finish_reason TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    cached_prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    cost REAL
);
CREATE INDEX IF NOT EXISTS payments_of_account ON payments (account);
CREATE INDEX IF NOT EXISTS unkept_replies ON payments (unkept) WHERE unkept IS NOT NULL;
CREATE TABLE IF NOT EXISTS documents (kind TEXT, name TEXT, text TEXT NOT NULL, PRIMARY KEY (kind, name));
PRAGMA user_version = {VERSION};
COMMIT;
"""


class ResponseCache:
    """Completions by request, in one SQLite file, with what was paid for them.

    A reply is on disk before anyone acts on it, so that a killed run asks for nothing twice. In WAL
    mode readers never wait; a writer waits for another for at most a minute.

    Args:
        path: The file; made, with its folder, where it is missing.

    Raises:
        DataError: the file cannot be written, or is no cache.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=60, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, error) from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._database.close()
            raise _unusable(path, error) from error

    @classmethod
    def existing(cls, path: Path) -> Self:
        """The cache in a file that has to be there.

        Raises:
            DataError: it is not, or it is no cache.
        """
        if not path.exists():
            raise DataError(f"{path}: there is no such cache", mend="python -m backends cache import FILE makes one")
        return cls(path)

    def get(self, request: Request) -> Completion | None:
        """The completion that was given to this request, if any."""
        query = "SELECT completion, account, cost FROM replies WHERE key = ?"
        row = self._database.execute(query, (request.key,)).fetchone()
        return unpacked(*row) if row else None

    def unkept(self, request: Request, account: str) -> Completion | None:
        """What was last paid for this request and could not be kept, without its text: by an account, if it paid."""
        query = (
            "SELECT finish_reason, prompt_tokens, completion_tokens, cached_prompt_tokens, account, cost "
            "FROM payments WHERE unkept = ? ORDER BY account = ? DESC, made_at DESC LIMIT 1"
        )
        row = self._database.execute(query, (request.key, account)).fetchone()
        return Completion("", FinishReason(row[0]), Usage(*row[1:4]), *row[4:]) if row else None

    def put(self, request: Request, completion: Completion, prompt: str) -> None:
        """Keep a completion that the model itself brought to its end; others are dropped.

        Args:
            request: What was asked.
            completion: What came.
            prompt: Name of the prompt, for who looks into the file.
        """
        if completion.finish_reason is not FinishReason.STOP:
            return
        who = (request.key, request.provider, request.model, prompt, time.time(), completion.account, completion.cost)
        self._database.execute(
            "INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*who, packed(completion))
        )

    def pay(self, request: Request, completion: Completion, prompt: str) -> None:
        """Keep a completion and book what it took, both or neither; what cannot be kept is booked too."""
        self.pay_together([(request, completion, prompt)])

    def pay_together(self, bought: Iterable[tuple[Request, Completion, str]]) -> None:
        """The same for several completions, all or none."""
        with self.writing():
            for request, completion, prompt in bought:
                self.put(request, completion, prompt)
                kept = completion.finish_reason is FinishReason.STOP
                self._book(request, completion, prompt, unkept=None if kept else request.key)

    def book(self, request: Request, completion: Completion, prompt: str) -> None:
        """Book what a completion took that is kept nowhere, to the account that paid for it."""
        self._book(request, completion, prompt, unkept=None)

    def _book(self, request: Request, completion: Completion, prompt: str, unkept: bytes | None) -> None:
        usage = completion.usage
        tokens = (usage.prompt_tokens, usage.cached_prompt_tokens, usage.completion_tokens)
        who = (unkept, completion.account, request.provider, request.model, prompt, time.time())
        payment = "INSERT INTO payments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        self._database.execute(payment, (*who, completion.finish_reason, *tokens, completion.cost))

    def spent(self, account: str, since: float = 0.0) -> Spent:
        """What an account has paid for since a time, in seconds of `time.time`."""
        sums = "COUNT(*), TOTAL(prompt_tokens), TOTAL(cached_prompt_tokens), TOTAL(completion_tokens), TOTAL(cost)"
        query = f"SELECT {sums}, SUM(cost IS NULL) FROM payments WHERE account = ? AND made_at >= ?"  # noqa: S608
        calls, prompt, cached, completion, cost, unpriced = self._database.execute(query, (account, since)).fetchone()
        return Spent(calls, int(prompt), int(cached), int(completion), cost, int(unpriced or 0))

    def write_document(self, kind: str, name: str, text: str) -> None:
        """Keep a text that belongs to the replies, such as who gave them; one of the same name is replaced."""
        self._database.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (kind, name, text))

    def documents(self, kind: str) -> dict[str, str]:
        """All texts of a kind, by name."""
        rows = self._database.execute("SELECT name, text FROM documents WHERE kind = ? ORDER BY name", (kind,))
        return dict(rows.fetchall())

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database as it is now, whatever others write meanwhile."""
        self._database.execute("BEGIN")
        try:
            yield self._database
        finally:
            self._database.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The database within a transaction, which is undone if anything fails.

        Raises:
            DataError: another process has been writing for a minute, or the disk is full.
        """
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database
            self._database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise DataError(f"{self.path}: nothing was written ({error})") from error
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")

    @contextmanager
    def beside(self, incoming: "ResponseCache") -> Iterator[sqlite3.Connection]:
        """The database within a transaction, with another cache beside it as `incoming`.

        Raises:
            DataError: see `writing`.
        """
        self._database.execute("ATTACH ? AS incoming", (str(incoming.path),))
        try:
            with self.writing() as database:
                yield database
        finally:
            self._database.execute("DETACH incoming")

    def give_back(self) -> None:
        """Return to the file system what removed replies have left free.

        Raises:
            DataError: another process uses the file.
        """
        try:
            self._database.execute("VACUUM")
            (busy, *_) = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError as error:
            raise DataError(f"{self.path}: its space is not given back yet ({error})") from error
        if busy:
            raise DataError(f"{self.path}: its space is not given back yet", mend="another process is reading it")

    def __len__(self) -> int:
        return int(self._database.execute("SELECT COUNT(*) FROM replies").fetchone()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _prepare(self) -> None:
        look = "SELECT user_version, (SELECT COUNT(*) FROM sqlite_master) FROM pragma_user_version"
        version, tables = self._database.execute(look).fetchone()  # at one moment: others may just be making it
        if version != VERSION and (version or tables):
            raise sqlite3.DatabaseError(f"layout {version}, and this version of practicum writes layout {VERSION}")
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=NORMAL")
        if version != VERSION:
            self._database.executescript(_SCHEMA)


def _unusable(path: Path, error: Exception) -> DataError:
    return DataError(f"{path}: no usable cache ({error})", mend="move it away, or set cache= to another file")


def packed(completion: Completion) -> bytes:
    """A completion as the file holds it, but for who paid."""
    usage = completion.usage
    tokens = (usage.prompt_tokens, usage.completion_tokens, usage.cached_prompt_tokens, usage.cache_write_tokens)
    return zlib.compress(to_json([completion.text, *tokens]), 1)


def unpacked(content: bytes, account: str, cost: float | None) -> Completion:
    """The completion that was packed so."""
    text, *tokens = from_json(zlib.decompress(content))
    return Completion(text, FinishReason.STOP, Usage(*tokens), account, cost)
