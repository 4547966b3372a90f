"""Which weights they are: a digest of a model's files, worked out once for each file on a machine."""

import contextlib
import hashlib
import os
from pathlib import Path


def fingerprint(path: Path) -> str:
    """SHA-256 of a file; for a folder, that of the names and digests of all files in it that are not hidden.

    It is kept in the user's cache folder by the file's path, size and time of change, as reading many
    gigabytes takes a while.

    Raises:
        OSError: the file cannot be read.
    """
    if not path.is_dir():
        return _remembered(path.resolve())
    names = [name.relative_to(path) for name in path.rglob("*") if name.is_file()]
    shown = sorted(name for name in names if not any(part.startswith(".") for part in name.parts))
    lines = (f"{name}\0{_remembered((path / name).resolve())}\n" for name in shown)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _remembered(file: Path) -> str:
    status = file.stat()
    name = hashlib.sha256(f"{file}\0{status.st_size}\0{status.st_mtime_ns}".encode()).hexdigest()
    known = _folder() / name
    with contextlib.suppress(OSError):
        return known.read_text()
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    with contextlib.suppress(OSError):  # then it is worked out again the next time
        known.parent.mkdir(parents=True, exist_ok=True)
        draft = known.with_suffix(f".{os.getpid()}")
        draft.write_text(digest)
        draft.replace(known)
    return digest


def _folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "practicum" / "fingerprints"
