import os
import stat
import tempfile
from pathlib import Path

import pytest

from backends.gateway.place import Place


def test_one_cache_has_one_place_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    named = [tmp_path / "a.sqlite", Path("a.sqlite"), tmp_path / "link" / "a.sqlite"]
    assert len({Place(cache).socket for cache in named}) == 1
    assert Place(tmp_path / "b.sqlite").socket != Place(named[0]).socket


def test_other_code_has_another_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Place(tmp_path / "a.sqlite").socket
    monkeypatch.setattr("backends.gateway.place.code_digest", lambda: "other")
    assert Place(tmp_path / "a.sqlite").socket != usual


def test_nobody_else_can_reach_the_socket_whose_path_is_short(tmp_path: Path) -> None:
    socket = Place(tmp_path / ("long" * 40) / "a.sqlite").socket
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert len(os.fsencode(socket)) < 100  # of the 107 that Linux takes


def test_a_folder_of_another_users_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Place(tmp_path / "a.sqlite").socket
    monkeypatch.setattr("os.getuid", lambda: 12345)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with pytest.raises(PermissionError, match="belongs to another user"):
        assert Place(tmp_path / "a.sqlite").socket


def test_a_runtime_folder_that_is_named_and_missing_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert Place(tmp_path / "a.sqlite").socket.parent.parent == tmp_path


def test_one_alone_holds_the_lock(tmp_path: Path) -> None:
    place = Place(tmp_path / "a.sqlite")
    with place.locked(), place.locked_if_free() as alone:
        assert not alone
    with place.locked_if_free() as alone:
        assert alone


def test_the_log_lies_beside_the_cache(tmp_path: Path) -> None:
    assert Place(tmp_path / "a.sqlite").log == tmp_path / "gateway.log"
