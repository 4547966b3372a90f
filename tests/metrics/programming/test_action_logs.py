import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.programming.action_logs import aggregated_episodes, gaps, inherited_cognition, reference_of
from protocol import DataError

WORDS = {"e": "edit", "x": "execute", "-": None, "C": "constructing", "D": "debugging", "A": "assessing"}
Row = tuple[str, float, str]

events = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 200).map(float), st.sampled_from("ex-")), min_size=1, max_size=40
)
states = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 300).map(float), st.sampled_from("CDA-")), min_size=1, max_size=40
)


def log(rows: list[Row]) -> pd.DataFrame:
    """Events as (session, time, letter)."""
    return pd.DataFrame(
        [(who, time, WORDS[letter]) for who, time, letter in rows], columns=["session", "time", "action"]
    )


def actions(rows: list[Row]) -> pd.DataFrame:
    return log(rows).rename(columns={"action": "cognition"})


def one(letters: str, *times: float) -> list[Row]:
    return [("a", time, letter) for letter, time in zip(letters, times, strict=True)]


@pytest.mark.parametrize(
    ("letters", "times", "expected"),
    [
        ("e", (5.0,), ["constructing"]),  # nothing was run yet
        ("xe", (0.0, 30.0), [None, "debugging"]),  # within 30 seconds
        ("xe", (0.0, 30.1), [None, "constructing"]),
        ("xeee", (0.0, 20.0, 29.0, 31.0), [None, "debugging", "debugging", "constructing"]),  # counted from the run
        ("xxe", (0.0, 40.0, 60.0), [None, None, "debugging"]),  # the last run counts
        ("ex", (7.0, 7.0), [None, "debugging"]),  # a run at the same instant comes first
        ("x-e", (0.0, 1.0, 2.0), [None, None, "debugging"]),
    ],
)
def test_edits_inherit_their_state_from_the_last_run(
    letters: str, times: tuple[float, ...], expected: list[str | None]
) -> None:
    found = inherited_cognition(log(one(letters, *times)))["cognition"]
    assert [state if isinstance(state, str) else None for state in found] == expected


def test_a_run_lends_nothing_to_another_session() -> None:
    found = inherited_cognition(log([("a", 0.0, "x"), ("b", 1.0, "e")]))
    assert found["cognition"].tolist()[1] == "constructing"


def _by_looking_back(rows: list[Row]) -> list[tuple[str, float, str]]:
    """Every edit looks at all runs of its session."""
    edits = []
    for who, time, letter in rows:
        runs = [t for w, t, x in rows if (w, x) == (who, "x") and t <= time]
        if letter == "e":
            edits.append((who, time, "debugging" if runs and time - max(runs) <= 30 else "constructing"))
    return sorted(edits)


@settings(max_examples=25, deadline=None)
@given(rows=events)
def test_inheritance_agrees_with_looking_back_one_by_one(rows: list[Row]) -> None:
    found = inherited_cognition(log(rows)).dropna(subset="cognition")
    assert sorted(found[["session", "time", "cognition"]].itertuples(index=False, name=None)) == _by_looking_back(rows)


@settings(max_examples=25, deadline=None)
@given(rows=events, shift=st.integers(-1000, 1000), seed=st.integers(0, 99))
def test_neither_the_order_of_the_rows_nor_the_origin_of_time_matters(rows: list[Row], shift: int, seed: int) -> None:
    shuffled = log(rows).sample(frac=1, random_state=seed).assign(time=lambda moved: moved["time"] + shift)
    found, expected = (aggregated_episodes(inherited_cognition(events)) for events in (shuffled, log(rows)))
    pd.testing.assert_frame_equal(found.assign(start=found["start"] - shift, end=found["end"] - shift), expected)


def test_episodes_are_aggregated_by_hand() -> None:
    rows = one("CCC-CDDDC", 0.0, 6.0, 36.0, 40.0, 67.0, 70.0, 75.0, 106.0, 110.0)
    assert aggregated_episodes(actions(rows)).values.tolist() == [
        ["a", 1, "constructing", 0.0, 36.0, 3],  # 30 seconds do not part
        ["a", 2, "constructing", 67.0, 67.0, 1],  # 31 do
        ["a", 3, "debugging", 70.0, 75.0, 2],
        ["a", 4, "debugging", 106.0, 106.0, 1],
        ["a", 5, "constructing", 110.0, 110.0, 1],
    ]


