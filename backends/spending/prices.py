"""What a token costs: a dated list, which users can put their own before."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from backends.request import Usage
from protocol import ConfigurationError

LIST = Path(__file__).with_name("prices.yaml")
"""The prices that practicum knows."""

MILLION = 1_000_000


Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Price(BaseModel):
    """US dollars for a million tokens.

    Args:
        prompt: Of a prompt.
        completion: Of a reply.
        cached_prompt: Of what the server had at hand of a prompt; as dear as the rest where it is not said.
        cache_write: Of what it put by of a prompt for later; as dear as the rest where it is not said.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: Dollars
    completion: Dollars
    cached_prompt: Dollars | None = None
    cache_write: Dollars | None = None

    @model_validator(mode="after")
    def _bounded_by_the_prompt(self) -> Self:
        if self.cached_prompt is not None and self.cached_prompt > self.prompt:
            raise ValueError("cached_prompt is dearer than prompt")  # a budget reserves for prompts that are not cached
        if self.cache_write is not None and self.cache_write < self.prompt:
            raise ValueError("cache_write is cheaper than prompt")  # it reserves for prompts that are all put by
        return self

    def of(self, usage: Usage) -> float:
        """What a reply costs, in US dollars."""
        cached_price = self.prompt if self.cached_prompt is None else self.cached_prompt
        read, written = usage.cached_prompt_tokens, usage.cache_write_tokens
        dollars = (usage.prompt_tokens - read - written) * self.prompt + read * cached_price + written * self._write
        return (dollars + usage.completion_tokens * self.completion) / MILLION

    def most(self, usage: Usage) -> float:
        """What a reply of so many tokens can cost at most, whatever the server does with its cache."""
        return (usage.prompt_tokens * self._write + usage.completion_tokens * self.completion) / MILLION

    @property
    def _write(self) -> float:
        return self.prompt if self.cache_write is None else self.cache_write


FREE = Price(prompt=0, completion=0)
"""Of a model on the user's own machine."""


class PriceList(BaseModel):
    """A file of prices.

    Args:
        as_of: Day that the prices were read.
        source: Where they were read, by provider.
        prices: By provider and model.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: date
    source: Mapping[str, str]
    prices: Mapping[str, Mapping[str, Price]]


@dataclass(frozen=True)
class Prices:
    """Price lists, the first of which that knows a model counts."""

    lists: tuple[PriceList, ...]

    @classmethod
    def read(cls, own: Path | None = None) -> "Prices":
        """The prices that practicum knows, after a user's own if there are any.

        Raises:
            ConfigurationError: a file is missing, or no price list.
        """
        return cls(tuple(_read(path) for path in (own, LIST) if path is not None))

    def of(self, provider: str, model: str) -> Price | None:
        """The price of a model at a provider; None if it is unknown."""
        found = (known.prices.get(provider, {}).get(model) for known in self.lists)
        return next((price for price in found if price is not None), None)


def _read(path: Path) -> PriceList:
    try:
        return _parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"prices={path}: {error.strerror}") from error
    except (yaml.YAMLError, ValueError) as error:
        raise ConfigurationError(
            f"prices={path}: {_fault(error)}", mend=f"write it as {LIST.name} is written"
        ) from error


@cache
def _parsed(text: str) -> PriceList:
    return PriceList.model_validate(yaml.safe_load(text))


def _fault(error: Exception) -> str:
    """What is wrong with a price list: the key, or the line."""
    if isinstance(error, ValidationError):
        fault: Any = error.errors(include_url=False)[0]
        return ": ".join(filter(None, (".".join(map(str, fault["loc"])), fault["msg"])))
    return f"no YAML ({error})"
