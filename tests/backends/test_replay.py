"""A replay answers what was recorded, as it was recorded, and nothing else; it needs no model, key or setting."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from backends import Account, Backend, Engine, Model, Prompt, Replay, ResponseCache, Spent
from backends.bundle import export, merge
from backends.openai import LocalOpenAI
from backends.recording import recordings
from backends.stock import Selection
from protocol import BackendError, ConfigurationError, DataError, TruncatedReplyError
from tests.hostile.server import MODEL, Behaviour, HostileServer

ACCOUNT = Account(name="full/one")


@asynccontextmanager
async def opened(backend: Backend, cache: Path) -> AsyncIterator[Model]:
    async with backend.open(cache, ACCOUNT) as model:
        yield model


async def record(
    cache: Path, prompt: Prompt[Any, Any], view: Any, plan: Sequence[Behaviour] = (), seeds: int = 3, **settings: Any
) -> LocalOpenAI:
    """Ask a real server through the gateway, once for each seed; the server is gone after that."""
    async with HostileServer(plan) as server:
        backend = LocalOpenAI(base_url=server.url, model=MODEL, provider="tests", **settings)
        async with opened(backend, cache) as model:
            for seed in range(seeds):
                try:
                    await model.ask(prompt, view, seed=seed)
                except BackendError:
                    assert plan
    return backend


async def test_what_was_recorded_is_answered_the_same_without_the_server(
    prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    backend = await record(cache, prompt, view, sampling={"temperature": 0.25, "max_tokens": 77})
    replay = Replay(cache=cache)
    async with opened(replay, cache) as model:
        answers = [await model.ask(prompt, view, seed=seed) for seed in range(3)]
    assert [answer.reply.number for answer in answers] == [7, 7, 7]
    assert all(answer.cached for answer in answers)
    assert replay.label == backend.label
    assert model.provider.identity == backend.identity
    assert model.provider.engine == Engine(backend.base_url.removeprefix("http://").removesuffix("/v1"))
    assert (model.sampling.temperature, model.sampling.max_tokens) == (0.25, 77)


async def test_a_replayed_call_costs_what_it_cost_and_pays_nothing(
    prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    await record(cache, prompt, view)
    with ResponseCache(cache) as replies:
        before = replies.spent("full/one")
        with replies.writing() as database:
            database.execute("UPDATE replies SET cost = 0.5")
    async with opened(Replay(cache=cache), cache) as model:
        await model.ask(prompt, view, seed=1)
    assert (model.meter.calls, model.meter.free_calls, model.meter.cost) == (1, 0, 0.5)
    with ResponseCache(cache) as replies:
        assert replies.spent("full/one") == before == Spent(3, 36, 0, 27, 0.0, 0)


@pytest.mark.parametrize("changed", ["seed", "replicate", "view"])
async def test_what_was_not_recorded_is_an_error_that_names_the_request(
    changed: str, prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    await record(cache, prompt, view)
    asked = {"seed": 99 if changed == "seed" else 1, "replicate": 4 if changed == "replicate" else 0}
    asked_view = view.model_copy(update={"low": 1}) if changed == "view" else view
    async with opened(Replay(cache=cache), cache) as model:
        with pytest.raises(BackendError) as caught:
            await model.ask(prompt, asked_view, **asked)
    line = str(caught.value)
    for part in (
        "game/guess",
        MODEL,
        f"seed {asked['seed']}",
        f"replicate {asked['replicate']}",
        "or ask the model itself",
    ):
        assert part in line


@pytest.mark.parametrize(
    ("behaviour", "error"), [(Behaviour.LENGTH, TruncatedReplyError), (Behaviour.FILTERED, BackendError)]
)
async def test_a_reply_that_was_spoilt_is_spoilt_again_and_never_kept(
    behaviour: Behaviour, error: type[BackendError], prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    await record(cache, prompt, view, plan=[Behaviour.ANSWER, behaviour], seeds=2)
    with ResponseCache(cache) as replies:
        assert len(replies) == 1
        assert replies.spent("full/one").calls == 2
    async with opened(Replay(cache=cache), cache) as model:
        await model.ask(prompt, view, seed=0)
        with pytest.raises(error) as caught:
            await model.ask(prompt, view, seed=1)
    assert type(caught.value) is error
    assert (model.meter.calls, model.meter.completion_tokens) == (2, 18)


async def test_a_repair_is_replayed_as_the_repair_it_was(prompt: Prompt[Any, Any], view: Any, tmp_path: Path) -> None:
    cache = tmp_path / "cache.sqlite"
    await record(cache, prompt, view, plan=[Behaviour.WRONG_SCHEMA], seeds=1)
    async with opened(Replay(cache=cache), cache) as model:
        answer = await model.ask(prompt, view, seed=0)
    assert (answer.reply.number, answer.repaired, model.meter.calls) == (7, True, 2)


async def test_a_study_is_replayed_elsewhere_from_its_bundle(
    prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    backend = await record(here, prompt, view, plan=[Behaviour.ANSWER, Behaviour.LENGTH], seeds=2)
    with ResponseCache(here) as cache:
        export(cache, tmp_path / "study.gz", Selection(accounts=("full/one",)))
    with ResponseCache(there) as cache:
        merge(cache, tmp_path / "study.gz")
    replay = Replay(cache=there)
    assert replay.label == backend.label
    async with opened(replay, there) as model:
        assert (await model.ask(prompt, view, seed=0)).reply.number == 7
        with pytest.raises(TruncatedReplyError):
            await model.ask(prompt, view, seed=1)


async def test_asking_afresh_leaves_no_recording(prompt: Prompt[Any, Any], view: Any, tmp_path: Path) -> None:
    cache = tmp_path / "cache.sqlite"
    async with HostileServer() as server:
        backend = LocalOpenAI(base_url=server.url, model=MODEL)
        async with backend.open(cache, ACCOUNT, fresh=True) as model:
            await model.ask(prompt, view, seed=0)
    with ResponseCache(cache) as replies:
        assert (len(replies), recordings(replies)) == (0, [])


async def test_nobody_can_be_asked_afresh(stock: Any) -> None:
    with pytest.raises(BackendError, match=r"large \(openai\) is replayed"):
        async with Replay(cache=stock.path, model="large").open(stock.path, ACCOUNT, fresh=True):
            pass


def test_of_several_recordings_one_has_to_be_chosen(stock: Any) -> None:
    with pytest.raises(ConfigurationError) as caught:
        _ = Replay(cache=stock.path).label
    line = str(caught.value)
    for recording in (stock.large, stock.small):
        assert recording.label in line
        assert recording.name in line
    assert "set backend.model=" in line


def test_a_recording_is_chosen_by_model_by_provider_or_by_the_beginning_of_its_name(stock: Any) -> None:
    for choice in ({"model": "small"}, {"provider": "ollama"}, {"recording": stock.small.name[:6]}):
        replay = Replay(cache=stock.path, **choice)
        assert (replay.label, replay.recorded_as) == ("small (ollama)", stock.small.name)


async def test_two_samplings_of_one_model_are_two_recordings(
    prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    async with HostileServer() as server:
        for temperature, number in ((0.0, 7), (1.0, 8)):
            server.text = f'{{"number": {number}}}'
            backend = LocalOpenAI(base_url=server.url, model=MODEL, sampling={"temperature": temperature})
            async with opened(backend, cache) as model:
                await model.ask(prompt, view, seed=0)
    with pytest.raises(ConfigurationError, match=r"temperature 0, .*temperature 1,|temperature 1, .*temperature 0,"):
        _ = Replay(cache=cache, model=MODEL).label
    with ResponseCache(cache) as replies:
        names = {each.sampling.temperature: each.name for each in recordings(replies)}
    for temperature, number in ((0.0, 7), (1.0, 8)):
        async with opened(Replay(cache=cache, recording=names[temperature]), cache) as model:
            assert (await model.ask(prompt, view, seed=0)).reply.number == number


@pytest.mark.parametrize("choice", [{"model": "none"}, {"provider": "openai", "model": "small"}, {"recording": "zz"}])
def test_a_choice_that_fits_no_recording_lists_those_there_are(choice: dict[str, str], stock: Any) -> None:
    with pytest.raises(
        ConfigurationError, match=r"no recording is meant, of those in .*large \(openai\).*small|small.*large"
    ):
        _ = Replay(cache=stock.path, **choice).label


def test_a_cache_without_a_model_says_how_to_get_replies(tmp_path: Path) -> None:
    ResponseCache(tmp_path / "empty.sqlite").close()
    with pytest.raises(ConfigurationError, match="holds no replies of a model - import some"):
        _ = Replay(cache=tmp_path / "empty.sqlite").label
    with pytest.raises(DataError, match="there is no such cache"):
        _ = Replay(cache=tmp_path / "none.sqlite").label
    assert not (tmp_path / "none.sqlite").exists()


def test_it_is_no_stand_in_and_spends_nothing(stock: Any) -> None:
    replay = Replay(cache=stock.path)
    assert (replay.scripted, replay.local) == (False, True)
    with pytest.raises(ValidationError, match="temperature"):
        Replay(cache=stock.path, temperature=0)  # type: ignore[call-arg]


def test_its_configuration_takes_the_runs_own_cache(configured: Callable[..., Any], stock: Any) -> None:
    replay = configured("backend", "replay", f"cache={stock.path}", "backend.model=small")
    assert isinstance(replay, Replay)
    assert replay.label == "small (ollama)"
