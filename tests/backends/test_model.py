"""Asking goes through rendering, cache, parsing and repair, and counts what it did."""

from pathlib import Path
from typing import Any

import pytest

from backends import Meter, Model, Prompt, ResponseCache
from backends.scripted import ScriptedProvider
from protocol import MalformedReplyError


async def test_a_reply_comes_back_typed_and_counted(prompt: Prompt[Any, Any], view: Any) -> None:
    model = Model(ScriptedProvider({}, garbled=0))
    answer = await model.ask(prompt, view, seed=1)
    assert 0 <= answer.reply.number < 1_000_000
    assert (answer.cached, answer.repaired, model.meter.calls) == (False, False, 1)
    assert model.meter.prompt_tokens > 0


async def test_the_same_question_is_answered_from_the_cache(
    prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    with ResponseCache(tmp_path / "cache.sqlite") as cache:
        first, second = (Model(ScriptedProvider({}, 0, "mine"), cache, meter=Meter(name)) for name in ("mine", "yours"))
        fresh = await first.ask(prompt, view, seed=1)
        again = await second.ask(prompt, view, seed=1)
    assert again.reply == fresh.reply
    assert again.cached
    assert (second.meter.calls, second.meter.free_calls) == (1, 1)


async def test_a_run_that_is_taken_up_again_counts_the_tokens_of_one_that_was_not(
    prompt: Prompt[Any, Any], view: Any, tmp_path: Path
) -> None:
    with ResponseCache(tmp_path / "cache.sqlite") as cache:
        meters = [Meter(), Meter()]
        for meter in meters:
            await Model(ScriptedProvider({}, garbled=0), cache, meter=meter).ask(prompt, view, seed=1)
    assert meters[0].prompt_tokens == meters[1].prompt_tokens
    assert meters[0].completion_tokens == meters[1].completion_tokens


async def test_five_draws_are_five_answers(prompt: Prompt[Any, Any], view: Any) -> None:
    model = Model(ScriptedProvider({}, garbled=0))
    answers = [(await model.ask(prompt, view, seed=1, replicate=index)).reply.number for index in range(5)]
    assert len(set(answers)) == 5


async def test_a_reply_that_never_parses_is_malformed_after_one_repair(prompt: Prompt[Any, Any], view: Any) -> None:
    model = Model(ScriptedProvider({}, garbled=1))
    with pytest.raises(MalformedReplyError, match="game/guess"):
        await model.ask(prompt, view, seed=1)
    assert model.meter.calls == 2


async def test_some_garbled_replies_are_repaired(prompt: Prompt[Any, Any], view: Any) -> None:
    model = Model(ScriptedProvider({}, garbled=0.2))
    answers = []
    for seed in range(60):
        try:
            answers.append(await model.ask(prompt, view, seed=seed))
        except MalformedReplyError:
            continue
    assert any(answer.repaired for answer in answers)
    assert any(not answer.repaired for answer in answers)
