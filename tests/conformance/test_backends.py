"""What every backend must keep that runs here without a key, a GPU or a server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backends import Account, LanguageModel
from environments.programming import problem
from protocol import Level
from simulators.students.prompted import ActView
from simulators.students.vanilla import Vanilla

BACKENDS = ("scripted",)
ACCOUNT = Account(name="tests")
ACT = Vanilla.script.act


@pytest.fixture
def view() -> ActView:
    task = problem("particle")
    return ActView(
        problem=task.id,
        title=task.title,
        statement=task.statement,
        level=Level.LOW,
        metacognitive_prompt=False,
        reasons=False,
        exemplars=(),
        step=1,
        max_steps=30,
        code=task.starter,
        last_output=None,
        hint=None,
    )


async def reply(model: LanguageModel, view: ActView, seed: int, replicate: int = 0) -> Any:
    return (await model.ask(ACT, view, seed=seed, replicate=replicate)).reply


@pytest.mark.parametrize("name", BACKENDS)
async def test_a_cached_reply_is_the_reply_that_was_given(
    name: str, configured: Callable[..., Any], view: ActView, tmp_path: Path
) -> None:
    backend = configured("backend", name, "backend.garbled=0")
    async with backend.open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        given = [await reply(model, view, seed) for seed in range(5)]
    async with backend.open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        answers = [await model.ask(ACT, view, seed=seed) for seed in range(5)]
    assert [answer.reply for answer in answers] == given
    assert all(answer.cached for answer in answers)


@pytest.mark.parametrize("name", BACKENDS)
async def test_another_seed_or_draw_is_another_question(
    name: str, configured: Callable[..., Any], view: ActView, tmp_path: Path
) -> None:
    async with configured("backend", name, "backend.garbled=0").open(tmp_path / "cache.sqlite", ACCOUNT) as model:
        for seed, draw in ((0, 0), (1, 0), (0, 1)):
            assert not (await model.ask(ACT, view, seed=seed, replicate=draw)).cached


def test_every_backend_says_whether_it_is_a_language_model(configured: Callable[..., Any]) -> None:
    for name in BACKENDS:
        assert isinstance(configured("backend", name).scripted, bool)
