"""The workflow on the embedded default, as a user runs it."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.lock import hold
from tests.workflow.conftest import SIZE, SMALL, Copy, wait_until

pytestmark = pytest.mark.workflow


@pytest.fixture(scope="module")
def finished(clone: Callable[..., Copy], tmp_path_factory: pytest.TempPathFactory) -> tuple[Copy, str]:
    """A copy with a finished small run, and what the run showed."""
    copy = clone(tmp_path_factory.mktemp("finished"))
    run = copy.snakemake()
    assert run.returncode == 0, run.stderr
    return copy, run.stdout + run.stderr


@pytest.fixture
def touched(finished: tuple[Copy, str]) -> Iterator[Callable[[str], None]]:
    """Adds a comment to a file of the finished copy, and takes it back in the end."""
    before: dict[Path, bytes] = {}

    def touch(name: str) -> None:
        path = finished[0].place / name
        before[path] = path.read_bytes()
        comment = "{# a comment #}" if path.suffix == ".j2" else "# a comment\n"
        path.write_bytes(before[path] + comment.encode())

    yield touch
    for path, content in before.items():
        path.write_bytes(content)


def test_a_run_ends_with_the_table_the_time_and_where_to_look(finished: tuple[Copy, str]) -> None:
    copy, shown = finished
    assert re.search(r"BEAGLE \(Flash 2.0\) +run ", shown)
    assert re.search(r"Done in .*; simulated in ", shown)
    assert "Spent    nothing: no reply was paid for" in shown
    assert "Repeats  stand-ins, run by stand-ins: repeats itself for 8 of 8 prompts alone, for 8 of 8" in shown
    assert "scripted backend: stand-ins, not a language model" in shown
    assert "results/smoke/report.html" in shown
    assert (copy.results / "report.html").exists()
    assert (copy.results / "mlflow.db").exists()


def test_progress_is_shown_although_jobs_write_to_their_logs(finished: tuple[Copy, str]) -> None:
    assert re.search(r"\d+ of 16 episodes", finished[1])


def test_a_second_run_has_nothing_to_do(finished: tuple[Copy, str]) -> None:
    run = finished[0].snakemake()
    assert run.returncode == 0
    assert "Nothing to be done" in run.stderr


def test_one_core_and_two_make_the_same_bytes(
    clone: Callable[..., Copy], finished: tuple[Copy, str], tmp_path: Path
) -> None:
    copy = clone(tmp_path)
    assert copy.snakemake(cores=1).returncode == 0
    assert copy.made() == finished[0].made()


@pytest.mark.parametrize(
    "moment", ["logs/beagle_table1/*/particle/simulate.log", "scores/beagle_table1/*.parquet", "mlflow.db"]
)
def test_a_killed_run_is_taken_up_by_the_same_command_with_the_same_bytes(
    clone: Callable[..., Copy], finished: tuple[Copy, str], tmp_path: Path, moment: str
) -> None:
    copy = clone(tmp_path)
    run = copy.start()
    wait_until(lambda: any(copy.results.glob(moment)) or run.poll() is not None)
    assert run.poll() is None
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    again = copy.snakemake()
    assert again.returncode == 0, again.stderr
    assert copy.made() == finished[0].made()


def test_a_run_may_be_asked_for_one_file(clone: Callable[..., Copy], tmp_path: Path) -> None:
    copy = clone(tmp_path)
    run = copy.snakemake("results/smoke/traces/beagle_table1/vanilla/particle/steps.parquet")
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert re.search(r"Done in .*; simulated in ", run.stdout)
    assert not (copy.results / "tables").exists()


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
    finished: tuple[Copy, str], touched: Callable[[str], None], name: str, conditions: set[str]
) -> None:
    touched(name)
    jobs = finished[0].to_run()
    assert {condition for rule, condition in jobs if rule == "simulate"} == conditions
    assert ("summarize", "") in jobs


def test_another_backend_is_certified_anew_and_re_runs_every_condition(finished: tuple[Copy, str]) -> None:
    jobs = finished[0].to_run("--config", *SMALL[:-1], f"override={SIZE} backend.garbled=0.5")
    assert ("certify", "") in jobs
    assert len([condition for rule, condition in jobs if rule == "simulate"]) == 8


def test_a_touched_report_re_runs_the_report_only(finished: tuple[Copy, str], touched: Callable[[str], None]) -> None:
    touched("pipeline/report.py")
    assert {rule for rule, _ in finished[0].to_run()} == {"report", "all"}


def test_a_changed_parameter_of_knowledge_tracing_re_runs_beagle_only(finished: tuple[Copy, str]) -> None:
    changed = (*SMALL[:-1], f"override={SIZE} student.knowledge.slip=0.06")
    jobs = finished[0].to_run("--config", *changed)
    assert {condition for rule, condition in jobs if rule in ("simulate", "score")} == {"beagle"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["profile=smok"], "profile=smok.*did you mean smoke"),
        (["backend=nosuch"], "backend=nosuch"),
        (["judge_backend=nosuch"], "judge_backend=nosuch: there is no conf/backend/nosuch.yaml"),
        (["backend=openai"], "backend.model is not set - say model=..."),
        (["dry_run=maybe"], "dry_run=maybe: neither true nor false"),
        (["prices=nosuch.yaml"], "prices=nosuch.yaml: No such file"),
        (["study=nosuch"], "study=nosuch"),
        (["override=student.interupts=off"], r"student\.interupts.*did you mean student\.interrupts"),
        (["override=student.knowledge.slip=-0.1"], r"student\.knowledge\.slip"),
        (["override=student.controller.start.low.planning=0.5"], r"start\.low sums to 0\.500, not 1"),
    ],
)
def test_a_mistake_is_one_line(finished: tuple[Copy, str], words: list[str], told: str) -> None:
    run = finished[0].snakemake("--config", *words)
    assert run.returncode != 0
    lines = [line for line in run.stderr.splitlines() if not line.startswith("Using workflow specific profile")]
    assert len(lines) == 1
    assert re.match(f"error: .*{told}", lines[0])


def test_a_missing_printed_table_is_one_line(finished: tuple[Copy, str]) -> None:
    printed = finished[0].place / "results/published/beagle_table1.csv"
    hidden = printed.rename(printed.with_suffix(".hidden"))
    try:
        run = finished[0].snakemake()
    finally:
        hidden.rename(printed)
    assert run.returncode != 0
    assert "error: results/published/beagle_table1.csv: no such published table" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_second_run_beside_the_first_is_one_line(clone: Callable[..., Copy], tmp_path: Path) -> None:
    copy = clone(tmp_path)
    copy.results.mkdir(parents=True)
    with hold(copy.results / ".lock"):
        run = copy.snakemake()
    assert run.returncode != 0
    assert "error: results/smoke: another run is at work in this folder" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_job_that_fails_says_why_in_one_line(clone: Callable[..., Copy], tmp_path: Path) -> None:
    run = clone(tmp_path).snakemake("--config", "profile=smoke", "override=study.tasks=[nosuch]")
    assert run.returncode != 0
    told = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert told
    assert all("nosuch" in line for line in told)
    assert "Traceback" not in run.stderr
