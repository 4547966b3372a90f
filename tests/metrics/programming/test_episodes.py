import math

import numpy as np
import pandas as pd
import pytest

from metrics.programming.behaviour import cognitive_divergence, debugging_divergence, transition_divergence
from metrics.programming.episodes import (
    COGNITIVE_STEPS,
    COGNITIVE_TRANSITIONS,
    METACOGNITIVE_STEPS,
    cognitive_matrix,
    episode_measures,
    metacognitive_matrix,
)

ERROR = "Traceback (most recent call last):\nNameError: name 'x' is not defined"


def test_an_episode_becomes_a_row_of_its_measures(play) -> None:
    steps, episodes = play(
        "CD-DDCA",
        metacognition="PPPEEMM",
        interrupts=[3],
        outputs=["", ERROR, "", ERROR, "FAILED: AssertionError", "", ""],
        utterances=["let me start", "it broke?", "hm", "nothing", "oh, a bug", "", ""],
        passed=[0, 4, 4, 2, 10, 10, 20],
        outcome="solved",
        solved_at=7,
    )
    (row,) = episode_measures(steps, episodes).to_dict("records")
    assert (row["solved"], row["steps_taken"], row["steps_to_solve"], row["high"]) == (1, 7, 7, 1)
    assert [row[column] for column in COGNITIVE_STEPS] == [2, 3, 1]
    # C>D, D>D (across the interrupt), D>D, D>C, C>A
    assert [row[column] for column in COGNITIVE_TRANSITIONS] == [0, 1, 1, 1, 2, 0, 0, 0, 0]
    assert [row[column] for column in METACOGNITIVE_STEPS] == [2, 2, 2, 0]
    assert row["stickiness"] == pytest.approx(2 / 3)
    assert row["nonlinearity"] == pytest.approx(1 / 6)
    assert row["mean_run_length"] == pytest.approx(6 / 4)
    assert row["debugging_loops"] == 1
    assert (row["errors_seen"], row["errors_recurrent"], row["p_recur"]) == (2, 1, 0.5)
    assert row["lag"] == 3  # seen in step 2, acknowledged in step 5
    occupied, moves = np.array([2.0, 3.0, 1.0]), np.array([[0.0, 1, 1], [1, 2, 0], [0, 0, 0]])
    assert row["d_kl"] == cognitive_divergence(occupied)
    assert row["d_transitions"] == transition_divergence(moves)
    assert row["d_debug"] == debugging_divergence(occupied, moves)


def test_an_error_seen_while_constructing_starts_no_lag(play) -> None:
    (lag,) = episode_measures(*play("CCC", outputs=[ERROR] * 3, utterances=["", "bug", "bug"]))["lag"]
    assert math.isnan(lag)


def test_what_an_episode_never_shows_is_undefined(play) -> None:
    (row,) = episode_measures(*play("---")).to_dict("records")
    undefined = {name for name, value in row.items() if isinstance(value, float) and math.isnan(value)}
    assert undefined == {
        *("steps_to_solve", "mean_run_length", "p_recur", "lag"),
        *("d_kl", "d_transitions", "stickiness", "d_debug"),
    }


def test_an_unsolved_episode_takes_its_limit(play) -> None:
    (row,) = episode_measures(*play("C" * 30)).to_dict("records")
    assert (row["solved"], row["steps_taken"]) == (0, 30)


def test_what_the_machinery_broke_off_gets_no_row(play, together) -> None:
    traces = together(play("CD"), play("CD", replicate=1, outcome="backend_failed"))
    assert episode_measures(*traces)["replicate"].tolist() == [0]


def test_an_episode_without_a_step_keeps_its_row(play, together) -> None:
    traces = together(play("CD"), play("", replicate=1))
    measures = episode_measures(*traces)
    assert measures["replicate"].tolist() == [0, 1]
    assert measures[COGNITIVE_STEPS].sum(axis=1).tolist() == [2, 0]


def test_a_study_without_episodes_has_no_rows(play) -> None:
    steps, episodes = play("CD")
    assert len(episode_measures(steps.iloc[:0], episodes.iloc[:0])) == 0


def test_the_order_of_rows_does_not_matter(play, together) -> None:
    played = [
        play(cognition, replicate=replicate, condition=condition, task=task, outputs=[ERROR] * 4)
        for condition in ("vanilla", "beagle")
        for task in ("slider", "particle")
        for replicate, cognition in enumerate(("CDDC", "ADCC", "CCCC"))
    ]
    steps, episodes = together(*played)
    shuffled = (frame.sample(frac=1, random_state=1) for frame in (steps, episodes))
    pd.testing.assert_frame_equal(episode_measures(steps, episodes), episode_measures(*shuffled))


def test_episodes_do_not_run_into_each_other(play, together) -> None:
    measures = episode_measures(*together(play("CC"), play("DD", replicate=1), play("AA", condition="vanilla")))
    assert np.array_equal(cognitive_matrix(measures), np.eye(3))


def test_metacognition_does_not_count_in_an_interrupt(play) -> None:
    measures = episode_measures(*play("C-CC", metacognition="PEPE", interrupts=[2]))
    expected = np.zeros((4, 4))
    expected[0, 0] = expected[0, 1] = 1  # P to P across the interrupt, then P to E
    assert np.array_equal(metacognitive_matrix(measures), expected)
