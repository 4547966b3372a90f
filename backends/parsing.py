"""From a model's text to a typed reply: strict on types, lenient on what stands around the JSON."""

import json
import re
from collections.abc import Iterator
from typing import TypeVar

from pydantic import ValidationError

from backends.prompt import Reply

R = TypeVar("R", bound=Reply)

_DECODER = json.JSONDecoder(strict=False)
_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)\n?```", re.DOTALL)


class UnparsedReplyError(ValueError):
    """A reply that is not what was asked for; its text tells the model what to mend."""


def parse(text: str, reply: type[R]) -> R:
    """The first JSON object of a text, as a reply.

    Raises:
        UnparsedReplyError: there is no JSON object, or it lacks a key or has one of another type.
    """
    try:
        return reply.model_validate(_first_object(text), strict=False)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc'])) or 'reply'}: {fault['msg']}" for fault in error.errors())
        raise UnparsedReplyError(faults) from error


def _first_object(text: str) -> object:
    fault = ""
    for candidate in _candidates(text):
        if not candidate.startswith("{"):
            continue
        try:
            found, _ = _DECODER.raw_decode(candidate)
        except json.JSONDecodeError as error:
            fault = str(error)
        except RecursionError:
            fault = "it is nested too deep"
        else:
            return found
    raise UnparsedReplyError(f"no JSON object could be read: {fault}" if fault else "there is no JSON object")


def _candidates(text: str) -> Iterator[str]:
    """What may hold the object: the whole text, a code fence in it, or what comes after some prose."""
    yield text.lstrip()
    if fenced := _FENCED.search(text):
        yield fenced.group(1).lstrip()
    yield text[max(text.find("{"), 0) :]
