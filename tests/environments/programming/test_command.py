import json
import subprocess
import sys
from pathlib import Path

import pytest

from environments.programming import PROBLEMS

ROOT = Path(__file__).parents[3]


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "environments.programming", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_grade_prints_one_json_object(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import math\nclass Slider:\n    pass\n")
    done = command("grade", "--problem", "slider", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    output = printed.pop("output")
    components = printed.pop("knowledge_components")
    assert printed == {"tests_passed": 1, "tests_total": 22, "error_type": "TypeError", "ended": "ok"}
    assert output.startswith("1 of 22 tests passed\n")
    assert components == {**dict.fromkeys(PROBLEMS["slider"].knowledge_components), "C2": True, "C9": True}


def test_list_names_every_problem() -> None:
    lines = command("list").stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == list(PROBLEMS)


def test_show_prints_the_statement() -> None:
    assert command("show", "particle").stdout == PROBLEMS["particle"].statement


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("grade", "--problem", "boat", "x.py"), "no programming problem is called 'boat'"),
        (("grade", "--problem", "particle", "missing.py"), "missing.py: No such file or directory"),
        (("grade", "--problem", "particle", "tests"), "tests: Is a directory"),
        (("show", "boat"), "no programming problem is called 'boat'"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(arguments: tuple[str, ...], says: str) -> None:
    done = command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"error: {says}")
    assert done.stderr.count("\n") == 1
