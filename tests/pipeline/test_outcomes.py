"""What the machinery cannot do is counted, costs no finished episode, and is made up for by the same command."""

import asyncio
import dataclasses
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from backends import ResponseCache
from pipeline.condition import Condition
from pipeline.simulate import run_job, simulate
from protocol import ConfigurationError
from protocol.traces import EPISODES, read_trace
from tests.hostile.server import Behaviour, HostileServer

SAID = json.dumps({"behaviour": "constructing", "utterance": "Let me see.", "code": "x = 1\n"})
ONE_BY_ONE = {"workers": 1}
TOKENS = 3000 + 9
"""Of each request, as the server says."""


class Server(HostileServer):
    """Counts more tokens than it is sent bytes."""

    def _reply(self, behaviour: Behaviour, *, anthropic: bool) -> dict[str, Any]:
        reply = super()._reply(behaviour, anthropic=anthropic)
        reply["usage"] = {"prompt_tokens": 3000, "completion_tokens": 9}
        return reply


@pytest_asyncio.fixture
async def server() -> AsyncIterator[Server]:
    async with Server() as opened:
        opened.text = SAID
        yield opened


@pytest.fixture
def asking(condition: Callable[..., Condition], server: Server) -> Callable[..., Condition]:
    """A condition of three episodes of three steps, a call each, at the server: nine calls."""

    def make(budget: Any = None, **said: object) -> Condition:
        backend = {
            "base_url": server.url,
            "limits": {"attempts": 1, "dead_after": 1000},
            "sampling": {"max_tokens": 100},
        }
        return condition(backend=backend, budget=budget, **said)

    return make


@pytest.fixture
def job(tmp_path: Path) -> Callable[..., Any]:
    """Runs a condition as Snakemake's job does; gives its rows, one an episode."""

    async def run(condition: Condition, out: str = "out") -> list[dict[str, Any]]:
        await asyncio.to_thread(run_job, condition, "slider", tmp_path / out, tmp_path / "journal.jsonl", "digest")
        rows: list[dict[str, Any]] = read_trace(tmp_path / out / "episodes.parquet", EPISODES).to_pylist()
        return rows

    return run


