"""From the cache into a file."""

import gzip
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from backends.bundle.lines import DocumentLine, Header, PaymentLine, ReplyLine
from backends.cache import ResponseCache
from backends.recording import BACKEND, Recording, documents_of
from backends.request import canonical
from backends.stock import Selection
from protocol import DataError

COMPRESSION = 6

_ORDER = {
    "replies": "ORDER BY key",
    "payments": f"ORDER BY account, made_at, {', '.join(PaymentLine.model_fields)}",
}
"""Of two caches with equal content, whichever way it came in."""


def export(cache: ResponseCache, file: Path, selection: Selection) -> Header:
    """Write some replies, with what was paid and whatever belongs to them, into a file, whole or not at all.

    Raises:
        DataError: the file cannot be written.
    """
    where, values = selection.where()
    with cache.reading() as database, _whole(file) as out:

        def select(what: str, table: str, order: str = "") -> sqlite3.Cursor:
            return database.execute(f"SELECT {what} FROM {table} WHERE {where} {order}", values)  # noqa: S608

        models = {row for table in _ORDER for row in select("DISTINCT provider, model", table)}
        documents = documents_of(cache, models, selection.accounts)
        backends = tuple(Recording.read(text).label for kind, _, text in documents if kind == BACKEND)
        counts = {table: select("COUNT(*)", table).fetchone()[0] for table in _ORDER}
        header = Header(backends=backends, documents=len(documents), **counts)
        _write(out, header.model_dump())
        for document in documents:
            _write(out, DocumentLine.plain(document))
        for reply in select("*", "replies", _ORDER["replies"]):
            _write(out, ReplyLine.plain(reply))
        for payment in select("*", "payments", _ORDER["payments"]):
            _write(out, PaymentLine.plain(payment))
    return header


def _write(out: gzip.GzipFile, plain: dict[str, Any]) -> None:
    out.write(f"{canonical(plain)}\n".encode())


@contextmanager
def _whole(path: Path) -> Iterator[gzip.GzipFile]:
    """A file that gets its name only when all of it is written; nothing in it tells when or where that was."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file, gzip.GzipFile("", "wb", COMPRESSION, file, mtime=0) as out:
            yield out
        draft.replace(path)
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({error.strerror})") from error
    finally:
        draft.unlink(missing_ok=True)
