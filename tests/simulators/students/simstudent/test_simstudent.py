"""The student at work, in real sessions."""

import dataclasses
import math
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from numpy.random import default_rng

from backends import Account, Model
from backends.scripted import ScriptedProvider
from environments.programming import PROBLEMS, Problem, UnitTest
from environments.sandbox import Sandbox
from metrics.programming.epistemics import acknowledges_error
from protocol import ConfigurationError, Episode, Level, Outcome
from simulators.sessions.programming import Models, ProgrammingSession, Trace
from simulators.settings import read_settings
from simulators.students.simstudent import DEMONSTRATIONS, SimStudent, SimStudentModel, Weights, learn
from simulators.students.student import Enrolment

ACCOUNT = Account(name="tests")
UNUSED = Path("unused")

Play = Callable[..., Awaitable[Trace]]


@pytest.fixture
def play(sandbox: Sandbox, configured: Callable[..., Any], episode: Callable[..., Episode]) -> Play:
    """Plays an episode of a SimStudent: `play(SimStudentModel(), task="slider")`."""

    async def run(student: SimStudentModel, max_steps: int = 30, **named: Any) -> Trace:
        session = ProgrammingSession(max_steps=max_steps)
        tutor = configured("tutor", "zpd")
        async with configured("backend", "scripted").open(UNUSED, ACCOUNT, fresh=True) as model:
            return await session.run(
                episode(**named), student=student, tutor=tutor, models=Models(model, model), sandbox=sandbox
            )

    return run


def done(trace: Trace) -> list[tuple[str, str, list[str]]]:
    return [(step["cognition"], step["code"], step["thoughts"]) for step in trace.steps]


@pytest.mark.parametrize("task", PROBLEMS)
async def test_it_solves_no_problem_and_meets_the_same_errors_again(play: Play, task: str) -> None:
    trace = await play(SimStudentModel(), task=task)
    errors = Counter(step["error_type"] for step in trace.steps if step["error_type"])
    assert (trace.episode["outcome"], trace.episode["steps"]) == (Outcome.STEP_LIMIT, 30)
    assert trace.episode["calls"] == 0
    assert max(errors.values()) >= 2


async def test_it_says_the_rule_that_it_follows(play: Play) -> None:
    trace = await play(SimStudentModel(), max_steps=3)
    assert [step["utterance"] for step in trace.steps] == [
        "rule: write_class",
        "rule: write_constructor",
        "rule: store_parameters",
    ]
    assert trace.steps[2]["code"].count("self.mass = mass") == 1


def test_it_never_speaks_of_errors() -> None:
    assert not any(acknowledges_error(f"rule: {rule.name}") for rule in learn(tuple(DEMONSTRATIONS)))


async def test_an_episode_can_be_played_again(play: Play) -> None:
    first, again = await play(SimStudentModel(), replicate=1), await play(SimStudentModel(), replicate=1)
    assert done(first) == done(again)
    assert done(first) != done(await play(SimStudentModel(), replicate=2))


async def test_neither_rho_changes_what_it_does(play: Play) -> None:
    low = await play(SimStudentModel(), rho_behav=Level.LOW, rho_persona=Level.LOW)
    assert done(low) == done(await play(SimStudentModel()))


ODOMETER = Problem(
    id="odometer",
    title="Odometer",
    statement="",
    starter=DEMONSTRATIONS["odometer"].start,
    reference=DEMONSTRATIONS["odometer"].steps[-2].code or "",
    class_name="Odometer",
    methods=DEMONSTRATIONS["odometer"].methods,
    needs={},
    tests=(UnitTest("miles add up", "o = Odometer(7)\no.drive(2)\no.get_miles()", 9, (), ""),),
)


@pytest.mark.parametrize("replicate", range(3))
async def test_it_solves_the_problem_that_it_was_shown(
    play: Play, monkeypatch: pytest.MonkeyPatch, replicate: int
) -> None:
    monkeypatch.setattr("simulators.sessions.programming.problem", lambda _task: ODOMETER)
    trace = await play(SimStudentModel(demonstrations=("odometer",)), replicate=replicate)
    assert trace.episode["outcome"] is Outcome.SOLVED
    assert trace.steps[-1]["code"] == ODOMETER.reference


async def test_with_nothing_to_do_it_does_the_same_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = dataclasses.replace(ODOMETER, starter="class Odometer(:\n")
    monkeypatch.setattr("simulators.sessions.programming.problem", lambda _task: broken)
    trace = await play(SimStudentModel(demonstrations=("purse",)), max_steps=4)
    assert [step["code"] for step in trace.steps] == [broken.starter] * 4
    assert [step["thoughts"] for step in trace.steps] == [["run(Odometer)"]] + [["run(Odometer), again"]] * 3


async def test_who_knows_no_rule_for_the_start_leaves_it_as_it_is(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = dataclasses.replace(ODOMETER, starter="class Odometer(:\n")
    monkeypatch.setattr("simulators.sessions.programming.problem", lambda _task: broken)
    trace = await play(SimStudentModel(demonstrations=("tank",)), max_steps=2)
    assert [step["utterance"] for step in trace.steps] == ["no rule", "no rule"]


@pytest.mark.parametrize(("weights", "share"), [(Weights.LEARNT, 2 / 3), (Weights.UNIFORM, 1 / 2)])
def test_rules_are_preferred_in_proportion_to_their_weight(
    episode: Callable[..., Episode], weights: Weights, share: float
) -> None:
    rules = learn(tuple(DEMONSTRATIONS))
    enrolment = Enrolment(episode(), ODOMETER, Model(ScriptedProvider({}, garbled=0)), max_steps=30)
    student, rng, draws = SimStudent(rules, weights, enrolment), default_rng(7), 5_000
    ahead = 0
    for _ in range(draws):
        names = [rule.name for rule in student._shuffled(rng)]
        ahead += names.index("run") < names.index("return_first_attribute")
    # Learnt weights are 12/14 and 3/7: two times in three, within four standard errors.
    assert ahead / draws == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / draws))


def test_configured_student_is_the_default(configured: Callable[..., Any]) -> None:
    assert configured("student", "simstudent") == SimStudentModel()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"demonstrations": ["tnak"]}, "student.demonstrations names no demonstration called 'tnak'"),
        ({"demonstrations": []}, "student.demonstrations is"),
        ({"weights": "equal"}, "student.weights is 'equal'"),
    ],
)
def test_a_setting_that_cannot_be_is_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        read_settings(SimStudentModel, settings, where="student")
