"""What tests ask of other processes on this machine."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE_S = 20


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent to look does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children(process: int) -> list[int]:
    """The processes that a process has started, and that run or wait for it to look."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def until(condition: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
    """Wait for something that has to come true."""
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


def descendants(process: int) -> list[int]:
    """What a process has started, and what that has, and so on; what ends meanwhile may be missing."""
    found = []
    with suppress(FileNotFoundError):
        for child in children(process):
            found += [child, *descendants(child)]
    return found
