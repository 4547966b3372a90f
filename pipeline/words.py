"""What a user may say: `key=value`, on a command line or as Snakemake's `--config`, in the same words."""

import difflib
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from protocol import ConfigurationError

CONF = Path("conf")
"""Where the config groups lie, seen from the repository's root, which everything is run from."""

PER_CONDITION = ("student",)
"""Groups that each condition of a study chooses for itself."""

ROLES = {"tutor_backend": "backend", "judge_backend": "backend"}
"""Words that choose from the folder of another group: who speaks for whom, where that is not the student's model."""

SHORT_FOR = {"model": "backend.model"}
"""Words without a dot, which Snakemake's `--config` takes, for keys that are often set."""

DEFAULT_PROFILE = "full"

MANY = 12
"""More names than this are too many for one line."""


@dataclass(frozen=True)
class Wishes:
    """What a user asks for.

    Args:
        studies: Names of the studies, of conf/study.
        profile: Name of the profile, of conf/profile; names the results folder too.
        dry_run: Whether only to say what the studies will take.
        groups: Choice of a file in each further config group, for all conditions.
        settings: Values by dotted key of the composed configuration, for all conditions that have the key.
    """

    studies: tuple[str, ...]
    profile: str = DEFAULT_PROFILE
    dry_run: bool = False
    groups: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "Wishes":
        """Sort words into studies, profile, groups and settings.

        Args:
            said: Values by word. `override` holds further `key=value` words in one text, as Snakemake's
                `--config` takes no dotted key.

        Raises:
            ConfigurationError: a choice that no file makes, or that a condition makes for itself.
        """
        words = {**said, **parsed(_override(said.get("override")))}
        words.pop("override", None)
        studies = words.pop("study", None)
        profile = chosen("profile", words.pop("profile", DEFAULT_PROFILE))
        dry_run = _yes_or_no("dry_run", words.pop("dry_run", False))
        if clash := [group for group in PER_CONDITION if group in words]:
            raise ConfigurationError(
                f"{clash[0]}={words[clash[0]]}: each condition of a study names its own",
                mend=f"set one key, such as {clash[0]}.KEY=VALUE, or add a condition to the study's file",
            )
        for word, key in SHORT_FOR.items():
            if word in words:
                words.setdefault(key, words.pop(word))
        groups = {word: chosen(word, value) for word, value in words.items() if _is_group(word)}
        settings = {word: value for word, value in words.items() if word not in groups}
        return cls(_studies(studies), profile, dry_run, groups, settings)


def parsed(words: Iterable[str]) -> dict[str, Any]:
    """Values by key of `key=value` words; values are read as YAML, so that `off` is False and `0.2` a number.

    Raises:
        ConfigurationError: a word has no `=`, or its value is no YAML.
    """
    found: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals):
            raise ConfigurationError(f"{word}: not of the form key=value")
        try:
            found[key] = yaml.safe_load(value)
        except yaml.YAMLError as error:
            raise ConfigurationError(f"{key}: its value {value!r} is no YAML") from error
    return found


def options(group: str) -> list[str]:
    """The choices of a config group: its files' names."""
    return sorted(path.stem for path in (CONF / group).glob("*.yaml"))


def chosen(word: str, name: object) -> str:
    """A choice of a config group, by the group's own name or by that of a role.

    Raises:
        ConfigurationError: the group has no file of that name; names those that it has.
    """
    group = ROLES.get(word, word)
    if name not in options(group):
        raise ConfigurationError(
            f"{word}={name}: there is no conf/{group}/{name}.yaml", mend=mend(str(name), options(group))
        )
    return str(name)


def mend(wrong: str, right: Iterable[str]) -> str:
    """Advice for a name that is none of those known: the closest one, or all where they are few."""
    known = sorted(right)
    if close := difflib.get_close_matches(wrong, known, n=1):
        return f"did you mean {close[0]}?"
    return f"choose one of {', '.join(known)}" if len(known) <= MANY else "see the files in conf/"


def _yes_or_no(word: str, value: object) -> bool:
    known = parsed([f"{word}={value}"])[word] if isinstance(value, str) else value
    if not isinstance(known, bool):
        raise ConfigurationError(f"{word}={value}: neither true nor false")
    return known


def _is_group(word: str) -> bool:
    return word in ROLES or (CONF / word).is_dir()


def _studies(names: object) -> tuple[str, ...]:
    """Studies named in one word, parted by commas; all that there are if none is named."""
    if names is None:
        return tuple(options("study"))
    return tuple(chosen("study", name.strip()) for name in str(names).split(","))


def _override(text: object) -> list[str]:
    """The words in the value of `override`: a text, or a list of them in a config file."""
    if text is None:
        return []
    if isinstance(text, Mapping):
        raise ConfigurationError("override: not of the form key=value", mend='write override="student.interrupts=off"')
    return [str(word) for word in text] if isinstance(text, list) else shlex.split(str(text))
