"""A reply's schema becomes one that servers decode under, and that the reply's type still takes."""

from enum import StrEnum
from typing import Any, Literal

import pytest
from pydantic import Field

from backends import Reply
from backends.request import canonical
from backends.schemas import strict


class Colour(StrEnum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class Dot(Reply):
    """A dot."""

    kind: Literal["dot"]
    size: int = Field(ge=1, le=5)
    """from 1 to 5"""


class Line(Reply):
    """A line."""

    kind: Literal["line"]
    dots: list[Dot]
    title: str | None = None


class Drawing(Reply):
    """A drawing."""

    colour: Colour
    """of the pen"""
    first: Dot | Line = Field(discriminator="kind")
    count: int = 1
    notes: dict[str, Dot] = Field(default_factory=dict)


class Chain(Reply):
    """Holds itself."""

    next: "Chain | None" = None


def made(reply: type[Reply], unknown: frozenset[str] = frozenset()) -> dict[str, Any]:
    return dict(strict(canonical(reply.model_json_schema()), unknown))


def test_nothing_is_optional_and_nothing_else_allowed() -> None:
    line = made(Line)
    assert line["required"] == list(line["properties"]) == ["dots", "kind", "title"]
    assert line["additionalProperties"] is False
    assert line["properties"]["dots"]["items"]["additionalProperties"] is False


def test_what_may_be_left_out_may_be_null_where_its_type_says_so() -> None:
    assert made(Line)["properties"]["title"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert made(Drawing)["properties"]["count"] == {"type": "integer"}


def test_a_reference_is_replaced_and_keeps_the_fields_own_words() -> None:
    assert made(Drawing)["properties"]["colour"] == {
        "description": "of the pen",
        "enum": ["red", "blue"],
        "type": "string",
    }


def test_alternatives_are_spelt_as_any_of() -> None:
    first = made(Drawing)["properties"]["first"]
    assert [alternative["required"][-1] for alternative in first["anyOf"]] == ["size", "title"]
    assert "oneOf" not in first


def test_a_mapping_stays_one() -> None:
    assert made(Drawing)["properties"]["notes"]["additionalProperties"]["additionalProperties"] is False


@pytest.mark.parametrize("reply", [Line, Drawing])
def test_no_keyword_is_left_that_servers_refuse(reply: type[Reply]) -> None:
    text = canonical(made(reply))
    assert not any(f'"{word}":' in text for word in ("$defs", "$ref", "default", "oneOf", "discriminator"))


def test_keywords_that_a_server_does_not_know_can_be_left_out() -> None:
    size = made(Dot, frozenset({"minimum", "maximum"}))["properties"]["size"]
    assert size == {"type": "integer", "description": "from 1 to 5"}
    assert made(Dot)["properties"]["size"]["maximum"] == 5


def test_keys_keep_their_order() -> None:
    schema = '{"type":"object","properties":{"reasoning":{"type":"string"},"code":{"type":"string"}}}'
    assert strict(schema)["required"] == ["reasoning", "code"]


def test_a_reply_that_holds_itself_is_named() -> None:
    with pytest.raises(TypeError, match="Chain"):
        made(Chain)
