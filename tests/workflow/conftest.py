"""The workflow as a user runs it: Snakemake as a process in a copy of the repository, perhaps with a model server."""

import asyncio
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest
import yaml
from aiohttp import web

from benchmarks.model_server import ModelServer

REPOSITORY = Path(__file__).parents[2]
PARTS = ("Snakefile", "conf", "profiles", "pyproject.toml", "results/published")
PACKAGES = ("protocol", "metrics", "backends", "environments", "simulators", "pipeline")
HANGS_S = 900

SIZE = "study.replicates=2 study.max_steps=6 study.tasks=[particle]"

TABLE = "results/smoke/tables/pair/pooled.txt"
"""What is made long before the figures and the report are."""

SMALL = ("profile=smoke", "study=beagle_table1", f"override={SIZE}")

PAIR = ("vanilla", "beagle")
"""The conditions of the study `pair`, which is Table 1 without the others: enough to see what a run does."""


@dataclass(frozen=True)
class Copy:
    """A copy of the repository.

    Args:
        place: Its folder.
        variables: Environment variables of what runs in it.
        config: Words of every run after `--config`.
    """

    place: Path
    variables: dict[str, str] = field(default_factory=dict)
    config: tuple[str, ...] = SMALL

    @property
    def results(self) -> Path:
        """What its runs make."""
        return self.place / "results" / "smoke"

    def snakemake(self, *words: str, cores: int = 2) -> "subprocess.CompletedProcess[str]":
        """Run to the end."""
        return subprocess.run(
            self._command(words, cores),
            cwd=self.place,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=HANGS_S,
        )

    def start(self, *words: str, cores: int = 2) -> "subprocess.Popen[bytes]":
        """Begin to run, in a process group of its own."""
        return subprocess.Popen(
            self._command(words, cores),
            cwd=self.place,
            env=self._environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _command(self, words: tuple[str, ...], cores: int) -> list[str]:
        config = () if "--config" in words else ("--config", *self.config)
        return [sys.executable, "-m", "snakemake", "--cores", str(cores), *words, *config]

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, **self.variables}

    def made(self) -> dict[str, bytes]:
        """The bytes of all tables and figures."""
        files = [file for folder in ("tables", "figures") for file in (self.results / folder).rglob("*.*")]
        return {str(file.relative_to(self.place)): file.read_bytes() for file in files}

    def to_run(self, *words: str) -> set[tuple[str, str]]:
        """Rule and condition of the jobs that a run would do."""
        listed = self.snakemake(*words, "-n", "--quiet", "host")
        blocks = re.findall(
            r"^(?:local)?rule (\w+):\n((?:    .*\n?)+)", listed.stdout + listed.stderr, flags=re.MULTILINE
        )
        return {(rule, "".join(re.findall(r"condition=(\w+)", block)[:1])) for rule, block in blocks}


@pytest.fixture(scope="session")
def clone() -> Iterator[Callable[..., Copy]]:
    """Makes a copy in a folder: `clone(tmp_path, config=("profile=smoke",))`."""
    sockets = tempfile.mkdtemp(prefix="practicum-")  # a path of pytest's would be too long for a socket

    def make(place: Path, **changes: Any) -> Copy:
        for part in (*PARTS, *PACKAGES):
            source, target = REPOSITORY / part, place / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        (place / "conf" / "study" / "pair.yaml").write_text(yaml.safe_dump(_pair(), sort_keys=False), encoding="utf-8")
        variables = {"XDG_RUNTIME_DIR": sockets, **changes.pop("variables", {})}
        return Copy(place, variables, **changes)

    yield make
    shutil.rmtree(sockets, ignore_errors=True)


def _pair() -> dict[str, Any]:
    study: dict[str, Any] = yaml.safe_load((REPOSITORY / "conf/study/beagle_table1.yaml").read_text(encoding="utf-8"))
    conditions = {name: study["conditions"][name] for name in PAIR}
    rows = {row: name if name in PAIR else None for row, name in study["rows"].items()}
    return study | {"conditions": conditions, "rows": rows}


class Server(ModelServer):
    """A model server in a thread, which fails and denies as it is told.

    Args:
        latency_s: From a request to its answer.
    """

    def __init__(self, latency_s: float = 0.0) -> None:
        super().__init__(latency_s)
        self.answers_left = 10**9
        """How many requests it answers until it fails all others."""
        self.fault = 500
        self.key: str | None = None
        """What it wants to be given; None for nothing."""
        self.said: list[str] = []
        """All that it was asked."""

    async def models(self, request: web.Request) -> web.Response:
        """See ModelServer."""
        return self._complaint(request) if self._denied(request) else await super().models(request)

    async def complete(self, request: web.Request) -> web.Response:
        """See ModelServer."""
        self.said.append((await request.read()).decode())
        if self._denied(request):
            return self._complaint(request)
        if self.answers_left <= 0:
            return self._complaint(request, self.fault)
        self.answers_left -= 1
        return await super().complete(request)

    def _denied(self, request: web.Request) -> bool:
        return self.key is not None and request.headers.get("Authorization") != f"Bearer {self.key}"

    @staticmethod
    def _complaint(request: web.Request, status: int = 401) -> web.Response:
        """It repeats the key, as servers do."""
        message = f"No: {request.headers.get('Authorization')}"
        return web.json_response({"error": {"message": message}}, status=status)

    @property
    def url(self) -> str:
        """Its base URL."""
        return f"http://127.0.0.1:{self._port}/v1"

    def words(self, settings: str, *further: str, study: str = "pair") -> tuple[str, ...]:
        """What a user says who asks this server."""
        asked = f"backend.base_url={self.url} study.tasks=[particle] {settings}"
        return ("profile=smoke", f"study={study}", "backend=openai", "model=fixed", *further, f"override={asked}")

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(self, *failure: object) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> None:
        self._runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._port = self._runner.addresses[0][1]


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as opened:
        yield opened


def wait_until(true: Callable[[], bool], hangs_s: float = HANGS_S) -> None:
    """Wait for something that a run brings about."""
    ends = time.monotonic() + hangs_s
    while not true():
        assert time.monotonic() < ends, "it never came about"
        time.sleep(0.02)


def table(copy: Copy, study: str = "pair") -> dict[str, dict[str, str]]:
    """The counts of a study's table, by condition."""
    with (copy.results / "tables" / study / "pooled.csv").open(encoding="utf-8") as file:
        return {row["row"]: row for row in csv.DictReader(file)}
