"""What a person sees of a run: how far it is, and in the end the table, the time it took, and where to look."""

import logging
import os
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product, starmap
from pathlib import Path
from statistics import mode
from typing import IO, Any, Protocol

from snakemake_interface_logger_plugins.common import LogEvent

from backends import ResponseCache
from backends.run import RUN, Run
from pipeline.audit.records import read_claims, tally
from pipeline.certificate import read_certificates
from pipeline.frozen import FrozenStudy
from pipeline.layout import POOLED
from pipeline.lock import hold
from pipeline.plan import Plan
from pipeline.records import read_frames
from pipeline.stage import EPISODE_DONE, ERROR
from protocol import PracticumError

FAULT = re.compile(rf"{ERROR}|[\w.]*(Error|Exception|Interrupt)\b")
"""What begins the line of a log that says why a job failed: a stage's own, or the last of a traceback."""

AUDIT = "audit"
"""The rule that needs no simulation."""

REWRITTEN_EVERY_S = 0.5
PRINTED_EVERY_S = 5.0
"""How often progress is shown: on a terminal, in one line; elsewhere, a line each."""


class Job(Protocol):
    """A job of Snakemake's, as far as progress needs it."""

    rule: Any
    log: Any
    wildcards: Any


class Dag(Protocol):
    """Snakemake's jobs."""

    def needrun_jobs(self) -> Iterable[Job]:
        """Those that will run."""


class Listener(logging.Filter):
    """Counts the jobs that end, keeps the logs of those that fail, and keeps Snakemake's talk off the terminal.

    What remains are its warnings, and errors other than that a command failed, which `Watch.fail` tells better.
    """

    def __init__(self) -> None:
        super().__init__()
        self.finished = 0
        self.failed: list[Path] = []

    def filter(self, record: logging.LogRecord) -> bool:
        """See logging.Filter."""
        match getattr(record, "event", None):
            case LogEvent.JOB_FINISHED:
                self.finished += 1
            case LogEvent.JOB_ERROR:
                self.failed += [Path(log) for log in getattr(record, "log", [])]
                return False
            case LogEvent.ERROR if getattr(record, "exception", None) == "RuleException":
                return False
        return record.levelno > logging.INFO


@dataclass
class Progress:
    """How far a run is.

    Args:
        episodes: Logs of the simulations that run, with how many episodes each will play.
        jobs: How many jobs run.
        listener: Hears of jobs that end.
        since: When the run began, in seconds of `time.time`.
    """

    episodes: dict[Path, int]
    jobs: int
    listener: Listener
    since: float = field(default_factory=time.time)

    def line(self) -> str:
        """One line: episodes and jobs done, episodes a second, and the time that the rest of them will take."""
        total = sum(self.episodes.values())
        done = sum(map(self._done, self.episodes))
        elapsed = time.time() - self.since
        jobs = f"{self.listener.finished} of {self.jobs} jobs, {_duration(elapsed)}"
        if not 0 < done < total:
            return f"{done} of {total} episodes, {jobs}" if total else jobs
        rate = done / elapsed
        return f"{done} of {total} episodes, {rate:.1f}/s, {_duration((total - done) / rate)} left; {jobs}"

    def simulated_for(self) -> float:
        """Seconds from the start of the run to the end of the last simulation; 0 if none ran."""
        return max((log.stat().st_mtime - self.since for log in self.episodes if log.exists()), default=0.0)

    def _done(self, log: Path) -> int:
        """Episodes that a log tells of; a log of an earlier run tells of none."""
        try:
            if log.stat().st_mtime < self.since:
                return 0
            return sum(line.startswith(EPISODE_DONE) for line in log.read_text(encoding="utf-8").splitlines())
        except OSError:
            return 0


