"""What a server says is quoted shortly, and never with a piece of a key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends.transport import Server
from backends.transport.server import QUOTED_CHARACTERS

KEY = "sk-proj-AbCdEfGhIjKlMnOp0123456789"


def test_words_stand_on_one_line_after_a_colon() -> None:
    assert Server("host").quoted("too\n  many\ttokens ") == ": too many tokens"


def test_silence_is_not_quoted() -> None:
    assert Server("host").quoted(" \n") == ""


def test_a_long_speech_is_cut() -> None:
    assert len(Server("host").quoted("blah " * 10_000)) == len(": ") + QUOTED_CHARACTERS + len("...")


@pytest.mark.parametrize(
    "echo", [KEY, f"'{KEY}'.", f"Bearer:{KEY}", "sk-proj-********6789", f"{KEY[:9]}...", f"x{KEY[-6:]}"]
)
def test_a_key_is_not_repeated_in_full_or_in_part(echo: str) -> None:
    assert Server("host", secrets=(KEY,)).quoted(f"bad key {echo}") == ": bad key ***"


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_words_around_a_key_bring_it_out(before: str, after: str) -> None:
    assert KEY not in Server("host", secrets=(KEY,)).quoted(before + KEY + after)


def test_a_short_key_counts_as_a_whole() -> None:
    assert Server("host", secrets=("abc",)).quoted("key abc, not ab") == ": key *** not ab"


def test_an_empty_secret_hides_nothing() -> None:
    assert Server("host", secrets=("",)).quoted("all of it") == ": all of it"


def test_a_server_does_not_show_its_secrets() -> None:
    assert KEY not in repr(Server("host", "VARIABLE", (KEY,)))
