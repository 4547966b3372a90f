"""From `_target_` and keyword arguments to an object, with a user's mistakes named by their key."""

import inspect
import pkgutil
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from pipeline.condition import BACKENDS, COMPONENTS, Condition
from pipeline.study import faults
from pipeline.words import mend
from protocol import ConfigurationError

TARGET = "_target_"


def component(key: str, config: Mapping[str, Any]) -> Any:
    """The object that a configuration describes.

    Args:
        key: Where the configuration stands, such as `student`; begins the key path of what is wrong.
        config: `_target_`, the dotted name of a class or function, and its keyword arguments.

    Raises:
        ConfigurationError: there is no such class, or it does not take these arguments.
    """
    arguments = dict(config)
    target = arguments.pop(TARGET, None)
    try:
        make = pkgutil.resolve_name(str(target))
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigurationError(f"{key}.{TARGET}: cannot load {target} ({error})") from error
    if unknown := [name for name in arguments if name not in (known := _arguments(make))]:
        where = f"{key}.{unknown[0]}"
        raise ConfigurationError(f"{where}: {target} takes no such key", mend=mend(unknown[0], known))
    try:
        return make(**arguments)
    except ValidationError as error:
        raise ConfigurationError(faults(error, prefix=key)) from error
    except ConfigurationError as error:
        where = "" if error.problem.startswith(key) else f"{key}: "
        raise ConfigurationError(f"{where}{error.problem}", mend=error.mend) from error
    except (TypeError, ValueError) as error:
        raise ConfigurationError(f"{key}: {target}: {error}") from error


def _arguments(make: Any) -> set[str]:
    """Names of the keyword arguments of a class or function."""
    if inspect.isclass(make) and issubclass(make, BaseModel):
        return set(make.model_fields)
    return set(inspect.signature(make).parameters)


def check(conditions: Iterable[Condition]) -> tuple[bool, tuple[str, ...]]:
    """Make every component of some conditions once, so that what cannot be made is known before a job starts.

    Returns:
        Whether stand-ins answer in a model's place, and the labels of all backends.

    Raises:
        ConfigurationError: names the key path and the condition.
    """
    backends: dict[str, bool] = {}
    for condition in conditions:
        for key in COMPONENTS:
            try:
                made = component(key, condition.components[key])
            except ConfigurationError as error:
                where = f"conf/study/{condition.study}.yaml: conditions.{condition.name}"
                raise ConfigurationError(f"{error.problem} ({where})", mend=error.mend) from error
            if key in BACKENDS:
                backends[made.label] = made.scripted
    return any(backends.values()), tuple(backends)
