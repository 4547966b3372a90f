import io
import logging
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

from pipeline.plan import Plan
from pipeline.watch import Listener, Progress, Watch


def record(level: int, event: LogEvent | None = None, **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("snakemake", level, "", 0, "text", None, None)
    made.__dict__ |= {"event": event, **extra}
    return made


def test_the_listener_counts_ended_jobs_and_keeps_the_logs_of_failed_ones() -> None:
    listener = Listener()
    assert not listener.filter(record(logging.INFO, LogEvent.JOB_FINISHED))
    assert not listener.filter(record(logging.ERROR, LogEvent.JOB_ERROR, log=["a.log"]))
    assert (listener.finished, listener.failed) == (1, [Path("a.log")])


def test_the_listener_lets_through_what_only_snakemake_can_tell() -> None:
    listener = Listener()
    assert not listener.filter(record(logging.INFO))
    assert not listener.filter(record(logging.ERROR, LogEvent.ERROR, exception="RuleException"))
    assert listener.filter(record(logging.WARNING))
    assert listener.filter(record(logging.ERROR, LogEvent.ERROR, exception="MissingOutputException"))


def test_progress_counts_the_episodes_in_the_logs_of_this_run(tmp_path: Path) -> None:
    now, old = tmp_path / "now.log", tmp_path / "old.log"
    now.write_text("a warning\nepisode 1/4: solved\nepisode 2/4: solved\n")
    old.write_text("episode 1/4: solved\n")
    os.utime(old, (1, 1))
    progress = Progress({now: 4, old: 4, tmp_path / "none.log": 2}, 5, Listener(), since=time.time() - 10)
    line = progress.line()
    assert line.startswith("2 of 10 episodes, 0.2/s, 40 s left; 0 of 5 jobs")


def test_progress_without_a_simulation_speaks_of_jobs_only() -> None:
    assert Progress({}, 5, Listener(), since=time.time() - 61).line() == "0 of 5 jobs, 1 min 1 s"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("episode 1/4: x\nerror: no wall - raise it\n", "error: no wall - raise it (log: "),
        (
            "Traceback (most recent call last):\n  File x\nmodule.SomeError: bad\n",
            "error: module.SomeError: bad (log: ",
        ),
        ("", "error: no output (log: "),
    ],
)
def test_a_failed_job_is_told_in_one_line(tmp_path: Path, log: str, told: str) -> None:
    (tmp_path / "job.log").write_text(log)
    out = io.StringIO()
    plan = SimpleNamespace(layout=SimpleNamespace(lock=tmp_path / ".lock"))
    watch = Watch(plan, out)  # type: ignore[arg-type]
    watch.start(SimpleNamespace(needrun_jobs=list))
    watch._listener.failed.append(tmp_path / "job.log")
    watch.fail()
    assert out.getvalue().startswith(told)
    assert len(out.getvalue().splitlines()) == 1


def test_a_second_run_in_the_same_folder_ends_with_one_line(tmp_path: Path) -> None:
    plan: Plan = SimpleNamespace(layout=SimpleNamespace(lock=tmp_path / ".lock"))  # type: ignore[assignment]
    first = Watch(plan, io.StringIO())
    first.start(SimpleNamespace(needrun_jobs=list))
    with pytest.raises(SystemExit, match=r"error: .*another run is at work"):
        Watch(plan, io.StringIO()).start(SimpleNamespace(needrun_jobs=list))
    first.fail()
