import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.programming.epistemics import (
    ACKNOWLEDGEMENTS,
    OUR_KEYWORDS,
    PAPER_KEYWORDS,
    acknowledges_error,
    errors_in,
    errors_seen_and_recurrent,
    reaction_lag,
    recurrence_rate,
    shows_error,
)

TRACEBACK = """Traceback (most recent call last):
  File "program.py", line 4, in update
NameError: name 'vx' is not defined"""
STEPS = st.lists(st.sets(st.sampled_from(["NameError", "TypeError", "ValueError"])), max_size=30)


def test_an_output_names_its_error_types() -> None:
    output = f"{TRACEBACK}\nFAILED test_energy: AssertionError: 3 != 4\n"
    assert errors_in(output) == {"NameError", "AssertionError"}


@pytest.mark.parametrize("output", ["", "TerrorError", "MyOwnError: no", "no error here", "xNameError", "NameErrors"])
def test_what_is_no_error_type_of_python_is_not_counted(output: str) -> None:
    assert errors_in(output) == frozenset()


@pytest.mark.parametrize("sign", ["TypeError: x", "FAILED 3 of 20", "Traceback (most", "Exception: no"])
def test_each_printed_sign_shows_an_error(sign: str) -> None:
    assert shows_error(f"1.0\n{sign}\n")
    assert not shows_error("velocity 3.2, all 20 passed")


@pytest.mark.parametrize("keyword", ACKNOWLEDGEMENTS)
def test_each_keyword_acknowledges_in_any_case(keyword: str) -> None:
    assert acknowledges_error(f"Hm, {keyword.upper()}?")


def test_the_papers_keywords_are_all_there_and_ours_are_apart() -> None:
    assert PAPER_KEYWORDS == ("error", "wrong", "bug", "fix", "failed", "crash", "broken", "issue")
    assert set(PAPER_KEYWORDS).isdisjoint(OUR_KEYWORDS)


@pytest.mark.parametrize("utterance", ["", "let me add the update method", "i think it should be mass times speed"])
def test_talk_about_the_work_acknowledges_nothing(utterance: str) -> None:
    assert not acknowledges_error(utterance)


def test_an_error_recurs_in_its_second_step_and_not_in_the_same_one() -> None:
    steps = [["NameError", "NameError"], [], ["TypeError"], ["TypeError", "ValueError"]]
    assert errors_seen_and_recurrent(steps) == (3, 1)


@given(steps=STEPS)
def test_the_order_of_steps_does_not_matter_to_recurrence(steps: list[set[str]]) -> None:
    assert errors_seen_and_recurrent(steps) == errors_seen_and_recurrent(steps[::-1])


@given(steps=STEPS)
def test_every_error_of_a_doubled_episode_recurs(steps: list[set[str]]) -> None:
    seen, recurrent = errors_seen_and_recurrent([*steps, *steps])
    assert seen == recurrent


def test_recurrence_pools_types_over_episodes() -> None:
    # three types of which one recurs, one of which one recurs, none
    assert recurrence_rate(np.sum([1, 1, 0]), np.sum([3, 1, 0])) == pytest.approx(2 / 4)
    assert recurrence_rate(np.array([1.0, 1.0]), np.array([3.0, 1.0])) == pytest.approx([1 / 3, 1])


def test_recurrence_without_an_error_is_undefined() -> None:
    assert np.isnan(recurrence_rate(np.array(0.0), np.array(0.0)))


def lag(shown: str, acknowledged: str) -> float:
    return reaction_lag(*(np.array([mark == "x" for mark in marks]) for marks in (shown, acknowledged)))


@pytest.mark.parametrize(
    ("shown", "acknowledged", "expected"),
    [
        ("x..", ".x.", 1),
        (".x...", "....x", 3),
        (".x...", "xx..x", 3),  # what was said before, or in the step itself, reacts to something else
        (".x.x.", ".....", 3),  # never acknowledged: T - t* = 5 - 2
        ("..x", "xxx", 0),  # nothing follows the last step: T - t* = 0
    ],
)
def test_lag_runs_from_the_first_error_seen_to_the_next_acknowledgement(
    shown: str, acknowledged: str, expected: float
) -> None:
    assert lag(shown, acknowledged) == expected


def test_lag_without_an_error_is_undefined() -> None:
    assert math.isnan(lag("...", "xxx"))
    assert math.isnan(lag("", ""))


@given(marks=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_lag_is_what_the_formula_says(marks: list[tuple[bool, bool]]) -> None:
    shown, acknowledged = (np.array(column) for column in zip(*marks, strict=True))
    times = range(1, len(marks) + 1)
    first = min((t for t in times if shown[t - 1]), default=None)
    found = reaction_lag(shown, acknowledged)
    if first is None:
        assert math.isnan(found)
    else:
        assert found == min((t for t in times if t > first and acknowledged[t - 1]), default=len(marks)) - first