def outcomes(rows: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    return [(row["outcome"], row["steps"], row["calls"]) for row in rows]


def asked(server: Server) -> Counter[str]:
    return Counter(map(str, server.requests))


WHOLE = ("step_limit", 3, 3)


async def test_a_server_that_fails_half_way_breaks_off_what_is_left_and_the_next_run_plays_only_that(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server, tmp_path: Path
) -> None:
    server.plan, server.then = iter([Behaviour.ANSWER] * 4), Behaviour.BROKEN
    rows = await job(asking(**ONE_BY_ONE))
    assert outcomes(rows) == [WHOLE, ("backend_failed", 1, 1), ("backend_failed", 0, 0)]
    assert rows[0]["failure"] is None
    assert "answered 500" in rows[1]["failure"]
    assert (tmp_path / "journal.jsonl").exists()

    server.then = Behaviour.ANSWER
    server.requests.clear()
    assert outcomes(await job(asking(**ONE_BY_ONE))) == [WHOLE] * 3
    assert len(server.requests) == 9 - 4
    assert not (tmp_path / "journal.jsonl").exists()


async def test_a_run_that_was_broken_off_and_made_up_for_leaves_the_traces_of_one_that_was_not(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server, tmp_path: Path
) -> None:
    server.plan, server.then = iter([Behaviour.ANSWER] * 4), Behaviour.BROKEN
    await job(asking())
    server.then = Behaviour.ANSWER
    await job(asking())
    elsewhere = asking().machinery.model_copy(update={"cache": tmp_path / "other.sqlite"})
    await job(dataclasses.replace(asking(), machinery=elsewhere), out="undisturbed")
    for name in ("steps.parquet", "episodes.parquet"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "undisturbed" / name).read_bytes()


async def test_a_key_that_expires_half_way_is_said_and_a_new_one_completes_the_rest(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server
) -> None:
    server.plan = iter([*repeat(Behaviour.ANSWER, 7), Behaviour.EXPIRED])
    rows = await job(asking(**ONE_BY_ONE))
    assert outcomes(rows) == [WHOLE, WHOLE, ("backend_failed", 1, 1)]
    assert "denies the key" in rows[2]["failure"]
    assert outcomes(await job(asking(**ONE_BY_ONE))) == [WHOLE] * 3
    assert sorted(asked(server).values()) == [1] * 8 + [2]  # the one that was denied


async def test_a_server_that_has_died_before_a_job_comes_breaks_off_all_that_was_not_played_before(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server
) -> None:
    server.plan = iter([*repeat(Behaviour.ANSWER, 4), Behaviour.NO_CREDIT])
    await job(asking(**ONE_BY_ONE))
    await server.stop()
    rows = await job(asking(**ONE_BY_ONE))
    assert outcomes(rows) == [WHOLE, ("backend_failed", 0, 0), ("backend_failed", 0, 0)]
    assert f"{server.host} cannot be reached" in rows[1]["failure"]
    await server.start()
    assert outcomes(await job(asking(**ONE_BY_ONE))) == [WHOLE] * 3


async def test_a_budget_stops_a_study_and_a_raised_one_completes_it(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server, tmp_path: Path
) -> None:
    rows = await job(asking(budget={"tokens": 4 * TOKENS + 99}, **ONE_BY_ONE))
    assert outcomes(rows) == [WHOLE, ("budget_exhausted", 1, 1), ("budget_exhausted", 0, 0)]
    assert "budget.tokens: 12,036 of 12,135 tokens are spent (full/beagle_table1) - raise it" in rows[1]["failure"]
    assert len(server.requests) == 4  # a fifth reply alone may take 100
    assert outcomes(await job(asking(**ONE_BY_ONE))) == [WHOLE] * 3
    assert len(server.requests) == 9
    with ResponseCache(tmp_path / "replies.sqlite") as cache:
        assert cache.spent("full/beagle_table1").tokens == 9 * TOKENS


async def test_a_limit_in_money_without_a_price_ends_the_job_and_not_its_episodes(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server
) -> None:
    with pytest.raises(ConfigurationError, match=r"^budget\.money: the price of tiny"):
        await job(asking(budget={"money": 1.0}))
    assert not server.requests


async def test_a_filtered_reply_is_asked_for_again_by_the_next_run(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server
) -> None:
    server.plan = iter([Behaviour.FILTERED])
    rows = await job(asking(**ONE_BY_ONE))
    assert outcomes(rows) == [("backend_failed", 0, 1), WHOLE, WHOLE]
    assert "filtered" in rows[0]["failure"]
    assert outcomes(await job(asking(**ONE_BY_ONE)))[0] == WHOLE
    assert sorted(asked(server).values()) == [1] * 8 + [2]


async def test_a_reply_that_was_cut_short_is_a_cut_step_and_no_malformed_one(
    asking: Callable[..., Condition], job: Callable[..., Any], server: Server
) -> None:
    server.plan = iter([Behaviour.LENGTH, *repeat(Behaviour.WRONG_SCHEMA, 2)])
    first = (await job(asking(**ONE_BY_ONE)))[0]
    assert (first["truncated_steps"], first["malformed_steps"], first["calls"]) == (1, 1, 4)  # asked once more
    assert first["outcome"] == "step_limit"


async def test_what_a_model_costs_is_counted_where_it_is_used(
    asking: Callable[..., Condition], job: Callable[..., Any]
) -> None:
    rows = await job(asking())
    assert [(row["prompt_tokens"], row["completion_tokens"]) for row in rows] == [(3 * 3000, 3 * 9)] * 3
    assert [(row["calls"], row["free_calls"], row["unpriced_calls"], row["cost"]) for row in rows] == [(3, 0, 3, 0)] * 3


async def test_another_model_may_speak_for_the_tutor(
    condition: Callable[..., Condition], model_server: tuple[Any, str]
) -> None:
    tutored = condition("beagle", tutor_backend={"base_url": model_server[1]}, **{"study.max_steps": 12})
    traces = await simulate(tutored, "particle")
    hints = [step["hint"] for trace in traces for step in trace.steps if step["hint"]]
    assert hints
    assert all(hint.startswith("x = ") for hint in hints)  # as the server says whatever it is asked
    assert len(hints) <= sum(model_server[0].asked.values())
    questions = sum(step["question"] is not None for trace in traces for step in trace.steps)
    assert sum(model_server[0].asked.values()) <= questions
