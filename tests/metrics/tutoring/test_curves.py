from collections.abc import Callable

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metrics.tutoring.curves import LEARNER, error_curve, error_curve_over_components, first_attempts

Work = Callable[..., pd.DataFrame]
OUTCOMES = ("correct", "incorrect", "hint")

on_traces = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def three_learners(work: Work) -> pd.DataFrame:
    ann = work(
        "ann",
        "p1/1 x incorrect root",
        "p1/1 x correct root",
        "p1/1 y hint sign",
        "p1/1 y correct sign",
        "p2/1 x correct root",
        "p1/2 x correct root",
    )
    bob = work("bob", "p1/1 x correct root", "p1/1 y - sign", "p1/1 y correct sign", "p2/1 x incorrect root")
    cem = work("cem", "p1/1 y correct sign")
    return pd.concat([ann, bob, cem], ignore_index=True)


def test_only_the_first_attempt_at_a_step_counts_and_a_hint_is_an_error(work: Work) -> None:
    found = first_attempts(work("ann", "p1/1 x incorrect root", "p1/1 x correct root", "p1/1 y hint sign"))
    assert found[["step", "error"]].to_numpy().tolist() == [["x", 1.0], ["y", 1.0]]


def test_a_problem_seen_again_gives_its_steps_a_new_opportunity(work: Work) -> None:
    found = first_attempts(work("ann", "p1/1 x incorrect root", "p1/1 x correct root", "p1/2 x correct root"))
    assert found["opportunity"].tolist() == [1, 2]
    assert found["error"].tolist() == [1.0, 0.0]


def test_two_steps_of_one_component_are_two_opportunities(work: Work) -> None:
    assert first_attempts(work("ann", "p1/1 x correct root", "p1/1 y correct root"))["opportunity"].tolist() == [1, 2]


def test_a_reply_that_could_not_be_read_is_no_attempt(work: Work) -> None:
    found = first_attempts(work("ann", "p1/1 x - root", "p1/1 x correct root"))
    assert found["error"].tolist() == [0.0]


def test_a_step_of_two_components_is_an_opportunity_at_each(work: Work) -> None:
    found = first_attempts(work("ann", "p1/1 x correct root", "p1/1 y incorrect root+sign"))
    assert found[["component", "opportunity", "error"]].to_numpy().tolist() == [
        ["root", 1, 0.0],
        ["root", 2, 1.0],
        ["sign", 1, 1.0],
    ]
    assert found.index.tolist() == [0, 1, 1]


def test_steps_without_a_component_are_left_out(work: Work) -> None:
    transactions = work("ann", "p1/1 x correct root", "p1/1 done correct root")
    transactions.at[1, "components"] = []
    assert first_attempts(transactions)["step"].tolist() == ["x"]


def test_each_episode_has_its_own_learners(work: Work) -> None:
    run = work("agent", "p1/1 x incorrect root")
    both = pd.concat([run, run.assign(replicate=1)], ignore_index=True)
    assert first_attempts(both)["opportunity"].tolist() == [1, 1]


def test_the_curve_pools_learners_and_components(three_learners: pd.DataFrame) -> None:
    # First opportunities: ann's x and y are wrong, bob's x and y and cem's y right: 2/5. Second: ann right, bob wrong.
    curve = error_curve(first_attempts(three_learners))
    assert curve["error"].tolist() == pytest.approx([2 / 5, 1 / 2, 0])
    assert curve["n"].tolist() == [5, 2, 1]
    assert curve.index.tolist() == [1, 2, 3]


def test_the_curve_over_components_weighs_each_the_same(three_learners: pd.DataFrame) -> None:
    # First opportunities: root 1/2, sign 1/3, so (1/2 + 1/3) / 2. Later ones are of root alone.
    curve = error_curve_over_components(first_attempts(three_learners))
    assert curve["error"].tolist() == pytest.approx([5 / 12, 1 / 2, 0])
    assert curve["n"].tolist() == [2, 1, 1]


def test_there_is_no_curve_without_attempts(work: Work) -> None:
    attempts = first_attempts(work("ann", "p1/1 x - root"))
    assert attempts.empty
    assert error_curve(attempts).empty
    assert error_curve_over_components(attempts).empty


@st.composite
def courses(draw: st.DrawFn) -> list[str]:
    rows = draw(st.lists(st.tuples(st.integers(1, 3), st.sampled_from("xyz"), st.sampled_from(OUTCOMES)), min_size=1))
    return [f"p{problem}/1 {step} {outcome} skill_{step}" for problem, step, outcome in rows]


@on_traces
@given(course=courses(), seed=st.integers(0, 99))
def test_the_order_of_rows_does_not_matter(work: Work, course: list[str], seed: int) -> None:
    transactions = work("ann", *course)
    shuffled = transactions.sample(frac=1, random_state=seed)
    pd.testing.assert_frame_equal(first_attempts(shuffled), first_attempts(transactions))


@on_traces
@given(course=courses(), other=courses())
def test_what_learners_are_called_does_not_matter(work: Work, course: list[str], other: list[str]) -> None:
    def curve(first: str, second: str) -> pd.DataFrame:
        return error_curve(first_attempts(pd.concat([work(first, *course), work(second, *other)])))

    pd.testing.assert_frame_equal(curve("ann", "bob"), curve("zoe", "ann"))


@on_traces
@given(course=courses())
def test_later_attempts_at_a_step_change_nothing(work: Work, course: list[str]) -> None:
    again = [row.replace(outcome, "correct") for row in course for outcome in OUTCOMES if f" {outcome} " in row]
    once, twice = work("ann", *course), work("ann", *course, *again)
    pd.testing.assert_frame_equal(first_attempts(twice), first_attempts(once))


@on_traces
@given(course=courses())
def test_curves_are_shares_and_count_each_first_attempt_once(work: Work, course: list[str]) -> None:
    attempts = first_attempts(work("ann", *course))
    for curve in (error_curve(attempts), error_curve_over_components(attempts)):
        assert curve["error"].between(0, 1).all()
    assert error_curve(attempts)["n"].sum() == len(attempts) == len({tuple(row.split()[:2]) for row in course})
    assert attempts.groupby([*LEARNER, "component"])["opportunity"].max().sum() == len(attempts)
