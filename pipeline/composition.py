"""The resolved configuration of every condition of a study: composed by Hydra once, remembered after that."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from pipeline.condition import COMPONENTS, Condition, Machinery, Resolved, digest_of
from pipeline.study import Study, faults
from pipeline.words import CONF, Wishes
from pipeline.writing import write
from protocol import ConfigurationError

REMEMBERED = Path(".practicum/compositions")
"""Hydra takes a tenth of a second for each student: what was composed from the same files is read back."""


@dataclass(frozen=True)
class Composition:
    """A study with all its conditions, composed.

    Args:
        name: Name of the study.
        study: What its file says, with the profile's sizes.
        conditions: Conditions by name, in the study's order.
        reference: The real students: class and arguments.
        judge: Who judges: class and arguments of a backend.
    """

    name: str
    study: Study
    conditions: Mapping[str, Condition]
    reference: Resolved
    judge: Resolved

    @property
    def machinery(self) -> Machinery:
        """How its conditions are simulated here."""
        return next(iter(self.conditions.values())).machinery

    @property
    def digest(self) -> str:
        """Stands for the whole configuration of the study."""
        conditions = [condition.digest for condition in self.conditions.values()]
        return digest_of([self.name, self.study.model_dump(mode="json"), conditions, self.reference])


def compose_studies(wishes: Wishes) -> dict[str, Composition]:
    """Compose every study that a user wishes for.

    Raises:
        ConfigurationError: a choice, a key or a value that cannot be, or a setting that no condition has.
    """
    files = [*sorted(CONF.rglob("*.yaml")), Path(__file__).with_name("composing.py")]
    content = [(str(file), sha256(file.read_bytes()).hexdigest()) for file in files]
    known = REMEMBERED / f"{digest_of([repr(wishes), content])}.json"
    if known.exists():
        configurations = json.loads(known.read_text(encoding="utf-8"))
    else:
        from pipeline.composing import compose_configurations  # Hydra, which most runs can do without

        configurations = compose_configurations(wishes)
        write(known, json.dumps(configurations))
    return {name: _composition(name, conditions, wishes.profile) for name, conditions in configurations.items()}


def _composition(name: str, configurations: Mapping[str, Resolved], profile: str) -> Composition:
    first = next(iter(configurations.values()))
    try:
        study = Study.model_validate(first["study"])
        machinery = Machinery.model_validate({key: first[key] for key in Machinery.model_fields})
    except ValidationError as error:
        raise ConfigurationError(f"{CONF}/study/{name}.yaml: {faults(error)}") from error
    conditions = {
        condition: Condition(
            name, condition, profile, study.design, {key: config[key] for key in COMPONENTS}, machinery
        )
        for condition, config in configurations.items()
    }
    return Composition(name, study, conditions, first["reference"], first["judge_backend"])
