"""Replies are found in what models write around them, and are strict about what they hold."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import Reply
from backends.parsing import UnparsedReplyError, parse


class Note(Reply):
    """Some words and a number."""

    words: str
    count: int


notes = st.builds(Note, words=st.text(), count=st.integers())


@given(notes)
def test_what_is_written_out_is_read_back(note: Note) -> None:
    assert parse(note.model_dump_json(), Note) == note


@given(notes)
def test_json_is_found_in_a_code_fence(note: Note) -> None:
    assert parse(f"Sure!\n```json\n{note.model_dump_json(indent=1)}\n```\nThat is it.", Note) == note


def test_json_is_found_in_prose() -> None:
    assert parse('Here you are: {"words": "a } b", "count": 2} - is that right?', Note) == Note(words="a } b", count=2)


def test_line_breaks_within_a_string_are_taken_as_they_are() -> None:
    assert parse('{"words": "two\nlines", "count": 1}', Note).words == "two\nlines"


def test_keys_that_were_not_asked_for_are_dropped() -> None:
    assert parse(json.dumps({"words": "a", "count": 1, "mood": "good"}), Note) == Note(words="a", count=1)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("no object at all", "no JSON object"),
        ('{"words": "a", "count":', "could be read"),
        ('{"words": "a"}', "count"),
        ('{"words": "a", "count": "many"}', "count"),
        ("[1, 2]", "no JSON object"),
        ("", "no JSON object"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, named: str) -> None:
    with pytest.raises(UnparsedReplyError, match=named):
        parse(text, Note)


@given(st.text())
def test_no_text_whatever_ends_in_another_error(text: str) -> None:
    with contextlib.suppress(UnparsedReplyError):
        parse(text, Note)


def test_a_reply_that_is_nested_without_end_is_not_read() -> None:
    with pytest.raises(UnparsedReplyError, match="nested too deep"):
        parse('{"a":' * 200_000, Note)
