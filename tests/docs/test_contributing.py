"""CONTRIBUTING.md does what it says: its student is written, tried by the conformance suite, and simulated."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGES = (
    *("backends", "conf", "environments", "metrics", "pipeline", "protocol", "simulators"),
    *("tests/conformance", "tests/hostile"),
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "results").mkdir()
    shutil.copytree(ROOT / "results" / "published", tmp_path / "results" / "published")
    return tmp_path


def test_the_worked_example_keeps_the_contracts_and_is_simulated(house: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    files = {found["path"]: found["text"] for found in FILE.finditer(page)}
    assert len(files) == 4
    for path, text in files.items():
        (house / path).parent.mkdir(parents=True, exist_ok=True)
        (house / path).write_text(text)
    commands = COMMANDS.search(page)
    assert commands is not None
    for line in commands["lines"].splitlines():
        command = [sys.executable, *line.split()[1:]]
        ran = subprocess.run(command, cwd=house, capture_output=True, text=True, timeout=300, env={"PYTHONPATH": "."})
        assert ran.returncode == 0, ran.stdout + ran.stderr
    assert list((house / "guesses").rglob("steps.parquet"))


def test_the_worked_example_is_in_the_projects_style(house: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    example = next(found["text"] for found in FILE.finditer(page) if found["path"].endswith(".py"))
    target = house / "simulators" / "students" / "guesser" / "__init__.py"
    target.parent.mkdir()
    target.write_text(example)
    for check in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, str(target)]
        ran = subprocess.run(command, cwd=house, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
