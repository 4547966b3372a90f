"""One condition of a study, resolved: what a simulation is given, frozen in a file."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from backends.spending import Account, Budget
from pipeline.study import Design
from protocol import ConfigurationError, Episode

Resolved = dict[str, Any]

COMPONENTS = ("session", "student", "tutor", "backend", "tutor_backend")
"""The keys of a condition's configuration that hold a class and its arguments."""

BACKENDS = ("backend", "tutor_backend")
"""Those of them that speak for someone."""


class Walls(BaseModel):
    """What a run asks of the sandbox.

    Args:
        pool: Programs of a job that run at the same time.
        strict: Refuse to run where a wall is missing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    pool: int = Field(ge=1)
    strict: bool


class Certification(BaseModel):
    """How it is measured whether a backend repeats itself.

    Args:
        prompts: How many prompts are sent, each twice alone and twice among the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompts: int = Field(ge=1)


class Machinery(BaseModel):
    """What a simulation needs and no trace shows.

    Args:
        cache: File of the response cache.
        workers: Episodes that are played side by side.
        sandbox: What is asked of the sandbox.
        budget: Where the study stops.
        prices: File of prices that come before those that practicum knows.
        certificate: How it is measured whether the backend repeats itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    cache: Path
    workers: int = Field(ge=1)
    sandbox: Walls
    budget: Budget
    prices: Path | None
    certificate: Certification


@dataclass(frozen=True)
class Condition:
    """One condition of a study, resolved: all that can change its traces, and how they are made here.

    Args:
        study: Name of the study.
        name: Name of the condition.
        profile: The profile whose sizes the study has.
        design: How its episodes are laid out.
        components: Class and arguments by component.
        machinery: What cannot change a trace.
    """

    study: str
    name: str
    profile: str
    design: Design
    components: Resolved
    machinery: Machinery

    @property
    def digest(self) -> str:
        """Stands for everything in the configuration that can change a trace; where things lie cannot."""
        return digest_of([self.study, self.name, self.design.model_dump(mode="json"), self.components])

    @property
    def account(self) -> Account:
        """Who pays for its replies: one account for all conditions of a study at one size."""
        name = f"{self.profile}/{self.study}"
        return Account(name=name, budget=self.machinery.budget, prices=self.machinery.prices)

    def episodes(self, task: str) -> Iterator[Episode]:
        """Its episodes at a task, by replicate."""
        for replicate in range(self.design.replicates):
            profile = self.design.profiles[replicate % len(self.design.profiles)]
            yield Episode(
                study=self.study,
                condition=self.name,
                task=task,
                replicate=replicate,
                root_seed=self.design.root_seed,
                rho_behav=profile.behav,
                rho_persona=profile.persona,
            )

    def to_yaml(self) -> str:
        """The condition as a file that `read` takes back."""
        names = {"study": self.study, "condition": self.name, "profile": self.profile}
        frozen = {**names, "design": self.design.model_dump(mode="json")}
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
            names = (frozen["study"], frozen["condition"], frozen["profile"])
            design = Design.model_validate(frozen["design"])
            return cls(*names, design, components, Machinery.model_validate(frozen["machinery"]))
        except (OSError, yaml.YAMLError, KeyError, TypeError, ValidationError) as error:
            raise ConfigurationError(f"{path}: not the configuration of a condition", mend="freeze it anew") from error


def digest_of(value: object) -> str:
    """SHA-256 of the canonical JSON of plain values, in hexadecimal."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
