"""A learner's work in a tutoring system, and a tutor's answers about it, written by hand, keep their schemas."""

from pathlib import Path
from typing import Any

import pytest

from protocol import TraceError
from protocol.traces import (
    DEMONSTRATIONS,
    GRADED_ACTIONS,
    TUTOR_TRANSACTIONS,
    ActionSource,
    Response,
    read_trace,
    table,
    write_trace,
)

WHO = {
    "study": "tutorgym_figure3",
    "condition": "in_context",
    "task": "apprentice",
    "replicate": 2,
    "rho_behav": "high",
    "rho_persona": "high",
}
PLACE = {"platform": "apprentice", "domain": "add_fractions", "problem": "1/2 + 1/3", "state": "start"}
ACTION = {"selection": "common_denominator", "action_type": "UpdateTextField", "input": "6"}


@pytest.fixture
def work() -> list[dict[str, Any]]:
    """A wrong try, a reply that could not be read, a demonstration, and the right answer to the next step."""
    transaction = {
        **WHO,
        **PLACE,
        **ACTION,
        "student": "agent",
        "problem_view": 1,
        "step": "common_denominator",
        "malformed": False,
        "demonstrated": False,
        "feedback": None,
        "components": ["add_fractions:common_denominator"],
    }
    wrong = {"input": "5", "outcome": Response.INCORRECT, "mastery": [("add_fractions:common_denominator", 0.3)]}
    nothing = {"selection": None, "action_type": None, "input": None, "outcome": None, "mastery": []}
    shown = {"outcome": Response.HINT, "demonstrated": True, "feedback": "Both go into 6.", "mastery": []}
    right = {"state": "denominator given", "step": "numerator", "selection": "numerator", "input": "5"}
    right |= {"components": ["add_fractions:numerator"], "outcome": Response.CORRECT, "mastery": []}
    return [
        {**transaction, **wrong, "transaction": 1, "attempt": 1},
        {**transaction, **nothing, "transaction": 2, "attempt": 2, "malformed": True},
        {**transaction, **shown, "transaction": 3, "attempt": 2},
        {**transaction, **right, "transaction": 4, "attempt": 1},
    ]


def test_a_learners_work_is_read_as_it_was_written(tmp_path: Path, work: list[dict[str, Any]]) -> None:
    write_trace(work, TUTOR_TRANSACTIONS, tmp_path / "transactions.parquet")
    assert read_trace(tmp_path / "transactions.parquet", TUTOR_TRANSACTIONS).to_pylist() == work


def test_a_transaction_without_a_step_is_refused(work: list[dict[str, Any]]) -> None:
    with pytest.raises(TraceError, match=r"tutor_transactions\.step is null"):
        table([{**work[0], "step": None}], TUTOR_TRANSACTIONS)


@pytest.mark.parametrize("verdict", [True, False, None])
def test_an_action_is_graded_or_the_verdict_could_not_be_read(verdict: bool | None) -> None:
    graded = {**WHO, **PLACE, **ACTION, "source": ActionSource.STUDENT, "correct": False, "verdict": verdict}
    assert table([graded], GRADED_ACTIONS).to_pylist() == [graded]


def test_an_action_of_a_profile_is_known_to_be_right_or_wrong() -> None:
    graded = {**WHO, **PLACE, **ACTION, "source": ActionSource.MODEL, "correct": None, "verdict": True}
    with pytest.raises(TraceError, match=r"graded_actions\.correct is null"):
        table([graded], GRADED_ACTIONS)


def test_a_demonstration_that_could_not_be_read_is_not_accepted() -> None:
    nothing = dict.fromkeys(ACTION)
    demonstration = {**WHO, **PLACE, **nothing, "correct": False}
    assert table([demonstration], DEMONSTRATIONS).to_pylist() == [demonstration]
