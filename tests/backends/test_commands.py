"""The cache by hand: each command says what it found or did, and a mistake is one line."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from backends import ResponseCache
from backends.__main__ import main
from backends.stock import accounts


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What a command that must succeed prints."""
    assert main(["cache", *map(str, words)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def mistake(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The one line of a command that must fail."""
    assert main(["cache", *map(str, words)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert printed.err.count("\n") == 1
    return printed.err


def cells(text: str, beginning: str) -> list[str]:
    (line,) = (line for line in text.splitlines() if line.startswith(beginning))
    return line.split()


def test_stats_say_what_is_kept_what_was_paid_and_by_whom(stock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "stats", "--cache", stock.path)
    assert text.startswith(f"{stock.path}: 5 replies, ")
    # Three replies at $0.25 and one that was cut short at $0.50; what is free of a known price is not $0.
    guess = cells(text, "openai")
    assert (guess[:4], guess[6:]) == (["openai", "large", "game/guess", "3"], ["4", "120", "40", "20", "1.2500", "0"])
    assert cells(text, "full/one") == ["full/one", "4", "120", "40", "20", "1.2500", "0"]
    assert cells(text, "full/two") == ["full/two", "2", "40", "0", "4", "0.0000", "2"]
    assert cells(text, "account")[-2:] == ["unknown", "price"]
    assert cells(text, stock.small.name) == [stock.small.name, "small", "(ollama)", "Ollama", "1.0"]


def test_stats_of_an_empty_cache_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ResponseCache(tmp_path / "empty.sqlite").close()
    assert said(capsys, "stats", "--cache", tmp_path / "empty.sqlite").startswith(f"{tmp_path}/empty.sqlite: 0 replies")


def test_a_dry_prune_says_what_it_would_do_and_does_nothing(stock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert "3 replies (" in said(capsys, "prune", "--cache", stock.path, "--model", "large", "--dry-run")
    with ResponseCache(stock.path) as cache:
        assert len(cache) == 5


def test_prune_removes_and_keeps_the_books(stock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with ResponseCache(stock.path) as cache:
        paid = accounts(cache)
    assert "3 replies removed" in said(capsys, "prune", "--cache", stock.path, "--provider", "openai")
    with ResponseCache(stock.path) as cache:
        assert len(cache) == 2
        assert accounts(cache) == paid


def test_prune_goes_by_age(stock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with ResponseCache(stock.path) as cache, cache.writing() as database:
        database.execute("UPDATE replies SET made_at = made_at - 3 * 86400 WHERE model = 'small'")
    for age, replies in (("1w", 0), ("4d", 0), ("73h", 0), ("2d", 2), ("71h", 2), ("0h", 5)):
        text = said(capsys, "prune", "--cache", stock.path, "--older-than", age, "--dry-run")
        assert f"{replies} replies" in text


def test_prune_does_not_take_everything_by_mistake(stock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--older-than" in mistake(capsys, "prune", "--cache", stock.path)


@pytest.mark.parametrize("age", ["30", "d", "-1d", "3m", "1.5d"])
def test_an_age_that_is_none_is_named(age: str, stock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["cache", "prune", "--cache", str(stock.path), f"--older-than={age}"])
    assert f"{age}: not an age such as" in capsys.readouterr().err


def test_replies_go_out_and_come_in(stock: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle, new = tmp_path / "study.gz", tmp_path / "deep" / "new.sqlite"
    text = said(capsys, "export", bundle, "--cache", stock.path, "--account", "full/one", "--account", "full/two")
    assert f"{bundle}: 5 replies and 6 payments" in text
    assert "of large (openai)" in text
    assert "5 new replies, 0 were there; 6 new payments" in said(capsys, "import", bundle, "--cache", new)
    assert "0 new replies, 5 were there; 0 new payments" in said(capsys, "import", bundle, "--cache", new)
    said(capsys, "export", tmp_path / "again.gz", "--cache", new)
    assert (tmp_path / "again.gz").read_bytes() == bundle.read_bytes()


@pytest.mark.parametrize("words", [("stats",), ("prune", "--model", "m"), ("export", "out.gz")])
def test_a_cache_that_is_not_there_is_named_and_not_made(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no such cache" in mistake(capsys, *words, "--cache", tmp_path / "none.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_that_is_torn_is_named(stock: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "export", tmp_path / "study.gz", "--cache", stock.path)
    (tmp_path / "torn.gz").write_bytes((tmp_path / "study.gz").read_bytes()[:-20])
    assert "torn.gz" in mistake(capsys, "import", tmp_path / "torn.gz", "--cache", tmp_path / "new.sqlite")


def test_the_command_line_is_a_module_and_finds_the_runs_own_cache(stock: Any) -> None:
    folder = stock.path.parent
    (folder / ".practicum").mkdir()
    stock.path.rename(folder / ".practicum" / "responses.sqlite")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    words = [sys.executable, "-m", "backends", "cache", "stats"]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith(".practicum/responses.sqlite: 5 replies")