def _by_walking(rows: list[Row]) -> list[tuple[str, str, float, float, int]]:
    episodes: list[list] = []
    for who, time, letter in sorted(rows, key=lambda row: row[:2]):
        if letter == "-":
            continue
        last = episodes[-1] if episodes else None
        if last and (last[0], last[1]) == (who, WORDS[letter]) and time - last[3] <= 30:
            last[3], last[4] = time, last[4] + 1
        else:
            episodes.append([who, WORDS[letter], time, time, 1])
    return [tuple(episode) for episode in episodes]


@settings(max_examples=25, deadline=None)
@given(rows=states)
def test_aggregation_agrees_with_walking_through_the_log(rows: list[Row]) -> None:
    found = aggregated_episodes(actions(rows)).drop(columns="episode")
    assert [*found.itertuples(index=False, name=None)] == _by_walking(rows)


@settings(max_examples=25, deadline=None)
@given(rows=states)
def test_every_action_with_a_state_is_in_one_episode(rows: list[Row]) -> None:
    found = aggregated_episodes(actions(rows))
    assert found["actions"].sum() == sum(letter != "-" for _, _, letter in rows)
    assert (found["end"] >= found["start"]).all()
    assert found["episode"].tolist() == [n + 1 for n in found.groupby("session").cumcount()]


@settings(max_examples=25, deadline=None)
@given(rows=states)
def test_an_endless_threshold_leaves_only_changes_of_state(rows: list[Row]) -> None:
    found = aggregated_episodes(actions(rows), threshold=math.inf)
    repeated = (found[["session", "cognition"]] == found[["session", "cognition"]].shift()).all(axis=1)
    assert not repeated.any()


def test_fine_logging_no_longer_inflates_persistence() -> None:
    """App. A.1: two minutes of debugging are 20 entries six seconds apart, and one episode."""
    rows = one("D" * 20 + "C", *(6.0 * i for i in range(21)))
    assert aggregated_episodes(actions(rows))[["cognition", "actions"]].values.tolist() == [
        ["debugging", 20],
        ["constructing", 1],
    ]


def test_pauses_tell_same_from_different_states() -> None:
    rows = [*one("CC-DDC", 0.0, 5.0, 7.0, 25.0, 26.0, 60.0), ("b", 61.0, "C")]
    assert gaps(actions(rows)).values.tolist() == [
        ["a", 5.0, True],
        ["a", 20.0, False],
        ["a", 1.0, True],
        ["a", 34.0, False],
    ]


def test_the_reference_of_a_log_is_that_of_its_episodes() -> None:
    # a: C D D C (a pause parts the two D), b: D. Transitions C>D, D>D, D>C; none from a to b.
    rows = [*one("CDDC", 0.0, 5.0, 50.0, 55.0), ("b", 56.0, "D")]
    found = reference_of(aggregated_episodes(actions(rows)))
    assert found.shares == pytest.approx([2 / 5, 3 / 5, 0])
    assert found.transitions[0] == pytest.approx([0, 1, 0])
    assert found.transitions[1] == pytest.approx([1 / 2, 1 / 2, 0])
    assert np.isnan(found.transitions[2]).all()


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (log(one("e", 0.0)).drop(columns="time"), "no column time"),
        (log(one("e", 0.0)).drop(columns="action"), "no column action"),
        (log(one("e", math.nan)), "a time is no number"),
        (log(one("e", 0.0)).assign(time="noon"), "a time is no number"),
        (log(one("e", 0.0)).assign(action="Edit"), "action 'Edit'"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused(broken: pd.DataFrame, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        inherited_cognition(broken)


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(DataError, match="cognition 'planning'"):
        aggregated_episodes(actions(one("C", 0.0)).assign(cognition="planning"))
