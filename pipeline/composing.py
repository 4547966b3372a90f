"""From a user's wishes to plain settings, by Hydra: groups are chosen, keys set, interpolations resolved."""

import copy
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import yaml
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from pipeline.condition import Resolved
from pipeline.words import CONF, ROLES, SHORT_FOR, Wishes, chosen, mend
from protocol import ConfigurationError

_NOT_SETTINGS = ("study.conditions", "study.rows")


def compose_configurations(wishes: Wishes) -> dict[str, dict[str, Resolved]]:
    """The resolved configuration of each condition, by study.

    Raises:
        ConfigurationError: a choice, a key or a value that cannot be, or a setting that no condition has.
    """
    with _hydra():
        composed = {name: _configurations(name, wishes) for name in wishes.studies}
    configurations = [config for study in composed.values() for config in study.values()]
    for key, value in _settings(wishes):
        having = [config for config in configurations if _has(config, key)]
        if not having:
            raise ConfigurationError(f"{key}: no condition has this key", mend=mend(key, _keys(configurations)))
        for config in having:
            _set(config, key, value)
    return {name: _resolved(name, study) for name, study in composed.items()}


def _settings(wishes: Wishes) -> Iterable[tuple[str, Any]]:
    """What a user sets; a setting of the backend holds for every role that has no backend of its own."""
    for key, value in wishes.settings.items():
        yield key, value
        group, _, rest = key.partition(".")
        for role in (role for role, of in ROLES.items() if of == group and role not in wishes.groups):
            if f"{role}.{rest}" not in wishes.settings:
                yield f"{role}.{rest}", value


def _hydra() -> initialize_config_dir:
    GlobalHydra.instance().clear()
    return initialize_config_dir(str(CONF.resolve()), version_base="1.3")


def _configurations(study: str, wishes: Wishes) -> dict[str, DictConfig]:
    """The configuration of each condition, before the user's settings and with interpolations unresolved."""
    where = CONF / "study" / f"{study}.yaml"
    found = {}
    composed: dict[tuple[tuple[str, str], ...], DictConfig] = {}
    for name, settings in _conditions(where).items():
        choices = {"study": study, "profile": wishes.profile, **wishes.groups}
        choices |= {key: value for key, value in settings.items() if "." not in key}
        if (chosen_files := tuple(choices.items())) not in composed:
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
        return compose("config", [f"{_in_hydra(group)}={name}" for group, name in groups.items()])
    except (HydraException, OmegaConfBaseException, yaml.YAMLError) as error:
        raise ConfigurationError(f"{where}: {str(error).splitlines()[0]}") from error


def _in_hydra(group: str) -> str:
    """A group as Hydra's override names it, such as `backend@tutor_backend`."""
    return f"{ROLES[group]}@{group}" if group in ROLES else group


def _resolved(study: str, configurations: Mapping[str, DictConfig]) -> dict[str, Resolved]:
    for config in configurations.values():
        if missing := sorted(OmegaConf.missing_keys(config)):
            words = {key: f"{word}=..." for word, key in SHORT_FOR.items()}
            raise ConfigurationError(
                f"{missing[0]} is not set", mend=f"say {words.get(missing[0], f'override={missing[0]}=...')}"
            )
    try:
        return {
            condition: cast("Resolved", OmegaConf.to_container(config, resolve=True, throw_on_missing=True))
            for condition, config in configurations.items()
        }
    except OmegaConfBaseException as error:
        raise ConfigurationError(f"{CONF}/study/{study}.yaml: {str(error).splitlines()[0]}") from error


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
