"""Which weights they are: by what is in the files, wherever they lie."""

import hashlib
import os
from pathlib import Path

import pytest

from backends.servers import fingerprint


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return model(tmp_path / "model", config="{}", weights="1.0")


def model(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_text(content)
    return folder


def test_that_of_a_file_is_its_sha256(folder: Path) -> None:
    assert fingerprint(folder / "weights") == hashlib.sha256(b"1.0").hexdigest()


def test_a_file_that_has_changed_is_read_again(folder: Path) -> None:
    before = fingerprint(folder / "weights")
    (folder / "weights").write_text("2.0")
    os.utime(folder / "weights", (1, 1))  # a clock may not have moved on between the two
    assert fingerprint(folder / "weights") == hashlib.sha256(b"2.0").hexdigest() != before


def test_a_file_that_has_not_changed_is_not_read_again(folder: Path, cache: Path) -> None:
    fingerprint(folder / "weights")
    (remembered,) = (cache / "practicum" / "fingerprints").iterdir()
    remembered.write_text("remembered")
    assert fingerprint(folder / "weights") == "remembered"


def test_it_does_without_a_cache(folder: Path, cache: Path) -> None:
    cache.write_text("no folder")
    assert fingerprint(folder / "weights") == hashlib.sha256(b"1.0").hexdigest()


def test_that_of_a_folder_is_the_same_elsewhere(folder: Path, tmp_path: Path) -> None:
    assert fingerprint(folder) == fingerprint(model(tmp_path / "elsewhere" / "copy", weights="1.0", config="{}"))


@pytest.mark.parametrize(
    "files", [{"config": "{}", "weights": "2.0"}, {"config": "{}", "renamed": "1.0"}, {"config": "{}"}]
)
def test_that_of_a_folder_tells_every_file(folder: Path, tmp_path: Path, files: dict[str, str]) -> None:
    assert fingerprint(folder) != fingerprint(model(tmp_path / "other", **files))


def test_hidden_files_do_not_count(folder: Path) -> None:
    before = fingerprint(folder)
    model(folder / ".cache", note="downloaded today")
    assert fingerprint(folder) == before
