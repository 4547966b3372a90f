import math

import pandas as pd
import pytest

from metrics.classroom.lessons import LESSON
from metrics.classroom.measures import lesson_measures, pupil_measures


def test_the_discourse_of_the_papers_case_is_worked_by_hand(spring) -> None:
    (row,) = lesson_measures(*spring).to_dict("records")
    assert (row["pupils"], row["steps"], row["initiation"]) == (6, 3, 1)
    assert row["response"] == pytest.approx(3 / 18)  # one pupil stands up to answer in every step
    assert row["feedback"] == pytest.approx(8 / 18)  # to three, two and three pupils
    assert row["irf_rate"] == 1
    assert row["triad_rate"] == pytest.approx(2 / 3)  # in step 9 Wang Fang answers and hears nothing of it


def test_the_states_of_the_papers_case_are_counted_by_hand(spring) -> None:
    (row,) = lesson_measures(*spring).to_dict("records")
    behaviour = [row[f"behaviour.{level}"] for level in ("off_task", "passive", "active", "interactive")]
    assert behaviour == [0, 0, 6, 12]  # active: 1, 4 and 1 pupils
    assert [row[f"emotion.{level}"] for level in ("negative", "confused", "positive")] == [1, 1, 16]
    assert [row["cognition.lower"], row["cognition.higher"]] == [7, 11]  # higher: 5, 3 and 3 pupils


def test_the_network_of_the_papers_case_is_worked_by_hand(spring) -> None:
    # Wang Fang <-> Zhang Yan, Liu Li <-> Zhang Tao, Li Wei -> Zhang Yan; Zhang Jie turns to the teacher alone
    (row,) = lesson_measures(*spring).to_dict("records")
    assert (row["nodes"], row["edges"]) == (5, 3)
    assert (row["density"], row["average_degree"]) == pytest.approx((6 / 20, 6 / 5))
    assert row["reciprocity"] == pytest.approx(4 / 5)


def test_each_pupils_place_is_worked_by_hand_and_missing_outside_the_network(spring) -> None:
    found = pupil_measures(*spring).set_index("pupil")
    places = ["in_degree", "out_degree", "degree", "betweenness"]
    assert found.loc["Zhang Yan", places].tolist() == pytest.approx(
        [2 / 4, 1 / 4, 3 / 4, 1 / 12]
    )  # Li Wei to Wang Fang
    assert found.loc["Li Wei", places].tolist() == pytest.approx([0, 1 / 4, 1 / 4, 0])
    assert found.loc["Zhang Jie", places].isna().all()


def test_each_pupils_course_is_worked_by_hand(spring) -> None:
    # Zhang Tao: interactive throughout, lower-order throughout, negative, confused, then positive
    zhang_tao = pupil_measures(*spring).set_index("pupil").loc["Zhang Tao"]
    rises = zhang_tao[["behaviour.rises", "emotion.rises", "cognition.rises", "overall.rises"]]
    tops = zhang_tao[["behaviour.top", "emotion.top", "cognition.top", "overall.top"]]
    assert rises.tolist() == pytest.approx([0, 1, 0, 1 / 3])
    assert tops.tolist() == pytest.approx([1, 1 / 3, 0, 4 / 9])
    assert zhang_tao[["emotion.negative", "emotion.confused", "emotion.positive"]].tolist() == [1, 1, 1]


def test_the_order_of_the_rows_does_not_matter(spring) -> None:
    turns, episodes = spring
    shuffled = turns.sample(frac=1, random_state=1)
    pd.testing.assert_frame_equal(lesson_measures(shuffled, episodes), lesson_measures(turns, episodes))
    pd.testing.assert_frame_equal(pupil_measures(shuffled, episodes), pupil_measures(turns, episodes))


def test_lessons_are_told_apart_by_episode_and_session(play, teacher, pupil, together) -> None:
    asked = [teacher("initiation"), pupil("Ann", "head_up")]
    idle = [teacher(None), pupil("Ann", "head_up")]
    first, second = play(asked, asked, session=1), play(asked, idle, session=2)
    turns, episodes = together(first, second, play(idle, replicate=1))
    found = lesson_measures(turns, episodes.drop_duplicates())
    assert found[LESSON].to_numpy().tolist() == [["a study", "lecture", "spring", *i] for i in ((0, 1), (0, 2), (1, 1))]
    assert found["initiation"].tolist() == [1, 0.5, 0]


def test_lessons_that_broke_off_say_nothing(play, teacher, pupil) -> None:
    broken = play([teacher("initiation"), pupil("Ann", "head_up")], outcome="backend_failed")
    assert lesson_measures(*broken).empty
    assert pupil_measures(*broken).empty


def test_a_class_in_which_nobody_turns_to_anybody_has_no_network(play, teacher, pupil) -> None:
    played = play([teacher("initiation"), pupil("Ann", "head_up"), pupil("Ben", "sleep")])
    (row,) = lesson_measures(*played).to_dict("records")
    assert (row["nodes"], row["edges"]) == (0, 0)
    assert all(math.isnan(row[name]) for name in ("density", "average_degree", "reciprocity"))
    assert pupil_measures(*played)[["in_degree", "betweenness"]].isna().all(axis=None)


def test_a_teacher_alone_has_steps_and_nothing_to_share_among_pupils(play, teacher) -> None:
    (row,) = lesson_measures(*play([teacher("initiation")], [teacher(None)])).to_dict("records")
    assert (row["pupils"], row["steps"], row["initiation"], row["irf_rate"]) == (0, 2, 0.5, 0)
    assert math.isnan(row["response"])
