"""Files that are whole or not there: what a killed run leaves is never half of anything."""

import os
from pathlib import Path


def write(path: Path, content: str | bytes) -> None:
    """Write a file under its name only once all of it is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content.encode() if isinstance(content, str) else content)
    draft.replace(path)


def write_if_new(path: Path, content: str) -> None:
    """Write a file that is named after its content: one that is there already is left as it is."""
    if not path.exists():
        write(path, content)
