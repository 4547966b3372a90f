"""A study as the stages after the simulation see it: frozen in a file, so that no stage composes anew."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.composition import Composition
from pipeline.study import Study
from protocol import ConfigurationError


class FrozenStudy(BaseModel):
    """A study, checked and written down.

    Args:
        name: Name of the study.
        profile: The profile whose sizes it has.
        study: What its file says, with the profile's sizes.
        scripted: Whether stand-ins answered in a model's place.
        models: The models that spoke, in words.
        code: Digest of the source that its components come from.
        components: Of each condition: class and arguments by component.
        reference: The real students: class and arguments.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    profile: str
    study: Study
    scripted: bool
    models: tuple[str, ...]
    code: str
    components: Mapping[str, Mapping[str, Any]]
    reference: Mapping[str, Any]

    @classmethod
    def of(
        cls, composition: Composition, *, profile: str, scripted: bool, models: tuple[str, ...], code: str
    ) -> "FrozenStudy":
        """Freeze a composition."""
        return cls(
            name=composition.name,
            profile=profile,
            study=composition.study,
            scripted=scripted,
            models=models,
            code=code,
            components={name: condition.components for name, condition in composition.conditions.items()},
            reference=composition.reference,
        )

    @property
    def made_with(self) -> str:
        """Words that go with every number: what spoke for the learners."""
        return SCRIPTED if self.scripted else f"language model: {', '.join(self.models)}"

    def label(self, condition: str) -> str:
        """The printed name of a condition's row, or the condition's own name."""
        return next((row for row, name in self.study.rows.items() if name == condition), condition)

    def to_yaml(self) -> str:
        """The study as a file that `read` takes back."""
        return yaml.safe_dump(self.model_dump(mode="json"), sort_keys=False, allow_unicode=True)

    @classmethod
    def read(cls, path: Path) -> "FrozenStudy":
        """A study from its file.

        Raises:
            ConfigurationError: the file is missing, or no frozen study.
        """
        try:
            return cls.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
        except (OSError, yaml.YAMLError, ValidationError) as error:
            raise ConfigurationError(f"{path}: not a frozen study", mend="run Snakemake, which freezes it") from error


SCRIPTED = "scripted backend: stand-ins, not a language model"
"""What stands beside everything that stand-ins made."""
