"""One condition of a study, resolved: what a simulation is given, frozen in a file."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.study import Design
from protocol import ConfigurationError

Resolved = dict[str, Any]

COMPONENTS = ("session", "student", "tutor", "backend")
"""The keys of a condition's configuration that hold a class and its arguments."""


class Walls(BaseModel):
    """What a run asks of the sandbox.

    Args:
        strict: Refuse to run where a wall is missing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    strict: bool


class Machinery(BaseModel):
    """What a simulation needs and no trace shows.

    Args:
        cache: File of the response cache.
        workers: Episodes that are played at the same time.
        sandbox: What is asked of the sandbox.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    cache: Path
    workers: int = Field(ge=1)
    sandbox: Walls


@dataclass(frozen=True)
class Condition:
    """One condition of a study, resolved: all that can change its traces, and how they are made here.

    Args:
        study: Name of the study.
        name: Name of the condition.
        design: How its episodes are laid out.
        components: Class and arguments by component.
        machinery: What cannot change a trace.
    """

    study: str
    name: str
    design: Design
    components: Resolved
    machinery: Machinery

    @property
    def digest(self) -> str:
        """Stands for everything in the configuration that can change a trace; where things lie cannot."""
        return digest_of([self.study, self.name, self.design.model_dump(mode="json"), self.components])

    def to_yaml(self) -> str:
        """The condition as a file that `read` takes back."""
        frozen = {"study": self.study, "condition": self.name, "design": self.design.model_dump(mode="json")}
        return yaml.safe_dump(
            {**frozen, **self.components, "machinery": self.machinery.model_dump(mode="json")}, sort_keys=False
        )

    @classmethod
    def read(cls, path: Path) -> "Condition":
        """The condition that a file was frozen from.

        Raises:
            ConfigurationError: the file is missing, or no frozen condition.
        """
        try:
            frozen = yaml.safe_load(path.read_text())
            components = {key: frozen[key] for key in COMPONENTS}
            design = Design.model_validate(frozen["design"])
            return cls(
                frozen["study"], frozen["condition"], design, components, Machinery.model_validate(frozen["machinery"])
            )
        except (OSError, yaml.YAMLError, KeyError, TypeError, ValidationError) as error:
            raise ConfigurationError(f"{path}: not the configuration of a condition", mend="freeze it anew") from error


def digest_of(value: object) -> str:
    """SHA-256 of the canonical JSON of plain values, in hexadecimal."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
