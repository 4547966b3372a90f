import os
from pathlib import Path

import pytest

from pipeline.again import prepare


@pytest.fixture
def again(tmp_path: Path) -> Path:
    return tmp_path / "again" / "beagle" / "slider"


def test_where_nothing_is_to_be_done_again_the_file_is_older_than_any_output(again: Path, tmp_path: Path) -> None:
    (tmp_path / "output").touch()
    prepare(again, unfinished=tmp_path / "journal")
    assert again.stat().st_mtime < (tmp_path / "output").stat().st_mtime


def test_where_work_is_unfinished_the_file_is_younger_than_the_output_and_says_something_else(
    again: Path, tmp_path: Path
) -> None:
    prepare(again, unfinished=tmp_path / "journal")
    seen = {again.read_bytes()}
    (tmp_path / "journal").touch()
    for _ in range(3):
        (tmp_path / "output").touch()
        prepare(again, unfinished=tmp_path / "journal")
        assert again.stat().st_mtime >= (tmp_path / "output").stat().st_mtime
        seen.add(again.read_bytes())
    assert len(seen) == 4


def test_once_the_work_is_done_the_file_stays_as_it_is(again: Path, tmp_path: Path) -> None:
    (tmp_path / "journal").touch()
    prepare(again, unfinished=tmp_path / "journal")
    os.utime(again, (1, 1))
    before = again.read_bytes()
    (tmp_path / "journal").unlink()
    prepare(again, unfinished=tmp_path / "journal")
    assert (again.read_bytes(), again.stat().st_mtime) == (before, 1)
