"""Prompts render their two parts, and say what they want back."""

import json
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError
from pydantic import ValidationError

from backends import Prompt


def test_a_prompt_has_a_system_and_a_user_part(prompt: Prompt[Any, Any], view: Any) -> None:
    system, user = prompt.render(view)
    assert (system.role, user.role) == ("system", "user")
    assert system.content.startswith("Guess a number.")
    assert user.content == "Between 0 and 1000000."


def test_the_system_part_describes_the_reply(prompt: Prompt[Any, Any], view: Any) -> None:
    system, _ = prompt.render(view)
    assert "- number (required): the number" in system.content
    assert "- why (or null): the reason" in system.content


def test_a_variable_that_the_view_lacks_is_an_error(prompt: Prompt[Any, Any], view: Any, tmp_path: Path) -> None:
    (tmp_path / "guess.j2").write_text("{{ middle }}{{ turn }}")
    with pytest.raises(UndefinedError, match="middle"):
        prompt.render(view)


def test_a_view_takes_nothing_that_it_does_not_declare(view: Any) -> None:
    with pytest.raises(ValidationError):
        type(view)(low=0, high=1, answer=42)


def test_the_schema_names_the_required_keys(prompt: Prompt[Any, Any]) -> None:
    assert json.loads(prompt.schema)["required"] == ["number"]
