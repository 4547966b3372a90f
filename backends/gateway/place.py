"""Where a gateway is found: its socket, its lock and its log, one each for a cache and a version of the code."""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

PACKAGE = Path(__file__).parents[1]

SHORT = 16


@dataclass(frozen=True)
class Place:
    """Where the gateway of a cache is found on this machine.

    Args:
        cache: The file of replies.
    """

    cache: Path

    @property
    def socket(self) -> Path:
        """A path short enough for a socket, that no other user can write to."""
        return _folder() / f"{self._name}.sock"

    @property
    def log(self) -> Path:
        """What the gateway said, beside the cache."""
        return self.cache.resolve().parent / "gateway.log"

    @property
    def _name(self) -> str:
        where = f"{self.cache.resolve()}\0{code_digest()}"
        return hashlib.sha256(where.encode()).hexdigest()[:SHORT]

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Alone with the socket: who looks for a gateway, starts one or ends one holds this."""
        with self._lock_file() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @contextmanager
    def locked_if_free(self) -> Iterator[bool]:
        """The same without waiting; gives whether it is ours."""
        with self._lock_file() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    def _lock_file(self) -> IO[str]:
        return self.socket.with_suffix(".lock").open("w")


def _folder() -> Path:
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    base = runtime if runtime.is_dir() else Path(tempfile.gettempdir())  # which is named but missing in many containers
    folder = base / f"practicum-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(13, "belongs to another user", str(folder))
    return folder


@cache
def code_digest() -> str:
    """Stands for the code of this package: a job speaks with a gateway of its own version alone."""
    digest = hashlib.sha256()
    for source in sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".yaml")):
        digest.update(source.read_bytes())
    return digest.hexdigest()
