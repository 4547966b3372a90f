import math
from collections.abc import Callable

import pandas as pd
import pytest

from metrics.socratic.dialogues import by_bug_type, dialogue_measures

Dialogue = tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]
Converse = Callable[..., Dialogue]


def measure(dialogue: Dialogue) -> "pd.Series[float]":
    measures = dialogue_measures(*dialogue)
    assert len(measures) == 1
    return measures.iloc[0]


def test_a_conversation_is_measured_by_its_questions_its_length_and_its_last_code(converse: Converse) -> None:
    # scores 3, 2, 1: AS 2; relevance 2/3, indirectness 2/3, flow 2/3; three of four tests after the last turn
    found = measure(converse("ril", "rl", "i", passed=[0, 2, 3], fixes=[2]))
    assert found["score"] == 2
    assert found[["relevance", "indirectness", "logical_flow"]].tolist() == pytest.approx([2 / 3] * 3)
    assert found[["turns", "turns_to_code", "questions_rated"]].tolist() == [3, 2, 3]
    assert found[["success", "strict_success"]].tolist() == [0.75, 0]


def test_what_the_student_opens_with_is_no_turn(converse: Converse) -> None:
    assert measure(converse("ril", opening=True))["turns"] == 1


def test_questions_that_were_not_rated_do_not_lower_the_score(converse: Converse) -> None:
    found = measure(converse("ril", None, "rl"))
    assert found["score"] == 2.5
    assert found["questions_rated"] == 2


def test_a_conversation_that_nobody_rated_has_turns_and_no_score(converse: Converse) -> None:
    turns, ratings, episodes = converse("ril", "ril")
    found = measure((turns, ratings.iloc[:0], episodes))
    assert math.isnan(found["score"])
    assert found[["turns", "questions_rated"]].tolist() == [2, 0]


def test_raters_of_a_question_are_averaged_before_questions_are(converse: Converse) -> None:
    # the first question is rated 3, 1 and 3, the second 2 once: (7 / 3 + 2) / 2, and not (7 + 2) / 4
    turns, ratings, episodes = converse("ril", "rl")
    first = ratings["turn"] == 1
    more = [ratings[first].assign(rater="ann", relevance=False, indirectness=False), ratings[first].assign(rater="bob")]
    found = measure((turns, pd.concat([ratings, *more], ignore_index=True), episodes))
    assert found["score"] == pytest.approx((7 / 3 + 2) / 2)
    assert found["questions_rated"] == 2


def test_without_a_proposed_fix_code_is_never_reached(converse: Converse) -> None:
    assert math.isnan(measure(converse("ril", "ril"))["turns_to_code"])


def test_a_conversation_that_the_machinery_broke_off_says_nothing(converse: Converse) -> None:
    assert dialogue_measures(*converse("ril", outcome="backend_failed")).empty


def test_a_conversation_without_a_turn_has_no_tests_to_pass(converse: Converse) -> None:
    turns, ratings, episodes = converse("ril")
    found = measure((turns.iloc[:0], ratings.iloc[:0], episodes))
    assert found["turns"] == 0
    assert math.isnan(found["success"])


def test_the_order_of_rows_does_not_matter(converse: Converse, together: Callable[..., Dialogue]) -> None:
    study = together(
        converse("ril", "rl", passed=[0, 3], fixes=[2]), converse("i", task="fibonacci", bug_type="syntactical")
    )
    shuffled = tuple(frame.sample(frac=1, random_state=1) for frame in study)
    pd.testing.assert_frame_equal(dialogue_measures(*shuffled), dialogue_measures(*study))


def test_the_table_averages_conversations_and_not_their_questions(
    converse: Converse, together: Callable[..., Dialogue]
) -> None:
    # 3 from one question and 2 from three: 2.5 over conversations, 2.25 over questions
    study = together(
        converse("ril", passed=[4]),
        converse("rl", "rl", "rl", passed=[0, 0, 2], task="fibonacci"),
        converse("l", bug_type="syntactical", task="median"),
        converse("ril", bug_type=None, task="unknown"),
    )
    found = by_bug_type(dialogue_measures(*study))
    conceptual = found.loc[("tree_instruct", "conceptual")]
    assert conceptual[["score", "turns", "success", "strict_success"]].tolist() == [2.5, 2, 0.75, 0.5]
    assert found["conversations"].tolist() == [2, 1]
    assert found.index.get_level_values("bug_type").tolist() == ["conceptual", "syntactical"]
