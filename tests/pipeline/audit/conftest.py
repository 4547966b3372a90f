"""A print that a test may change."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from pipeline.audit import printed
from pipeline.audit.claims import Verdict

Reprint = Callable[[str, str, str], None]


@pytest.fixture
def print_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reprint]:
    """Changes a line of results/published, by file, in a copy that the audit then reads."""
    copy = tmp_path / "results" / "published"
    copy.mkdir(parents=True)
    for path in Path("results/published").glob("*.csv"):
        (copy / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)

    def change(stem: str, line: str, other: str) -> None:
        text = (copy / f"{stem}.csv").read_text(encoding="utf-8")
        assert text.count(line) == 1
        (copy / f"{stem}.csv").write_text(text.replace(line, other), encoding="utf-8")
        printed._table.cache_clear()

    printed._table.cache_clear()
    yield change
    printed._table.cache_clear()


@pytest.fixture
def verdict_of() -> Callable[[ModuleType, str, str], Verdict]:
    """The verdict of the one claim of a module that stands in a place."""

    def find(part: ModuleType, location: str, claim: str) -> Verdict:
        (found,) = [each for each in part.claims() if (each.location, each.claim) == (location, claim)]
        return Verdict(found.verdict)

    return find
