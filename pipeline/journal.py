"""Episodes that have been played to their end, a line each, so that a run that was stopped plays only the others."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from protocol import Outcome
from simulators.sessions.programming import Trace


class Journal:
    """The finished episodes of a job; open inside `with`.

    A line that a killed run left torn is passed over. What another configuration or other code has
    written is thrown away.

    Args:
        path: The file.
        digest: Stands for all that can change a trace.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self._path = path
        self._digest = digest
        self.traces = self._read()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a" if self.traces else "w", encoding="utf-8")
        self._file.write("\n")  # after a torn line

    def add(self, trace: Trace) -> None:
        """Write an episode down, unless the machinery broke it off: that one is to be played again."""
        if Outcome(trace.episode["outcome"]).completed:
            line = {"digest": self._digest, "episode": trace.episode, "steps": trace.steps}
            self._file.write(f"{json.dumps(line)}\n")
            self._file.flush()

    def discard(self) -> None:
        """Remove the file: all that it holds has found its place in a trace."""
        self._path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._file.close()

    def _read(self) -> list[Trace]:
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        return [_trace(line) for line in map(_plain, lines) if line.get("digest") == self._digest]


def _plain(line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _trace(line: Mapping[str, Any]) -> Trace:
    steps = ({**step, **{key: [tuple(pair) for pair in step[key]] for key in _MAPS}} for step in line["steps"])
    return Trace(line["episode"], tuple(steps))


_MAPS = ("evidence", "mastery")
"""Columns of steps that hold pairs, which JSON knows as lists alone."""
