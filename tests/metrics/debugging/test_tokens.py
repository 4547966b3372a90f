from hypothesis import given
from hypothesis import strategies as st

from metrics.debugging.tokens import pieces


def test_a_line_is_split_as_gpt_2_splits_it() -> None:
    # a blank belongs to what follows it; of several, only the last; letters, digits and the rest part company
    assert pieces("for (int i=0; i<n; i++)\n    a_1 += x2;") == [
        *("for", " (", "int", " i", "=", "0", ";", " i", "<", "n", ";", " i", "++)"),
        *("\n   ", " a", "_", "1", " +=", " x", "2", ";"),
    ]


def test_an_apostrophe_and_its_letters_stay_together() -> None:
    assert pieces("it's 'x'") == ["it", "'s", " '", "x", "'"]


def test_nothing_has_no_pieces() -> None:
    assert pieces("") == []


@given(text=st.text())
def test_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(pieces(text)) == text


@given(text=st.text())
def test_no_piece_mixes_letters_with_signs(text: str) -> None:
    for piece in pieces(text):
        kinds = {(sign.isalnum(), sign.isspace()) for sign in piece.removeprefix(" ")}
        assert len(kinds) <= 1 or piece in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")
