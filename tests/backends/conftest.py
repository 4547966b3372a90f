"""A prompt with a template of its own, as a simulator would declare it."""

from pathlib import Path

import pytest
from numpy.random import Generator

from backends import Prompt, Reply, Skill, View


class GuessView(View):
    """What the guesser knows."""

    low: int
    high: int


class Guess(Reply):
    """A number."""

    number: int
    """the number"""
    why: str | None = None
    """the reason"""


def guess_at_random(view: GuessView, rng: Generator, skill: Skill) -> Guess:
    """Stand in: any number of the range, or the middle with enough skill."""
    if rng.random() < skill.get("bisect", 0):
        return Guess(number=(view.low + view.high) // 2)
    return Guess(number=int(rng.integers(view.low, view.high)))


@pytest.fixture
def prompt(tmp_path: Path) -> Prompt[GuessView, Guess]:
    (tmp_path / "guess.j2").write_text("Guess a number.\n{{ turn }}\nBetween {{ low }} and {{ high }}.")
    return Prompt("game/guess", tmp_path, view=GuessView, reply=Guess, stand_in=guess_at_random)


@pytest.fixture
def view() -> GuessView:
    return GuessView(low=0, high=1_000_000)
