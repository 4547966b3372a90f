"""Stand-ins answer by seed, view and skill; the cache tells them apart by the same."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from backends import Account, Prompt, Question, ScriptedBackend
from backends.scripted import ScriptedProvider


async def test_the_same_seed_gives_the_same_reply(prompt: Prompt[Any, Any], view: Any, tmp_path: Path) -> None:
    numbers = []
    for cache, fresh in (("a", False), ("b", False), ("a", True)):
        async with ScriptedBackend(skill={}).open(tmp_path / cache, Account(name="tests"), fresh=fresh) as model:
            numbers.append((await model.ask(prompt, view, seed=7)).reply.number)
    assert len(set(numbers)) == 1


async def test_skill_reaches_the_stand_in(prompt: Prompt[Any, Any], view: Any) -> None:
    async with ScriptedBackend(skill={"bisect": 1.0}).open(Path("unused"), Account(name="tests"), fresh=True) as model:
        assert (await model.ask(prompt, view, seed=7)).reply.number == 500_000


def test_view_and_skill_are_in_the_salt(prompt: Prompt[Any, Any], view: Any) -> None:
    other_view = view.model_copy(update={"low": 1})
    salts = {
        ScriptedProvider({}, 0).salt(Question(prompt, view)),
        ScriptedProvider({}, 0).salt(Question(prompt, other_view)),
        ScriptedProvider({"bisect": 0.5}, 0).salt(Question(prompt, view)),
        ScriptedProvider({}, 0.1).salt(Question(prompt, view)),
    }
    assert len(salts) == 4


def test_a_share_above_one_is_refused() -> None:
    with pytest.raises(ValidationError, match="garbled"):
        ScriptedBackend(skill={}, garbled=1.5)


def test_it_says_that_it_is_scripted() -> None:
    assert ScriptedBackend.scripted
