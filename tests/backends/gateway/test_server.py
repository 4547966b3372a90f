"""The gateway's life, and what it tells jobs when something is wrong: real processes, real sockets."""

import asyncio
import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backends import Completion, ResponseCache
from backends.gateway import server as gateway_server
from backends.gateway.place import Place
from backends.gateway.server import Gateway
from protocol import BackendError, BudgetError, ConfigurationError
from tests.backends.gateway.asking import Job
from tests.backends.gateway.conftest import Server
from tests.hostile.server import KEY, TEXT, Behaviour

TOKENS = 12 + 9
"""Of each reply, as the server says."""


def texts(outcomes: list[Any]) -> list[str]:
    return [outcome.text if isinstance(outcome, Completion) else str(outcome) for outcome in outcomes]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gateway in this process does not wait long for another job."""
    monkeypatch.setattr(gateway_server, "LINGER_S", 0.1)
    monkeypatch.setattr(gateway_server, "LOOK_EVERY_S", 0.05)


def words_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


async def test_a_gateway_ends_when_nobody_needs_it_and_the_next_job_starts_another(
    job: Callable[..., Job],
    gateway: Callable[[], int],
    lives: Callable[[int], bool],
    until: Callable[..., Any],
    cache_file: Path,
) -> None:
    await job().ask(0)
    first = gateway()
    await job().ask(1)
    assert gateway() == first
    await until(lambda: not lives(first))
    assert not Place(cache_file).socket.exists()
    assert texts(await job().ask(2)) == [TEXT]
    assert gateway() != first


async def test_a_gateway_stays_as_long_as_the_run_lives(
    job: Callable[..., Job], cache_file: Path, run: "subprocess.Popen[bytes]", hasty: None
) -> None:
    with ResponseCache(cache_file) as cache:
        serving = asyncio.create_task(Gateway(Place(cache_file), cache).serve())
        await asyncio.sleep(0.05)
        await job().ask(0)
        await asyncio.sleep(0.5)
        assert not serving.done()
        run.kill()
        async with asyncio.timeout(5):
            await serving
    assert not Place(cache_file).socket.exists()


async def test_a_run_that_has_ended_already_keeps_no_gateway(
    job: Callable[..., Job], cache_file: Path, run: "subprocess.Popen[bytes]", hasty: None
) -> None:
    run.kill()
    run.wait()
    with ResponseCache(cache_file) as cache:
        serving = asyncio.create_task(Gateway(Place(cache_file), cache).serve())
        await asyncio.sleep(0.05)
        await job().ask(0)
        async with asyncio.timeout(5):
            await serving


async def test_a_gateway_stays_until_what_is_under_way_is_answered(
    job: Callable[..., Job],
    server: Server,
    cache_file: Path,
    kept: Callable[[], int],
    until: Callable[..., Any],
    hasty: None,
) -> None:
    with ResponseCache(cache_file) as cache:
        serving = asyncio.create_task(Gateway(Place(cache_file), cache).serve())
        await asyncio.sleep(0.05)
        server.answering.clear()
        leaving = asyncio.create_task(job().ask(0))
        await until(lambda: server.under_way == 1)
        leaving.cancel()
        await asyncio.sleep(0.5)
        assert not serving.done()
        server.answering.set()
        async with asyncio.timeout(5):
            await serving
    assert kept() == 1


async def test_a_killed_gateway_is_one_line_for_all_that_ask_it_and_the_next_job_starts_another(
    job: Callable[..., Job], server: Server, gateway: Callable[[], int], until: Callable[..., Any]
) -> None:
    async with job().open() as ask:
        assert texts(await ask(0)) == [TEXT]
        server.answering.clear()
        asking = asyncio.create_task(ask(1, 2))
        await until(lambda: server.under_way == 2)
        os.kill(gateway(), signal.SIGKILL)
        lines = texts([*await asking, *await ask(3)])
        assert all(line.startswith("the gateway to the models has ended - see ") for line in lines)
        assert all("gateway.log, and run again" in line and "\n" not in line for line in lines)
        server.answering.set()
        assert texts(await job().ask(0, 1)) == [TEXT] * 2
    assert [body["messages"][-1]["content"] for body in server.requests].count("question 0") == 1


async def test_a_fault_of_the_gateways_own_is_one_line_and_nobody_waits_for_ever(
    job: Callable[..., Job], cache_file: Path
) -> None:
    async with job().open() as ask:
        await ask(0)
        with sqlite3.connect(cache_file) as database:
            database.execute("DROP TABLE replies")
        database.close()
        (line,) = texts(await ask(1))
    assert line.startswith("the gateway to the models has failed (OperationalError) - see ")
    log = Place(cache_file).log.read_text()
    assert "no such table: replies" in log
    assert KEY not in log


async def test_the_key_stands_on_no_command_line(job: Callable[..., Job], gateway: Callable[[], int]) -> None:
    await job().ask(0)
    words = words_of(gateway())
    assert "backends.gateway" in words
    assert not any(KEY in word for word in words)


# What is wrong is known when a job comes


async def test_a_dead_server_is_one_line_when_a_job_comes(job: Callable[..., Job], server: Server) -> None:
    await server.stop()
    with pytest.raises(BackendError, match=rf"^{server.host} cannot be reached") as caught:
        await job().ask(0)
    assert "\n" not in str(caught.value)
    await server.start()
    assert texts(await job().ask(0)) == [TEXT]


async def test_a_wrong_key_is_one_line_when_a_job_comes_and_a_right_one_works_at_once(
    job: Callable[..., Job], gateway: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-9876543210")
    with pytest.raises(BackendError, match="denies the key - set OPENAI_API_KEY to a valid key") as caught:
        await job().ask(0)
    assert "sk-wrong" not in str(caught.value)
    before = gateway()
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert texts(await job().ask(0)) == [TEXT]
    assert gateway() == before


async def test_a_missing_key_is_named_by_its_variable(job: Callable[..., Job], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY is not set - export OPENAI_API_KEY="):
        await job().ask(0)


async def test_an_unknown_model_of_a_local_server_is_named_with_those_that_there_are(
    job: Callable[..., Job], server: Server
) -> None:
    server.owned_by = "vllm"
    with pytest.raises(BackendError, match=r"has no model nosuch - set backend\.model to one that it has: tiny"):
        await job(model="nosuch").ask(0)
    assert not server.requests


async def test_a_key_that_expires_is_one_line_and_a_new_one_is_taken_at_once(
    job: Callable[..., Job], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with job().open() as old:
        assert texts(await old(0)) == [TEXT]
        server.right_key = "sk-renewed-0123456789"
        (line,) = texts(await old(1))
        assert "denies the key" in line
        monkeypatch.setenv("OPENAI_API_KEY", server.right_key)
        assert texts(await job().ask(0, 1)) == [TEXT] * 2
        (line,) = texts(await old(2))
        assert "denies the key" in line
    assert len(server.requests) == 3  # 0, 1 with the old key, 1 with the new


async def test_a_server_that_denied_everything_is_asked_anew_by_the_next_job(
    job: Callable[..., Job], server: Server
) -> None:
    server.plan = iter([Behaviour.NO_CREDIT])
    async with job().open() as old:
        (line,) = texts(await old(0))
        assert "has no credit left" in line
        assert texts(await job().ask(0)) == [TEXT]  # it was topped up
        assert len(texts(await old(1))) == 1  # an answer or an error: no wait without end


async def test_what_went_wrong_for_a_job_that_left_is_not_told_to_the_next(
    job: Callable[..., Job], server: Server, until: Callable[..., Any]
) -> None:
    server.listing.clear()
    server.right_key = "another"
    leaving = asyncio.create_task(job().ask(0))
    await until(lambda: server.looks == 1)
    leaving.cancel()
    server.listing.set()
    await asyncio.sleep(0.2)
    server.right_key = KEY
    assert texts(await job().ask(0)) == [TEXT]


# Who pays


async def test_jobs_of_one_account_stop_together_before_its_budget_is_overrun(
    job: Callable[..., Job], server: Server, cache_file: Path
) -> None:
    def with_budget(tokens: int) -> Job:
        return job(budget={"tokens": tokens}, sampling={"max_tokens": 9})

    budget = 700
    outcomes = await asyncio.gather(with_budget(budget).ask(*range(30)), with_budget(budget).ask(*range(30, 60)))
    errors = [error for of_job in outcomes for error in of_job if not isinstance(error, Completion)]
    assert {type(error) for error in errors} == {BudgetError}
    assert f"of {budget} tokens are spent (profile/study) - raise it and run again" in str(errors[-1])
    with ResponseCache(cache_file) as cache:
        spent = cache.spent("profile/study").tokens
    assert spent == TOKENS * len(server.requests)
    assert budget - 150 < spent <= budget  # 150 is more than a question can take: 9 and half of some 200 bytes
    raised = await asyncio.gather(with_budget(9999).ask(*range(30)), with_budget(9999).ask(*range(30, 60)))
    assert texts(raised[0] + raised[1]) == [TEXT] * 60
    assert len(server.requests) == 60


async def test_another_account_has_its_own_budget(job: Callable[..., Job]) -> None:
    (error,) = await job(budget={"tokens": 1}).ask(0)
    assert isinstance(error, BudgetError)
    assert texts(await job(account="another/study").ask(0)) == [TEXT]


async def test_what_others_have_paid_for_costs_nothing_of_a_budget(job: Callable[..., Job]) -> None:
    await job(account="first/study").ask(0)
    assert texts(await job(account="second/study", budget={"tokens": 0}).ask(0)) == [TEXT]


async def test_a_limit_in_money_without_a_price_is_one_line_and_nothing_is_sent(
    job: Callable[..., Job], server: Server
) -> None:
    (error,) = await job(budget={"money": 1.0}).ask(0)
    assert isinstance(error, ConfigurationError)
    assert str(error).startswith("budget.money: the price of tiny (openai) is unknown - put it into a file")
    assert not server.requests


async def test_a_limit_in_money_holds_at_the_users_own_price(
    job: Callable[..., Job], server: Server, tmp_path: Path, cache_file: Path
) -> None:
    prices = tmp_path / "prices.yaml"
    prices.write_text(
        "as_of: 2026-01-01\nsource: {}\nprices: {openai: {tiny: {prompt: 1000000, completion: 2000000}}}\n"
    )
    outcomes = await job(concurrency=1, budget={"money": 500.0}, prices=str(prices), sampling={"max_tokens": 9}).ask(
        *range(30)
    )
    paid = [outcome for outcome in outcomes if isinstance(outcome, Completion)]
    assert {completion.cost for completion in paid} == {12 * 1.0 + 9 * 2.0}
    assert any("budget.money: $" in line and "of $500.0 are spent" in line for line in texts(outcomes))
    with ResponseCache(cache_file) as cache:
        assert cache.spent("profile/study").cost == 30.0 * len(server.requests) <= 500.0
