import numpy as np

from metrics.classroom.lessons import lessons


def test_feedback_to_nobody_by_name_is_to_all(play, teacher, pupil) -> None:
    answers = [pupil(name, "stand_answer", move="response") for name in ("Ann", "Ben")]
    (lesson,) = lessons(*play([teacher("initiation"), *answers, teacher("feedback")]))
    assert lesson.fed_back.tolist() == [[True, True]]


def test_only_the_teacher_initiates_and_gives_feedback(play, teacher, pupil) -> None:
    said = [pupil("Ann", "side_talk", "Ben", move="initiation"), pupil("Ben", "side_talk", "Ann", move="feedback")]
    (lesson,) = lessons(*play([teacher(None), *said]))
    assert not lesson.initiated.any()
    assert not lesson.fed_back.any()


def test_a_tie_takes_a_request_that_is_granted_or_no_request(play, teacher, pupil) -> None:
    asks = [
        pupil("Ann", "side_talk", "Ben", request="chat", granted=True),
        pupil("Ben", "side_talk", "Cem", request="chat", granted=False),
        pupil("Cem", "side_talk", "Dea", request="academic"),
        pupil("Dea", "chat", "Ann"),
        pupil("Dea", "chat", "Dea"),
    ]
    (lesson,) = lessons(*play([teacher(None), *asks]))
    assert lesson.pupils == ("Ann", "Ben", "Cem", "Dea")
    assert np.argwhere(lesson.arcs).tolist() == [[0, 1], [3, 0]]


def test_the_last_turn_of_a_step_that_shows_a_state_counts(play, teacher, pupil) -> None:
    turns = [pupil("Ann", "sleep"), pupil("Ann", "side_talk"), pupil("Ann", None, malformed=True)]
    (lesson,) = lessons(*play([teacher(None), *turns], [teacher(None), pupil("Ann", None, malformed=True)]))
    assert lesson.levels[0].tolist() == [[3, -1]]


def test_a_lesson_is_arrays_of_steps_and_pupils(spring) -> None:
    (lesson,) = lessons(*spring)
    assert lesson.pupils == ("Li Wei", "Liu Li", "Wang Fang", "Zhang Jie", "Zhang Tao", "Zhang Yan")
    assert lesson.initiated.shape == (3,)
    assert lesson.responded.shape == lesson.fed_back.shape == (3, 6)
    assert lesson.levels.shape == (3, 6, 3)  # dimensions, pupils, steps
    assert np.argwhere(lesson.responded).tolist() == [[0, 5], [1, 2], [2, 3]]  # Zhang Yan, Wang Fang, Zhang Jie
    assert [n_levels for _, n_levels in lesson.scaled()] == [4, 3, 2]
