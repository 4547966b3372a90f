"""The workflow as a user runs it: Snakemake as a process, in a copy of the repository."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.lock import hold

pytestmark = pytest.mark.workflow

REPOSITORY = Path(__file__).parents[2]
PARTS = ("Snakefile", "conf", "profiles", "pyproject.toml", "results/published")
PACKAGES = ("protocol", "metrics", "backends", "environments", "simulators", "pipeline")
SMALL = ["--config", "profile=smoke", "override=study.replicates=2 study.max_steps=6 study.tasks=[particle]"]
RESULTS = Path("results/smoke")


def clone(place: Path) -> Path:
    """A fresh copy of what a run needs."""
    for part in (*PARTS, *PACKAGES):
        source, target = REPOSITORY / part, place / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return place


def command(*words: str, cores: int = 2) -> list[str]:
    return [sys.executable, "-m", "snakemake", "--cores", str(cores), *words]


def snakemake(place: Path, *words: str, cores: int = 2) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words, cores=cores), cwd=place, capture_output=True, text=True, timeout=900)


def made(place: Path) -> dict[str, bytes]:
    """The bytes of all tables and figures."""
    files = [file for folder in ("tables", "figures") for file in (place / RESULTS / folder).rglob("*.*")]
    return {str(file.relative_to(place)): file.read_bytes() for file in files}


def to_run(place: Path, *words: str) -> set[tuple[str, str]]:
    """Rule and condition of the jobs that a run would do."""
    listed = snakemake(place, "-n", "--quiet", "host", *words).stdout
    listed += snakemake(place, "-n", "--quiet", "host", *words).stderr
    blocks = re.findall(r"^(?:local)?rule (\w+):\n((?:    .*\n?)+)", listed, re.MULTILINE)
    return {(rule, "".join(re.findall(r"condition=(\w+)", block)[:1])) for rule, block in blocks}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A copy with a finished small run, and what the run showed."""
    place = clone(tmp_path_factory.mktemp("finished"))
    run = snakemake(place, *SMALL)
    assert run.returncode == 0, run.stderr
    return place, run.stdout + run.stderr


@pytest.fixture
def touched(finished: tuple[Path, str]) -> Iterator[Callable[[str], None]]:
    """Adds a comment to a file of the finished copy, and takes it back in the end."""
    before: dict[Path, bytes] = {}

    def touch(name: str) -> None:
        path = finished[0] / name
        before[path] = path.read_bytes()
        comment = "{# a comment #}" if path.suffix == ".j2" else "# a comment\n"
        path.write_bytes(before[path] + comment.encode())

    yield touch
    for path, content in before.items():
        path.write_bytes(content)


def test_a_run_ends_with_the_table_the_time_and_where_to_look(finished: tuple[Path, str]) -> None:
    place, shown = finished
    assert re.search(r"BEAGLE \(Flash 2.0\) +run ", shown)
    assert re.search(r"Done in .*; simulated in ", shown)
    assert "scripted backend: stand-ins, not a language model" in shown
    assert "results/smoke/report.html" in shown
    assert (place / RESULTS / "report.html").exists()
    assert (place / RESULTS / "mlflow.db").exists()


def test_progress_is_shown_although_jobs_write_to_their_logs(finished: tuple[Path, str]) -> None:
    assert re.search(r"\d+ of 16 episodes", finished[1])


def test_a_second_run_has_nothing_to_do(finished: tuple[Path, str]) -> None:
    run = snakemake(finished[0], *SMALL)
    assert run.returncode == 0
    assert "Nothing to be done" in run.stderr


def test_one_core_and_two_make_the_same_bytes(finished: tuple[Path, str], tmp_path: Path) -> None:
    place = clone(tmp_path)
    assert snakemake(place, *SMALL, cores=1).returncode == 0
    assert made(place) == made(finished[0])


