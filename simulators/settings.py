"""Settings of simulators: frozen, strict about their keys, and clear about what is wrong with them."""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from protocol import ConfigurationError, Level, Metacognition

T = TypeVar("T")
K = TypeVar("K", bound=StrEnum)
S = TypeVar("S", bound="Settings")


class Settings(BaseModel):
    """Base of all settings: unknown keys are errors, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def _none_if_off(value: Any) -> Any:
    return None if value is False or value == "off" else value


Switchable = Annotated[T | None, BeforeValidator(_none_if_off)]
"""Settings of a module that `off` (as YAML's `off`, the word, or null) switches off: None then."""


def _sums_to_one(row: dict[K, float]) -> dict[K, float]:
    total = math.fsum(row.values())
    if not math.isclose(total, 1, abs_tol=5e-4):
        raise ValueError(f"sums to {total:.3f}, not 1")
    return dict(sorted(row.items()))  # draws must not hang on the order in a file


Probability = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0)]
Row = Annotated[dict[K, Probability], AfterValidator(_sums_to_one)]
"""A distribution over the members of an enumeration; one that is not named has probability 0."""


class PerLevel(Settings, Generic[T]):
    """One value for each value of rho_behav (BEAGLE, section 2)."""

    low: T
    high: T

    def __getitem__(self, level: Level) -> T:
        return self.high if level is Level.HIGH else self.low


class PerMetacognition(Settings, Generic[T]):
    """One value for each metacognitive behaviour."""

    planning: T
    enacting: T
    monitoring: T
    reflecting: T

    def __getitem__(self, metacognition: Metacognition) -> T:
        value: T = getattr(self, metacognition.value)
        return value


def read_settings(kind: type[S], values: Mapping[str, Any], *, where: str) -> S:
    """Settings from what a configuration says.

    Args:
        kind: Which settings.
        values: The configuration's keys and values.
        where: What to call the configuration in an error, such as `student`.

    Raises:
        ConfigurationError: names the first key that is unknown, missing or out of range.
    """
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        raise ConfigurationError(_first_line(error, where)) from error


def _first_line(error: ValidationError, where: str) -> str:
    first = error.errors(include_url=False)[0]
    key = ".".join([where, *(str(part) for part in first["loc"] if part != "[key]")])
    match first["type"]:
        case "missing":
            return f"{key} is missing"
        case "extra_forbidden":
            return f"{key}: no such key"
        case "value_error":
            return f"{key} {first['ctx']['error']}"
        case _:
            return f"{key} is {first['input']!r}: {first['msg'][0].lower()}{first['msg'][1:]}"
