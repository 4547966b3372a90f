"""A study that is replayed from its cache is the study that was recorded: its traces, and its certificate."""

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from backends import ResponseCache
from backends.bundle import export, merge
from backends.stock import Selection
from pipeline.certify import certificates
from pipeline.composition import compose_studies
from pipeline.condition import Condition
from pipeline.simulate import simulate
from pipeline.words import Wishes
from tests.hostile.server import MODEL, Behaviour, HostileServer

TASK = "slider"
SAID = json.dumps({"behaviour": "constructing", "utterance": "Let me see.", "code": "x = 1\n"})


def condition(cache: Path, **said: object) -> Condition:
    small = {"study.replicates": 3, "study.max_steps": 4, "certificate.prompts": 2, "cache": str(cache)}
    wishes = Wishes.of({"study": "beagle_table1", **small, **said})
    return compose_studies(wishes)["beagle_table1"].conditions["vanilla"]


def recorded(server: HostileServer, cache: Path) -> Condition:
    return condition(cache, backend="ollama", **{"backend.model": MODEL, "backend.base_url": server.url})


def weak_model() -> Iterator[Behaviour]:
    """Every fourth reply is of the wrong form, and every fifth too long."""
    return cycle([Behaviour.ANSWER] * 3 + [Behaviour.WRONG_SCHEMA, Behaviour.LENGTH])


async def test_a_replay_plays_the_same_episodes_to_the_last_character(tmp_path: Path) -> None:
    async with HostileServer() as server:
        server.text, server.plan = SAID, weak_model()
        original = await simulate(recorded(server, tmp_path / "here.sqlite"), TASK)
        asked = len(server.requests)
        with ResponseCache(tmp_path / "here.sqlite") as here, ResponseCache(tmp_path / "there.sqlite") as there:
            export(here, tmp_path / "study.gz", Selection())
            merge(there, tmp_path / "study.gz")
        replayed = await simulate(condition(tmp_path / "there.sqlite", backend="replay"), TASK)
        assert len(server.requests) == asked
    assert replayed == original
    assert sum(trace.episode["truncated_steps"] for trace in original) > 0  # or it was no weak model
    assert {trace.episode["outcome"] for trace in original} == {"step_limit"}


async def test_a_replay_shows_the_certificate_that_was_measured(tmp_path: Path) -> None:
    async with HostileServer() as server:
        server.text = SAID
        original = await certificates(recorded(server, tmp_path / "here.sqlite"), TASK)
        await simulate(recorded(server, tmp_path / "here.sqlite"), TASK)
    assert [certificate.same_together for certificate in original] == [2]
    assert await certificates(condition(tmp_path / "here.sqlite", backend="replay"), TASK) == original


async def test_a_replay_without_a_recorded_certificate_has_none_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with HostileServer() as server:
        server.text = SAID
        await simulate(recorded(server, tmp_path / "here.sqlite"), TASK)
    assert await certificates(condition(tmp_path / "here.sqlite", backend="replay"), TASK) == []
    assert "no certificate was recorded for full/beagle_table1" in caplog.text
