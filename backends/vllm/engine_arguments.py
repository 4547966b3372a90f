"""vLLM's engine arguments, as its command line takes them and as a table shows them."""

import json
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from backends.request import canonical

EngineArguments = Mapping[str, JsonValue]
"""By vLLM's own names, such as `max_model_len`; null leaves the choice to vLLM."""


def command_line(arguments: EngineArguments) -> list[str]:
    """The arguments as words: `{"max_model_len": 4096}` gives `--max-model-len 4096`."""
    return list(_words(arguments))


def _words(arguments: EngineArguments) -> Iterator[str]:
    for name, value in arguments.items():
        option = name.replace("_", "-")
        match value:
            case None:
                continue
            case bool():
                yield f"--{option}" if value else f"--no-{option}"
            case dict():
                yield from (f"--{option}", json.dumps(value))
            case list():
                yield from (f"--{option}", *map(str, value))
            case _:
                yield from (f"--{option}", str(value))


def shown(arguments: EngineArguments) -> dict[str, str]:
    """The arguments that are set, as text."""
    return {
        name: value if isinstance(value, str) else canonical(value)
        for name, value in arguments.items()
        if value is not None
    }