class Watch:
    """Stands by a run of Snakemake from its start to its end.

    Args:
        plan: What is run.
        out: Where to show progress.
    """

    def __init__(self, plan: Plan, out: IO[str] = sys.stderr) -> None:
        self._plan = plan
        self._out = out
        self._listener = Listener()
        self._ended = threading.Event()

    def start(self, dag: Dag) -> None:
        """Take the results folder for this run alone, and begin to show progress; exits if another run has it.

        The jobs run under the Python that runs Snakemake, whether its folder is on the path or not.
        """
        try:
            self._lock = hold(self._plan.layout.lock)
        except PracticumError as error:
            raise SystemExit(f"{ERROR}{error}") from None
        os.environ[RUN] = str(Run.of(os.getpid()))
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        jobs = [job for job in dag.needrun_jobs() if job.rule.name != "all"]
        self._audits_only = {job.rule.name for job in jobs} == {AUDIT}
        self._progress = Progress(
            {Path(job.log[0]): self._replicates(job) for job in jobs if job.rule.name == "simulate"},
            len(jobs),
            self._listener,
        )
        for handler in self._terminals():
            handler.addFilter(self._listener)
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def succeed(self) -> None:
        """Show the tables, the time, and where everything lies; of a run that only audits, the counts of the audit.

        Raises:
            SystemExit: there are tables, and episodes that are missing in them.
        """
        self._stop()
        layout, say = self._plan.layout, sys.stdout.write
        if self._audits_only:
            say(f"\n{tally(read_claims(layout.audit('csv'))).to_text()}")
            say(f"  Audit    {layout.audit('html')} (and CSV, Markdown)\n")
            return
        if self._plan.dry_run:
            for study in self._plan.compositions:
                say(f"\n{layout.estimate(study).read_text(encoding='utf-8')}")
            return
        for table in (layout.table(study, POOLED, "txt") for study in self._plan.compositions):
            if table.exists():  # a run may be asked for less
                say(f"\n{table.read_text(encoding='utf-8')}")
        taken, simulated = time.time() - self._progress.since, self._progress.simulated_for()
        simulation = f"simulated in {_duration(simulated)}" if simulated else "all simulations were there"
        say(f"\nDone in {_duration(taken)}; {simulation}.\n")
        for line in self._told():
            say(f"{line}\n")
        failures = self._failures()
        if failures:
            say(f"  Failed   {len(failures)} episodes were broken off, such as by: {mode(failures)}\n")
        say(f"  Tables   {layout.root}/tables/ (CSV, Markdown, LaTeX)\n")
        say(f"  Figures  {layout.root}/figures/\n")
        say(f"  Audit    {layout.audit('html')}\n")
        say(f"  Report   {layout.report}\n")
        say(f"  MLflow   mlflow ui --backend-store-uri sqlite:///{layout.tracking_store}\n")
        for line in sorted({FrozenStudy.read(Path(frozen)).made_with for frozen in self._plan.frozen_studies}):
            say(f"Made with: {line}.\n")
        if failures:
            raise SystemExit(
                f"{ERROR}{len(failures)} episodes were broken off and are in no number of the tables - "
                "see to what failed and run the same command again: it plays these alone"
            )

    def fail(self) -> None:
        """Say in one line for each failed job what went wrong, and where its log is."""
        self._stop()
        for log in dict.fromkeys(self._listener.failed):
            lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
            what = next((line for line in reversed(lines) if FAULT.match(line)), "no output")
            self._out.write(f"{ERROR}{what.removeprefix(ERROR)} (log: {log})\n")

    def _told(self) -> Iterator[str]:
        """What was spent, and how far the backends repeat themselves."""
        for study, composition in self._plan.compositions.items():
            condition = next(iter(composition.conditions.values()))
            with ResponseCache(condition.machinery.cache) as cache:
                yield f"  Spent    {cache.spent(condition.account.name, since=self._progress.since).in_words}"
            if (certificate := self._plan.layout.certificate(study)).exists():
                yield from (f"  Repeats  {each.in_words}" for each in read_certificates(certificate))

    def _failures(self) -> list[str]:
        """Why episodes were broken off."""
        jobs = (
            job
            for composition in self._plan.compositions.values()
            for job in product([composition.name], composition.conditions, composition.study.tasks)
        )
        files = [file for file in starmap(self._plan.layout.episodes, jobs) if file.exists()]
        return list(read_frames(files)["failure"].dropna()) if files else []

    def _replicates(self, job: Job) -> int:
        return self._plan.compositions[job.wildcards.study].study.replicates

    def _stop(self) -> None:
        self._ended.set()
        self._thread.join()
        self._lock.close()
        for handler in self._terminals():
            handler.removeFilter(self._listener)

    @staticmethod
    def _terminals() -> list[logging.Handler]:
        """Where Snakemake talks to, except for its own log file."""
        handlers = logging.getLogger("snakemake.logging").handlers
        return [handler for handler in handlers if not isinstance(handler, logging.FileHandler)]

    def _show(self) -> None:
        terminal = self._out.isatty()
        shown = ""
        while not self._ended.wait(REWRITTEN_EVERY_S if terminal else PRINTED_EVERY_S):
            if (line := self._progress.line()) != shown:
                self._out.write(f"\r\x1b[2K{line}" if terminal else f"{line}\n")
                self._out.flush()
                shown = line
        if terminal:
            self._out.write("\r\x1b[2K")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