@pytest.mark.parametrize(
    "moment", ["logs/beagle_table1/*/particle/simulate.log", "scores/beagle_table1/*.parquet", "mlflow.db"]
)
def test_a_killed_run_is_taken_up_by_the_same_command_with_the_same_bytes(
    finished: tuple[Path, str], tmp_path: Path, moment: str
) -> None:
    place = clone(tmp_path)
    run = subprocess.Popen(
        command(*SMALL), cwd=place, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not any((place / RESULTS).glob(moment)):
        assert run.poll() is None
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    again = snakemake(place, *SMALL)
    assert again.returncode == 0, again.stderr
    assert made(place) == made(finished[0])


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("simulators/students/vanilla/student.py", {"vanilla", "vanilla_m"}),
        ("simulators/students/vanilla/act.j2", {"vanilla", "vanilla_m"}),
        ("simulators/students/beagle/controller.py", {"beagle"}),
        ("simulators/students/beagle/executor.j2", {"beagle"}),
        ("pipeline/summarize.py", set()),
    ],
)
def test_a_touched_source_re_runs_what_depends_on_it_only(
    finished: tuple[Path, str], touched: Callable[[str], None], name: str, conditions: set[str]
) -> None:
    touched(name)
    jobs = to_run(finished[0], *SMALL)
    assert {condition for rule, condition in jobs if rule == "simulate"} == conditions
    assert ("summarize", "") in jobs


def test_a_touched_report_re_runs_the_report_only(finished: tuple[Path, str], touched: Callable[[str], None]) -> None:
    touched("pipeline/report.py")
    assert {rule for rule, _ in to_run(finished[0], *SMALL)} == {"report", "all"}


def test_a_changed_parameter_of_knowledge_tracing_re_runs_beagle_only(finished: tuple[Path, str]) -> None:
    changed = [*SMALL[:-1], f"{SMALL[-1]} student.knowledge.slip=0.06"]
    jobs = to_run(finished[0], *changed)
    assert {condition for rule, condition in jobs if rule in ("simulate", "score")} == {"beagle"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["profile=smok"], "profile=smok.*did you mean smoke"),
        (["backend=nosuch"], "backend=nosuch"),
        (["study=nosuch"], "study=nosuch"),
        (["override=student.interupts=off"], r"student\.interupts.*did you mean student\.interrupts"),
        (["override=student.knowledge.slip=-0.1"], r"student\.knowledge\.slip"),
        (["override=student.controller.start.low.planning=0.5"], r"start\.low sums to 0\.500, not 1"),
    ],
)
def test_a_mistake_is_one_line(finished: tuple[Path, str], words: list[str], told: str) -> None:
    run = snakemake(finished[0], "--config", *words)
    assert run.returncode != 0
    lines = [line for line in run.stderr.splitlines() if not line.startswith("Using workflow specific profile")]
    assert len(lines) == 1
    assert re.match(f"error: .*{told}", lines[0])


def test_a_missing_printed_table_is_one_line(finished: tuple[Path, str]) -> None:
    printed = finished[0] / "results/published/beagle_table1.csv"
    hidden = printed.rename(printed.with_suffix(".hidden"))
    try:
        run = snakemake(finished[0], *SMALL)
    finally:
        hidden.rename(printed)
    assert run.returncode != 0
    assert "error: results/published/beagle_table1.csv: no such published table" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_second_run_beside_the_first_is_one_line(tmp_path: Path) -> None:
    place = clone(tmp_path)
    (place / RESULTS).mkdir(parents=True)
    with hold(place / RESULTS / ".lock"):
        run = snakemake(place, *SMALL)
    assert run.returncode != 0
    assert "error: results/smoke: another run is at work in this folder" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_job_that_fails_says_why_in_one_line(tmp_path: Path) -> None:
    place = clone(tmp_path)
    run = snakemake(place, "--config", "profile=smoke", "override=study.tasks=[nosuch]")
    assert run.returncode != 0
    told = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert told
    assert all("nosuch" in line for line in told)
    assert "Traceback" not in run.stderr
