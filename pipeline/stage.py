"""What every stage's command line has in common: words in, one line for what a user can mend."""

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from pipeline.words import mend, parsed
from protocol import ConfigurationError, PracticumError

MISTAKE = 2
"""Exit status for what the user can mend."""

ERROR = "error: "
"""What begins the line that says what went wrong."""

EPISODE_DONE = "episode"
"""What begins the log's line on each finished episode; the display of progress counts them."""


def stage(main: Callable[[Mapping[str, Any]], None]) -> Callable[[Sequence[str]], int]:
    """Make a command line of a function that takes values by word.

    Progress and warnings go to the standard error, as does the one line of a mistake.
    """

    @wraps(main)
    def run(words: Sequence[str]) -> int:
        logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
        try:
            main(parsed(words))
        except PracticumError as error:
            sys.stderr.write(f"{ERROR}{error}\n")
            return MISTAKE
        except OSError as error:
            if error.filename is None:
                raise
            sys.stderr.write(f"{ERROR}{error.filename}: {error.strerror}\n")
            return MISTAKE
        return 0

    return run


def required(words: Mapping[str, Any], *names: str) -> list[Any]:
    """The values of words that a stage cannot do without, and no others.

    Raises:
        ConfigurationError: one is missing, or one is not known.
    """
    for name in words.keys() - set(names):
        raise ConfigurationError(f"{name}: this stage knows no such word", mend=mend(name, names))
    for name in names:
        if name not in words:
            raise ConfigurationError(f"{name}= is missing", mend=f"say {' '.join(f'{name}=...' for name in names)}")
    return [words[name] for name in names]
