"""Outcomes tell the learner's doing from the machinery's."""

from protocol import Outcome


def test_only_solved_and_step_limit_say_something_of_the_learner() -> None:
    assert {outcome for outcome in Outcome if outcome.completed} == {Outcome.SOLVED, Outcome.STEP_LIMIT}
