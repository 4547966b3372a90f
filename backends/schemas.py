"""JSON Schemas in the dialect that servers enforce: nothing optional, nothing else allowed, nothing elsewhere."""

import json
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

_DROPPED = frozenset({"$defs", "default", "discriminator", "oneOf", "title"})


@cache
def strict(schema: str, unknown: frozenset[str] = frozenset()) -> Mapping[str, Any]:
    """A pydantic model's schema as servers want it that decode under a constraint.

    Every object names all its keys as required and allows no others; a key with a default keeps its type, and may
    so be null where that is one of its values. References are replaced by what they refer to, as one with a
    description beside it is refused. The reply is checked against the model itself in any case.

    Args:
        schema: As JSON; the model gives the keys in the order in which they stand here.
        unknown: Keywords that the server does not take.

    Raises:
        TypeError: the model holds itself, for which there is no constraint without references.

    Source:
        OpenAI, guide to structured outputs, "supported schemas".
    """
    whole = json.loads(schema)
    try:
        return _strict(whole, whole.get("$defs", {}), _DROPPED | unknown)
    except RecursionError:
        pass
    raise TypeError(f"a reply cannot hold itself: {whole.get('title', schema[:80])}")


def _strict(node: Mapping[str, Any], definitions: Mapping[str, Any], dropped: Collection[str]) -> dict[str, Any]:
    def part(inner: Mapping[str, Any]) -> dict[str, Any]:
        return _strict(inner, definitions, dropped)

    while reference := node.get("$ref"):
        node = definitions[reference.removeprefix("#/$defs/")] | {key: node[key] for key in node if key != "$ref"}
    made = {key: value for key, value in node.items() if key not in dropped}
    if properties := node.get("properties"):
        made["properties"] = {name: part(inner) for name, inner in properties.items()}
        made["required"] = list(properties)
        made["additionalProperties"] = False
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            made[key] = part(node[key])
    for key, name in (("anyOf", "anyOf"), ("oneOf", "anyOf"), ("prefixItems", "prefixItems")):
        if key in node:
            made[name] = [part(inner) for inner in node[key]]
    return made
