"""From words to the resolved configuration of every condition of a study, composed once by Hydra."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import ValidationError

from pipeline.condition import COMPONENTS, Condition, Machinery, Resolved, digest_of
from pipeline.study import Study, faults
from pipeline.words import CONF, Wishes, chosen, mend
from protocol import ConfigurationError

_NOT_SETTINGS = ("study.conditions", "study.rows")


@dataclass(frozen=True)
class Composition:
    """A study with all its conditions, composed.

    Args:
        name: Name of the study.
        study: What its file says, with the profile's sizes.
        conditions: Conditions by name, in the study's order.
        reference: The real students: class and arguments.
    """

    name: str
    study: Study
    conditions: Mapping[str, Condition]
    reference: Resolved

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
    with _hydra():
        composed = {name: _configurations(name, wishes) for name in wishes.studies}
    configurations = [config for study in composed.values() for config in study.values()]
    for key, value in wishes.settings.items():
        having = [config for config in configurations if _has(config, key)]
        if not having:
            raise ConfigurationError(f"{key}: no condition has this key", mend=mend(key, _keys(configurations)))
        for config in having:
            _set(config, key, value)
    return {name: _resolved(name, study) for name, study in composed.items()}


def _hydra() -> initialize_config_dir:
    GlobalHydra.instance().clear()
    return initialize_config_dir(str(CONF.resolve()), version_base="1.3")


def _configurations(study: str, wishes: Wishes) -> dict[str, DictConfig]:
    """The configuration of each condition, before the user's settings and with interpolations unresolved."""
    where = CONF / "study" / f"{study}.yaml"
    found = {}
    composed: dict[tuple[str, ...], DictConfig] = {}  # Hydra takes a tenth of a second for each
    for name, settings in _conditions(where).items():
        choices = {"study": study, "profile": wishes.profile, **wishes.groups}
        choices |= {key: value for key, value in settings.items() if "." not in key}
        if (chosen_files := tuple(choices.values())) not in composed:
            composed[chosen_files] = _composed(f"{where}: conditions.{name}", choices)
        config = copy.deepcopy(composed[chosen_files])
        for key in settings.keys() - choices.keys():
            if not _has(config, key):
                raise ConfigurationError(f"{where}: conditions.{name}: no key {key}", mend=mend(key, _keys([config])))
            _set(config, key, settings[key])
        found[name] = config
    return found


def _conditions(where: Path) -> dict[str, dict[str, Any]]:
    """The conditions that a study file names: groups, and values by dotted key."""
    try:
        said = yaml.safe_load(where.read_text(encoding="utf-8"))
        return {str(name): dict(settings) for name, settings in said["conditions"].items()}
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigurationError(f"{where}: conditions: not a mapping of names to settings") from error


def _composed(where: str, groups: Mapping[str, str]) -> DictConfig:
    for group, name in groups.items():
        try:
            chosen(group, name)
        except ConfigurationError as error:
            raise ConfigurationError(f"{where}: {error.problem}", mend=error.mend) from error
    try:
        return compose("config", [f"{group}={name}" for group, name in groups.items()])
    except (HydraException, OmegaConfBaseException, yaml.YAMLError) as error:
        raise ConfigurationError(f"{where}: {str(error).splitlines()[0]}") from error


def _resolved(name: str, configurations: Mapping[str, DictConfig]) -> Composition:
    where = CONF / "study" / f"{name}.yaml"
    try:
        plain: dict[str, Any] = {
            condition: OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
            for condition, config in configurations.items()
        }
    except OmegaConfBaseException as error:
        raise ConfigurationError(f"{where}: {str(error).splitlines()[0]}") from error
    first = next(iter(plain.values()))
    try:
        study = Study.model_validate(first["study"])
        machinery = Machinery.model_validate({key: first[key] for key in Machinery.model_fields})
    except ValidationError as error:
        raise ConfigurationError(f"{where}: {faults(error)}") from error
    conditions = {
        condition: Condition(name, condition, study.design, {key: config[key] for key in COMPONENTS}, machinery)
        for condition, config in plain.items()
    }
    return Composition(name, study, conditions, first["reference"])


def _has(config: DictConfig, key: str) -> bool:
    return key in _keys([config])


def _set(config: DictConfig, key: str, value: Any) -> None:
    OmegaConf.update(config, key, value, merge=False, force_add=True)


def _keys(configurations: Iterable[DictConfig]) -> set[str]:
    """Every dotted key that a user may set in some configurations, of branches and leaves."""
    found: set[str] = set()
    for config in configurations:
        branches: list[tuple[str, Any]] = [("", OmegaConf.to_container(config, resolve=False))]
        while branches:
            path, branch = branches.pop()
            for name, value in branch.items():
                found.add(f"{path}{name}")
                if isinstance(value, dict) and f"{path}{name}" not in _NOT_SETTINGS:
                    branches.append((f"{path}{name}.", value))
    return {key for key in found if not key.endswith("_target_")}
