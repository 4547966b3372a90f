"""From a file into the cache."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from pydantic import ValidationError

from backends.bundle.lines import DocumentLine, Header, Line, PaymentLine, ReplyLine
from backends.cache import ResponseCache
from protocol import DataError

LONGEST_LINE = 256 * 1024 * 1024
"""Bytes: more than any reply that a backend takes."""

_MEND = "nothing was imported; fetch the file anew"

L = TypeVar("L", bound=Line)


@dataclass(frozen=True)
class Merged:
    """What a file brought to a cache.

    Args:
        header: What the file says of itself.
        replies: How many of its replies were not there.
        payments: How many of its payments were not there.
    """

    header: Header
    replies: int
    payments: int


def merge(cache: ResponseCache, file: Path) -> Merged:
    """Add the replies of a file to a cache, all or none; what is there already stays as it is.

    The file is read into a cache of its own first, so that who writes to this one is held up for a moment only.
    Payments are told apart by their moment, so that a file that is imported twice is booked once.

    Raises:
        DataError: the file is missing, torn or of another kind, or another process writes to the cache.
    """
    folder = TemporaryDirectory(prefix=".import-", dir=cache.path.parent)
    with folder as here, ResponseCache(Path(here) / "incoming.sqlite") as incoming:
        with _opened(file) as lines:
            header = _read(lines, incoming)
        with cache.beside(incoming) as database:
            database.execute("INSERT OR IGNORE INTO documents SELECT * FROM incoming.documents")
            replies = database.execute("INSERT OR IGNORE INTO replies SELECT * FROM incoming.replies").rowcount
            payments = database.execute(
                "INSERT INTO payments SELECT * FROM incoming.payments EXCEPT SELECT * FROM main.payments"
            ).rowcount
    return Merged(header, replies, payments)


def _read(lines: "_Lines", incoming: ResponseCache) -> Header:
    with incoming.writing() as database:
        header = next(lines.read(Header, 1))
        for table, kind in (("documents", DocumentLine), ("replies", ReplyLine), ("payments", PaymentLine)):
            rows = (line.values for line in lines.read(kind, getattr(header, table)))
            places = ", ".join("?" * kind.columns)
            database.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({places})", rows)  # noqa: S608
        lines.end()
    return header


class _Lines:
    """The lines of a file, read one after the other, each checked.

    Args:
        path: Of the file.
        file: Unpacked.
    """

    def __init__(self, path: Path, file: gzip.GzipFile) -> None:
        self._path = path
        self._file = file
        self._number = 0

    def read(self, kind: type[L], count: int) -> Iterator[L]:
        """The next lines, all of a kind."""
        for _ in range(count):
            self._number += 1
            try:
                line = kind.model_validate_json(self._file.readline(LONGEST_LINE))
            except ValidationError as error:
                fault = error.errors(include_url=False)[0]
                what = ".".join(map(str, fault["loc"]))
                raise self._wrong(f"line {self._number}: {what} {fault['msg']}") from error
            yield line

    def end(self) -> None:
        """Make sure that nothing follows, and that what was read is what was written."""
        if self._file.read(1):
            raise self._wrong(f"it goes on after line {self._number}")

    def _wrong(self, problem: str) -> DataError:
        return DataError(f"{self._path}: no file of exported replies ({problem})", mend=_MEND)


@contextmanager
def _opened(path: Path) -> Iterator[_Lines]:
    try:
        with gzip.open(path) as file:
            yield _Lines(path, file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DataError(f"{path}: torn, or no file of exported replies ({error})", mend=_MEND) from error
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from error
