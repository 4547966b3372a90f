import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.programming.markers import LEXICON, Lexicon, count_markers, episode_markers, marker_rate
from protocol import ConfigurationError

MARKERS = (*LEXICON.certainty, *LEXICON.uncertainty)
words = st.sampled_from([*MARKERS, "the", "ball", "stops", "x_1", "not"])


def test_markers_of_a_sentence_are_counted_by_hand() -> None:
    # uncertain: I'm not sure, Maybe; certain: clearly; 10 words
    assert count_markers("I'm not sure. Maybe the loop is clearly wrong, right?") == (1, 2, 10)


@pytest.mark.parametrize(
    ("text", "certain", "uncertain"),
    [
        ("I am sure of it", 1, 0),
        ("not sure at all", 0, 1),
        ("I DON’T know", 0, 1),
        ("i don't\n  know", 0, 1),
        ("I don't. Know what?", 0, 0),
        ("surefooted, reassure", 0, 0),
        ("maybe-later", 0, 0),
        ("well--maybe--yes", 0, 1),
        ("maybe_index = 3", 0, 0),
        ("of course, of course", 2, 0),
        ("no doubt: certainly", 2, 0),
        ("may, might and must", 1, 2),
        ("", 0, 0),
    ],
)
def test_the_rules_of_matching(text: str, certain: int, uncertain: int) -> None:
    assert count_markers(text)[:2] == (certain, uncertain)


@pytest.mark.parametrize(
    ("text", "count"), [("don't stop", 2), ("trial-and-error", 1), ("x = self.get_x()", 3), ("—", 0)]
)
def test_what_a_word_is(text: str, count: int) -> None:
    assert count_markers(text).words == count


@pytest.mark.parametrize("marker", LEXICON.uncertainty)
def test_each_marker_of_uncertainty_is_one(marker: str) -> None:
    assert count_markers(f"Well, {marker.capitalize()}!")[:2] == (0, 1)


@pytest.mark.parametrize("marker", LEXICON.certainty)
def test_each_marker_of_certainty_is_one(marker: str) -> None:
    assert count_markers(f"Well, {marker.capitalize()}!")[:2] == (1, 0)


@given(text=st.one_of(st.text(max_size=200), st.lists(words, max_size=30).map(" ".join)))
def test_no_word_counts_twice(text: str) -> None:
    found = count_markers(text)
    assert found.certainty + found.uncertainty <= found.words


@given(first=st.lists(words, max_size=12).map(" ".join), second=st.lists(words, max_size=12).map(" ".join))
def test_texts_that_are_set_apart_add_up(first: str, second: str) -> None:
    apart = count_markers(f"{first}. {second}")
    assert apart == tuple(np.add(count_markers(first), count_markers(second)))


@given(text=st.lists(words, max_size=20).map(" ".join))
def test_case_does_not_count(text: str) -> None:
    assert count_markers(text) == count_markers(text.upper())


def test_a_rate_is_per_thousand_words_and_needs_one() -> None:
    found = marker_rate(np.array([3.0, 0.0, 0.0]), np.array([150.0, 10.0, 0.0]))
    assert found[:2].tolist() == [20.0, 0.0]
    assert math.isnan(found[2])


def test_an_episode_has_one_rate_over_all_it_says(play, together) -> None:
    talks = play("CD-", utterances=["Maybe it is the loop", "Clearly", "I think so too"], interrupts=[3], replicate=0)
    silent = play("C", replicate=1)
    steps, _ = together(talks, silent)
    found = episode_markers(steps.sample(frac=1, random_state=1))
    assert found["replicate"].tolist() == [0, 1]
    assert found["words"].tolist() == [10, 0]
    assert found["uncertainty"].iloc[0] == pytest.approx(1000 * 2 / 10)
    assert found["certainty"].iloc[0] == pytest.approx(1000 * 1 / 10)
    assert found["certainty"].isna().tolist() == [False, True]


def test_a_researchers_own_markers_take_the_place_of_ours() -> None:
    own = Lexicon(certainty=("jawohl",), uncertainty=())
    assert count_markers("Jawohl, maybe.", own) == (1, 0, 2)


@pytest.mark.parametrize(
    ("certainty", "uncertainty", "fault"),
    [
        (("sure",), ("sure",), "certain and uncertain"),
        (("Sure",), (), "never occurs"),
        (("sure  thing",), (), "never occurs"),
        (("",), (), "never occurs"),
        ((), (), "no marker"),
    ],
)
def test_a_lexicon_that_cannot_work_is_refused(
    certainty: tuple[str, ...], uncertainty: tuple[str, ...], fault: str
) -> None:
    with pytest.raises(ConfigurationError, match=fault):
        Lexicon(certainty, uncertainty)
