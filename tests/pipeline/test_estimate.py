"""What a study will take is said before anything is sent."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from backends.spending.prices import FREE, Price
from pipeline import estimate as stage
from pipeline.condition import Condition
from pipeline.estimate import Estimate, estimate, expected, of_calls, price
from pipeline.grid import Grid
from pipeline.rehearsal import rehearse
from tests.hostile.server import HostileServer

DEAR = "as_of: 2026-01-01\nsource: {}\nprices: {openai: {tiny: {prompt: 1000000, completion: 2000000}}}\n"


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """A dollar a prompt token, two a reply token."""
    path = tmp_path / "prices.yaml"
    path.write_text(DEAR)
    return path


def priced(condition: Condition, prices: Path) -> Condition:
    return dataclasses.replace(condition, machinery=condition.machinery.model_copy(update={"prices": prices}))


def lines(shown: Grid) -> dict[str, dict[str, str]]:
    return {row[0]: dict(zip(shown.headings, row, strict=True)) for row in shown.groups[0]}


def test_estimates_add_up_and_scale_and_an_unknown_price_makes_the_sum_unknown() -> None:
    one, other = Estimate(1, 10, 2, 0.5), Estimate(2, 30, 4, 0.25)
    assert (one + other) * 2 == Estimate(6, 80, 12, 1.5)
    assert (one + Estimate(1, 1, 1, None)).cost is None
    assert (Estimate(1, 1, 1, None) * 3).cost is None


async def test_calls_cost_what_they_ask_and_what_is_replied(condition: Callable[..., Condition]) -> None:
    asked = (await rehearse(condition(), "particle", 2)).student
    prompts = sum(each.completion.usage.prompt_tokens for each in asked)
    replies = sum(each.completion.usage.completion_tokens for each in asked)
    rate = Price(prompt=1_000_000, completion=2_000_000)
    assert of_calls(asked, rate) == Estimate(len(asked), prompts, replies, prompts + 2 * replies)
    assert of_calls(asked, rate, 100) == Estimate(6, prompts, 6 * 100, prompts + 2 * 6 * 100)
    assert of_calls(asked, None).cost is None


async def test_two_episodes_stand_for_all_and_never_take_more_than_at_most(condition: Callable[..., Condition]) -> None:
    asked = (await rehearse(condition(), "particle", 2)).student
    likely, most = await expected(condition(**{"study.replicates": 50}), "particle")
    assert likely.calls == len(asked) * 50 / 2
    assert likely.prompt_tokens == sum(each.completion.usage.prompt_tokens for each in asked) * 50 / 2
    assert most.calls >= likely.calls
    assert most.completion_tokens >= likely.completion_tokens


async def test_a_study_of_one_episode_is_that_one(condition: Callable[..., Condition]) -> None:
    likely, _ = await expected(condition(**{"study.replicates": 1}), "particle")
    assert likely.calls == len((await rehearse(condition(), "particle", 1)).student)


async def test_at_most_is_every_step_and_every_reply_at_its_limit(condition: Callable[..., Condition]) -> None:
    asking = condition(backend={"base_url": "http://127.0.0.1:9/v1", "sampling": {"max_tokens": 500}})
    _, most = await expected(asking, "particle")
    assert most.calls == 3 * 3  # three episodes of three steps, one call each
    assert most.completion_tokens == 3 * 3 * 500


def test_stand_ins_and_local_models_are_free_and_an_unknown_price_is_none(
    condition: Callable[..., Condition], prices: Path
) -> None:
    assert price("backend", condition()) == FREE
    remote = condition(backend={"base_url": "http://127.0.0.1:9/v1"})
    assert price("backend", remote) is None
    assert price("backend", priced(remote, prices)) == Price(prompt=1_000_000, completion=2_000_000)
    here = condition(backend={"_target_": "backends.openai.LocalOpenAI", "base_url": "http://127.0.0.1:9/v1"})
    assert price("backend", here) == FREE


async def test_each_role_has_its_own_price(condition: Callable[..., Condition], prices: Path) -> None:
    """The student is free, the tutor is not: what it costs is what the tutor says and is told."""
    tutored = condition("beagle", tutor_backend={"base_url": "http://127.0.0.1:9/v1"}, **{"study.max_steps": 12})
    rehearsal = await rehearse(tutored, "particle", 2)
    assert rehearsal.tutor  # or nothing is shown here
    likely, _ = await expected(priced(tutored, prices), "particle")
    prompts = sum(each.completion.usage.prompt_tokens for each in rehearsal.tutor)
    replies = sum(each.completion.usage.completion_tokens for each in rehearsal.tutor)
    assert likely.cost == pytest.approx((prompts + 2 * replies) * 3 / 2)  # three replicates, of which two are played


async def test_a_study_is_its_conditions_and_their_sum(condition: Callable[..., Condition]) -> None:
    both = [condition("vanilla"), condition("cot")]
    shown = await estimate(both, ["particle", "slider"])
    calls = [sum([(await expected(each, task))[0].calls for task in ("particle", "slider")]) for each in both]
    assert [line["Calls"] for line in lines(shown).values()] == [f"{n:,.0f}" for n in (*calls, sum(calls))]
    assert [line["US$"] for line in lines(shown).values()] == ["0.00"] * 3
    assert list(lines(shown)) == ["vanilla", "cot", "all"]


async def test_an_unknown_price_is_said_in_the_sum_too(condition: Callable[..., Condition]) -> None:
    shown = lines(
        await estimate([condition(), condition("cot", backend={"base_url": "http://127.0.0.1:9/v1"})], ["slider"])
    )
    assert [line["US$"] for line in shown.values()] == ["0.00", "unknown price", "unknown price"]
    assert [line["at most: US$"] for line in shown.values()] == ["0.00", "unknown price", "unknown price"]


async def test_the_budget_stands_below(condition: Callable[..., Condition]) -> None:
    limited = condition(budget={"tokens": 1_000_000, "money": 2.5})
    assert "Budget: 1,000,000 tokens and $2.50." in (await estimate([limited], ["slider"])).notes
    assert "Budget: none." in (await estimate([condition()], ["slider"])).notes
    assert "Budget: 0 tokens." in (await estimate([condition(budget={"tokens": 0})], ["slider"])).notes


async def test_nothing_is_sent(
    condition: Callable[..., Condition], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)  # nor is a key needed
    async with HostileServer() as server:
        keyed = {"base_url": server.url, "key_variable": "OPENAI_API_KEY"}
        await estimate([condition(backend=keyed)], ["particle"])
        assert not server.requests
        assert not server.connections
    assert not (tmp_path / "replies.sqlite").exists()
    assert not (tmp_path / "gateway.log").exists()


def test_the_stage_writes_a_text(condition: Callable[..., Condition], tmp_path: Path) -> None:
    frozen = [tmp_path / "vanilla.yaml", tmp_path / "cot.yaml"]
    for path in frozen:
        path.write_text(condition(path.stem).to_yaml())
    words = [f"configs={frozen[0]} {frozen[1]}", "tasks=particle slider", f"out={tmp_path}/out.txt"]
    assert stage.main(words) == 0
    text = (tmp_path / "out.txt").read_text()
    assert text.startswith("What the study will take, as stand-ins played it\n")
    assert "Nothing was sent." in text
