"""The sandbox by hand."""

import json
from pathlib import Path

import pytest

from environments.sandbox.__main__ import main

FIELDS = {"ended", "exit_code", "stdout", "stderr", "error_type", "duration_s"}


def test_run_prints_one_json_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "hello.py"
    program.write_text("print('héllo')\n1 / 0\n", encoding="utf-8")
    assert main(["run", str(program), "--timeout", "5", "--memory-mb", "200"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown.keys() == FIELDS
    assert (shown["ended"], shown["exit_code"], shown["stdout"], shown["error_type"]) == (
        "error",
        1,
        "héllo\n",
        "ZeroDivisionError",
    )


def test_run_keeps_to_its_timeout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "loop.py"
    program.write_text("while True: pass")
    assert main(["run", str(program), "--timeout", "0.2"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["ended"], shown["exit_code"]) == ("timeout", None)
    assert shown["duration_s"] < 2


def test_run_keeps_to_its_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "hoard.py"
    program.write_text("x = bytearray(100 << 20)\nprint('fits')")
    assert main(["run", str(program), "--memory-mb", "100"]) == 0
    assert json.loads(capsys.readouterr().out)["ended"] == "memory"
    assert main(["run", str(program), "--memory-mb", "300"]) == 0
    assert json.loads(capsys.readouterr().out)["ended"] == "ok"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    program = tmp_path / "absent.py"
    if content:
        program.write_bytes(content)
    assert main(["run", str(program)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert str(program) in said.err


@pytest.mark.parametrize(
    "words", [["--timeout", "0"], ["--timeout", "nan"], ["--memory-mb", "-1"], ["--memory-mb", "much"]]
)
def test_a_limit_that_is_none_is_refused(tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["run", str(tmp_path), *words])


def test_the_doctor_names_every_wall(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--json"])
    shown = json.loads(capsys.readouterr().out)
    assert {"files", "network", "processes", "memory", "time", "lifetime"} <= {wall["name"] for wall in shown["walls"]}
    assert code == (0 if all(wall["stands"] for wall in shown["walls"]) else 1)
