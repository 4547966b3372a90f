"""The window halves when it is too much, once for all that was under way, and grows back."""

from hypothesis import given
from hypothesis import strategies as st

from backends.limits.window import Window


def test_it_starts_at_the_most() -> None:
    assert Window(64).size == 64


def test_what_was_sent_before_a_cut_does_not_cut_again() -> None:
    window = Window(64)
    assert [window.cut(sent, now=1.0) for sent in (0.1, 0.2, 0.3)] == [True, False, False]
    assert window.size == 32


def test_what_was_sent_after_a_cut_cuts_again() -> None:
    window = Window(64)
    window.cut(0.5, now=1.0)
    assert window.cut(1.5, now=2.0)
    assert window.size == 16


def test_a_window_full_of_replies_makes_it_one_larger() -> None:
    window = Window(8)
    window.cut(0.5, now=1.0)
    # From 4: 1/4 + 1/4.25 + 1/4.49 + 1/4.71 = 0.92; the fifth reply brings it over 5.
    for _ in range(5):
        window.grow()
    assert window.size == 5


def test_it_grows_back_to_the_most_and_no_further() -> None:
    window = Window(8)
    for moment in range(10):
        window.cut(moment + 0.5, now=moment + 1.0)
    assert window.size == 1
    for _ in range(100):
        window.grow()
    assert window.size == 8


@given(st.integers(1, 500), st.lists(st.booleans(), max_size=200))
def test_it_stays_between_one_and_the_most(most: int, replies: list[bool]) -> None:
    window = Window(most)
    for moment, reply in enumerate(replies):
        window.grow() if reply else window.cut(moment + 0.5, now=moment + 1.0)
        assert 1 <= window.size <= most
