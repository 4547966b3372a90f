from pathlib import Path

import pytest

from pipeline.writing import write


def test_a_file_is_replaced_whole_and_leaves_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    write(path, "long old text")
    write(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write(path, "\ud800")
    assert path.read_text() == "old"
