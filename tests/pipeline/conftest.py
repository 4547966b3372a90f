"""A small study whose traces are written by hand: two conditions, two problems, two learners each."""

import dataclasses
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import pytest_asyncio
from aiohttp import web

from backends.run import RUN
from backends.spending import Budget
from benchmarks.model_server import ModelServer
from metrics import episode_measures
from pipeline.composition import compose_studies
from pipeline.condition import Condition
from pipeline.frozen import FrozenStudy
from pipeline.layout import Layout
from pipeline.words import Wishes
from protocol.traces import EPISODES, PROGRAMMING_STEPS, write_trace

Row = Mapping[str, Any]

STUDY = {
    "title": "A study by hand",
    "paper": "beagle",
    "published": "beagle_table1",
    "published_behaviour": "beagle_table13",
    "tasks": ["particle", "slider"],
    "replicates": 2,
    "max_steps": 4,
    "root_seed": 7,
    "profiles": ["high", "low"],
    "focus": "beagle",
    "figures": {"cognitive_transitions": "beagle_figure4", "behavioural_dna": None},
    "conditions": {"vanilla": {"student": "vanilla"}, "beagle": {"student": "beagle"}},
    "rows": {"Vanilla": "vanilla", "LLMSS": None, "BEAGLE (Flash 2.0)": "beagle"},
}

REAL_STUDENTS = {
    "_target_": "metrics.programming.reference.Reference.of_two_behaviours",
    "debugging": 0.456,
    "stickiness": 0.541,
}


@pytest.fixture
def frozen() -> FrozenStudy:
    """The study, frozen."""
    components = {"backend": {"_target_": "backends.scripted.ScriptedBackend"}, "student": {"slip": 0.05}}
    return FrozenStudy.model_validate(
        {
            "name": "by_hand",
            "profile": "smoke",
            "study": STUDY,
            "scripted": True,
            "models": ("stand-ins",),
            "code": "c0de",
            "components": {"vanilla": components, "beagle": components},
            "reference": REAL_STUDENTS,
        }
    )


def who(condition: str, task: str, replicate: int) -> dict[str, Any]:
    level = ("high", "low")[replicate]
    return {
        "study": "by_hand",
        "condition": condition,
        "task": task,
        "replicate": replicate,
        "rho_behav": level,
        "rho_persona": level,
    }


def step(index: int, cognition: str | None, passed: int, **changes: Any) -> dict[str, Any]:
    """A step of a session with four unit tests, in which an unfinished program prints an error when it is run."""
    ran = cognition in ("debugging", "assessing")
    row = dict.fromkeys(PROGRAMMING_STEPS.names) | {
        "step": index,
        "cognition": cognition,
        "malformed": False,
        "truncated": False,
        "utterance": "hm",
        "code": "",
        "executed": ran,
        "output": "NameError: name 'x' is not defined" if ran and passed < 4 else "",
        "seen": "",
        "tests_passed": passed,
        "tests_total": 4,
        "evidence": [],
        "mastery": [],
        "blocked": [],
        "thoughts": [],
    }
    return row | changes


def episode(outcome: str, steps: int, **changes: Any) -> dict[str, Any]:
    row = {
        "outcome": outcome,
        "steps": steps,
        "solved_at": steps if outcome == "solved" else None,
        "malformed_steps": 0,
        "calls": steps,
        "truncated_steps": 0,
        "free_calls": 0,
        "unpriced_calls": 0,
        "cost": 0.0,
        "prompt_tokens": 10 * steps,
        "completion_tokens": steps,
        "failure": None,
    }
    return row | changes


