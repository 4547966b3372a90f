"""A Socratic dialogue, its ratings and its rivals, written by hand, keep their schemas."""

from pathlib import Path
from typing import Any

import pytest

from protocol import TraceError
from protocol.traces import (
    PREFERENCES,
    QUESTION_RATINGS,
    SOCRATIC_TURNS,
    BugType,
    read_trace,
    table,
    write_trace,
)

WHO = {
    "study": "treeinstruct_table1",
    "condition": "tree_instruct",
    "task": "largest",
    "replicate": 0,
    "rho_behav": "low",
    "rho_persona": "low",
}
BUGGY = (
    "def largest(xs):\n    best = 0\n    for x in xs:\n        if x > best:\n            best = x\n    return best\n"
)
TASKS = ("See that every number may be negative.", "Start from the first number.")


def state_space(*resolved: bool) -> list[dict[str, Any]]:
    return [{"task": task, "resolved": done} for task, done in zip(TASKS, resolved, strict=True)]


@pytest.fixture
def dialogue() -> list[dict[str, Any]]:
    """The student opens, misses a question, is asked its sibling, and then the next level's, which resolves both."""
    silent = {"target": None, "level": None, "sibling": None, "answered": None, "explanation": None, "fixes": []}
    turn = {**WHO, **silent, "bug_type": BugType.CONCEPTUAL, "malformed": False, "code": BUGGY}
    turn |= {"tests_passed": 3, "tests_total": 4}
    return [
        {
            **turn,
            "turn": 0,
            "question": None,
            "answer": "Some lists give 0.",
            "state_space": state_space(False, False),
        },
        {
            **turn,
            "turn": 1,
            "question": "Which lists give 0?",
            "answer": "Empty ones.",
            "target": 1,
            "level": 0,
            "sibling": 1,
            "answered": False,
            "explanation": "The failing test has three numbers.",
            "state_space": state_space(False, False),
        },
        {
            **turn,
            "turn": 2,
            "question": "What have the numbers of the failing test in common?",
            "answer": "They are all below zero.",
            "target": 1,
            "level": 0,
            "sibling": 2,
            "answered": True,
            "state_space": state_space(False, False),
        },
        {
            **turn,
            "turn": 3,
            "question": "Which of them is ever greater than your starting point?",
            "answer": "None. I should start from the first one.",
            "target": 1,
            "level": 1,
            "sibling": 1,
            "answered": True,
            "state_space": state_space(True, True),
            "fixes": ["Replace 0 with xs[0] on line 2."],
            "code": BUGGY.replace("best = 0", "best = xs[0]"),
            "tests_passed": 4,
        },
    ]


def test_a_dialogue_is_read_as_it_was_written(tmp_path: Path, dialogue: list[dict[str, Any]]) -> None:
    write_trace(dialogue, SOCRATIC_TURNS, tmp_path / "turns.parquet")
    assert read_trace(tmp_path / "turns.parquet", SOCRATIC_TURNS).to_pylist() == dialogue


def test_a_baseline_has_neither_tree_nor_state_space(dialogue: list[dict[str, Any]]) -> None:
    plain = dict.fromkeys(("target", "level", "sibling", "answered", "explanation"))
    row = {**dialogue[3], **plain, "condition": "baseline", "state_space": [], "fixes": []}
    assert table([row], SOCRATIC_TURNS).to_pylist() == [row]


def test_a_turn_without_code_is_refused(dialogue: list[dict[str, Any]]) -> None:
    with pytest.raises(TraceError, match=r"socratic_turns\.code is null"):
        table([{**dialogue[1], "code": None}], SOCRATIC_TURNS)


def test_a_question_may_be_left_unrated() -> None:
    rating = {**WHO, "turn": 1, "rater": "judge", "relevance": True, "indirectness": None, "logical_flow": False}
    assert table([rating], QUESTION_RATINGS).to_pylist() == [rating]


def test_a_rating_needs_a_rater() -> None:
    rating = {**WHO, "turn": 1, "rater": None, "relevance": True, "indirectness": True, "logical_flow": True}
    with pytest.raises(TraceError, match=r"question_ratings\.rater"):
        table([rating], QUESTION_RATINGS)


@pytest.mark.parametrize("preferred", ["tree_instruct", None])
def test_a_rater_prefers_one_of_two_conversations_or_does_not_choose(preferred: str | None) -> None:
    choice = {"study": "side_by_side", "task": "largest", "replicate": 0, "rater": "judge"}
    choice |= {"first": "baseline", "second": "tree_instruct", "preferred": preferred}
    assert table([choice], PREFERENCES).to_pylist() == [choice]
