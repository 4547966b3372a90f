"""A prompt with a template of its own, as a simulator would declare it; and a cache with replies in it."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from numpy.random import Generator

from backends import (
    Completion,
    Engine,
    FinishReason,
    Identity,
    Message,
    Prompt,
    Reply,
    Request,
    ResponseCache,
    Sampling,
    Skill,
    Usage,
    View,
)
from backends.recording import CERTIFICATE, Recording, certificate_name


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


LARGE = Recording(Identity("openai", "http://host/v1", "large"), "s", Sampling(0.5), "large (openai)", Engine("host"))
SMALL = Recording(
    Identity("ollama", "http://here/v1", "small"), "", Sampling(), "small (ollama)", Engine("Ollama", "1.0")
)


@dataclass(frozen=True)
class Stock:
    """A cache with the replies of two models, for two studies; one reply of the large one was cut short.

    Args:
        path: The file.
    """

    path: Path
    large: Recording = LARGE
    small: Recording = SMALL

    def request(self, recording: Recording, seed: int) -> Request:
        """The request of a seed to a model."""
        identity, message = recording.identity, Message("user", "?")
        whose = (identity.provider, identity.base_url, identity.model)
        return Request(*whose, (message,), "{}", recording.sampling, seed, salt=recording.salt)

    def fill(self) -> None:
        """Put in three replies of the large model and two of the small one, with what belongs to them."""
        kept = Completion("yes \N{SNOWMAN}", FinishReason.STOP, Usage(30, 4, 10), "full/one", 0.25)
        free = Completion("no", FinishReason.STOP, Usage(20, 2), "full/two", None)
        cut = Completion("ye", FinishReason.LENGTH, Usage(30, 8, 10), "full/one", 0.5)
        with ResponseCache(self.path) as cache:
            for recording, account in ((self.large, "full/one"), (self.small, "full/two")):
                recording.keep(cache)
                cache.write_document(CERTIFICATE, certificate_name(recording.name, account), f"of {account}")
            for seed in range(3):
                cache.pay(self.request(self.large, seed), kept, "game/guess")
            cache.pay(self.request(self.large, 3), cut, "game/guess")
            for seed in range(2):
                cache.pay(self.request(self.small, seed), free, "game/other")


@pytest.fixture
def stock(tmp_path: Path) -> Stock:
    made = Stock(tmp_path / "stock.sqlite")
    made.fill()
    return made