def traces(condition: str, task: str) -> tuple[list[Row], list[Row]]:
    """Vanilla constructs and solves in three steps; BEAGLE debugs, and only the HIGH learner solves, at slider."""
    steps: list[Row] = []
    episodes: list[Row] = []
    for replicate in range(2):
        name = who(condition, task, replicate)
        if condition == "vanilla":
            course = [step(1, "constructing", 1), step(2, "constructing", 2), step(3, "assessing", 4)]
            outcome = "solved"
        else:
            solves = task == "slider" and replicate == 0
            last = 4 if solves else 1
            course = [
                step(1, "constructing", 2, metacognition="planning"),
                step(2, "debugging", 1, metacognition="enacting"),
                step(3, "debugging", 1, metacognition="enacting"),
                step(4, "debugging", last, metacognition="monitoring"),
            ]
            outcome = "solved" if solves else "step_limit"
        steps += [row | name for row in course]
        episodes.append(name | episode(outcome, len(course)))
    return steps, episodes


@pytest.fixture
def scores() -> pd.DataFrame:
    """The measures of all episodes of the study."""
    both = [traces(condition, task) for condition in STUDY["conditions"] for task in STUDY["tasks"]]
    steps = pd.DataFrame([row for rows, _ in both for row in rows])
    return episode_measures(steps, pd.DataFrame([row for _, rows in both for row in rows]))


@pytest.fixture
def run(frozen: FrozenStudy, tmp_path: Path) -> Callable[[], tuple[Path, Layout]]:
    """Writes the study and its traces where a run would, and says where."""

    def write_all() -> tuple[Path, Layout]:
        layout = Layout(tmp_path / "results")
        for condition in STUDY["conditions"]:
            for task in STUDY["tasks"]:
                steps, episodes = traces(condition, task)
                write_trace(steps, PROGRAMMING_STEPS, layout.steps("by_hand", condition, task))
                write_trace(episodes, EPISODES, layout.episodes("by_hand", condition, task))
        study = layout.frozen("by_hand", "study-0123")
        study.parent.mkdir(parents=True, exist_ok=True)
        study.write_text(frozen.to_yaml(), encoding="utf-8")
        return study, layout

    return write_all


@pytest.fixture
def condition(tmp_path: Path) -> Callable[..., Condition]:
    """A condition of Table 1 with a cache of the test's own, and perhaps another model than stand-ins.

    `condition("beagle", backend={"base_url": ...}, budget={"tokens": 9}, **{"study.replicates": 2})`
    """

    def make(
        name: str = "vanilla",
        *,
        backend: Row | None = None,
        tutor_backend: Row | None = None,
        budget: Row | None = None,
        **said: object,
    ) -> Condition:
        small = {"study.replicates": 3, "study.max_steps": 3, "certificate.prompts": 4}
        wishes = Wishes.of({"study": "beagle_table1", **small, **said})
        usual = compose_studies(wishes)["beagle_table1"].conditions[name]
        student = {**LOCAL, **backend} if backend else usual.components["backend"]
        tutor = {**LOCAL, **tutor_backend} if tutor_backend else student
        machinery = usual.machinery.model_copy(
            update={"cache": tmp_path / "replies.sqlite", "budget": Budget(**budget or {})}
        )
        components = usual.components | {"backend": student, "tutor_backend": tutor}
        return dataclasses.replace(usual, components=components, machinery=machinery)

    return make


LOCAL = {"_target_": "backends.openai.OpenAI", "model": "tiny", "key_variable": None}
"""A model behind a server of the test's."""


@pytest.fixture(scope="session", autouse=True)
def _sockets() -> Iterator[None]:
    """Gateways of the tests are found in a folder of their own; pytest's would be too long for a socket."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tempfile.mkdtemp(prefix="practicum-")
        patch.setenv("XDG_RUNTIME_DIR", folder)
        patch.delenv(RUN, raising=False)
        yield
        shutil.rmtree(folder, ignore_errors=True)


@pytest_asyncio.fixture
async def model_server() -> AsyncIterator[tuple[ModelServer, str]]:
    """A server that answers whatever a schema asks for, and its base URL."""
    server = ModelServer(latency_s=0.0)
    runner = web.AppRunner(server.app(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield server, f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    await runner.cleanup()
