"""The programming session owns the loop: who sees what, what is run, and how an episode ends."""

from collections.abc import Callable
from typing import Any

import pytest

from backends import Model
from backends.scripted import ScriptedProvider
from environments.programming import problem
from environments.sandbox import Sandbox
from protocol import BackendError, BudgetError, Cognition, Episode, MalformedReplyError, Outcome, SandboxError
from simulators.sessions.programming import Models, ProgrammingSession, Trace
from simulators.students.student import NOT_EXECUTED, Action, Desk, Enrolment, Situation
from simulators.tutors.tutor import HelpRequest, Hint, Scaffold

REFERENCE = problem("particle").reference
Act = Callable[[Situation, Desk], Any]


class Pupil:
    """A student who does what a test tells it, and keeps what it found."""

    def __init__(self, *acts: Act) -> None:
        self.acts = acts
        self.found: list[Situation] = []

    def enrol(self, enrolment: Enrolment) -> "Pupil":
        return self

    async def act(self, situation: Situation, desk: Desk) -> Action:
        self.found.append(situation)
        return await self.acts[min(situation.step, len(self.acts)) - 1](situation, desk)


class Helper:
    """A tutor who says the same to everyone."""

    def assign(self, enrolment: Enrolment) -> "Helper":
        return self

    async def answer(self, request: HelpRequest) -> Hint:
        return Hint("Mind the units.", Scaffold.MINIMAL, "P9")


def does(cognition: Cognition, code: str | None = None, **more: Any) -> Act:
    async def act(situation: Situation, desk: Desk) -> Action:
        return Action(situation.code if code is None else code, "hm", cognition=cognition, **more)

    return act


def fails(error: Exception) -> Act:
    async def act(situation: Situation, desk: Desk) -> Action:
        raise error

    return act


async def asks(situation: Situation, desk: Desk) -> Action:
    return Action(situation.code, "help!", cognition=None, question=HelpRequest(situation.step, "How?", situation.code))


@pytest.fixture
def play(sandbox: Sandbox, episode: Callable[..., Episode]) -> Callable[..., Any]:
    async def once(pupil: Pupil, max_steps: int = 4) -> Trace:
        session = ProgrammingSession(max_steps=max_steps)
        model = Model(ScriptedProvider({}, 0))
        models = Models(model, model)
        return await session.run(episode(), student=pupil, tutor=Helper(), models=models, sandbox=sandbox)

    return once


async def test_a_program_that_passes_solves_the_problem_although_it_was_never_run(play: Callable[..., Any]) -> None:
    trace = await play(Pupil(does(Cognition.CONSTRUCTING, "x = 1"), does(Cognition.CONSTRUCTING, REFERENCE)))
    assert (trace.episode["outcome"], trace.episode["solved_at"], trace.episode["steps"]) == (Outcome.SOLVED, 2, 2)
    assert not any(step["executed"] for step in trace.steps)


async def test_who_never_solves_it_reaches_the_step_limit(play: Callable[..., Any]) -> None:
    trace = await play(Pupil(does(Cognition.CONSTRUCTING, "x = 1")))
    assert (trace.episode["outcome"], trace.episode["solved_at"], trace.episode["steps"]) == (
        Outcome.STEP_LIMIT,
        None,
        4,
    )


async def test_constructing_shows_no_output(play: Callable[..., Any]) -> None:
    pupil = Pupil(does(Cognition.CONSTRUCTING, "x = 1"))
    await play(pupil)
    assert [found.last_output for found in pupil.found] == [None, NOT_EXECUTED, NOT_EXECUTED, NOT_EXECUTED]


async def test_debugging_runs_the_program_as_it_stood_before_the_edit(play: Callable[..., Any]) -> None:
    pupil = Pupil(does(Cognition.CONSTRUCTING, "class Particle(:"), does(Cognition.DEBUGGING, "x = 1"))
    trace = await play(pupil, max_steps=3)
    assert trace.steps[1]["error_type"] == "SyntaxError"
    assert "SyntaxError" in pupil.found[2].last_output
    assert trace.steps[1]["code"] == "x = 1"


async def test_assessing_runs_and_leaves_the_program_alone(play: Callable[..., Any]) -> None:
    trace = await play(Pupil(does(Cognition.ASSESSING, REFERENCE)), max_steps=1)
    assert trace.steps[0]["executed"]
    assert trace.steps[0]["code"] == problem("particle").starter


async def test_what_a_student_does_not_take_in_it_is_not_shown_again(play: Callable[..., Any]) -> None:
    pupil = Pupil(does(Cognition.ASSESSING, seen="(looked away)"))
    trace = await play(pupil, max_steps=2)
    assert pupil.found[1].last_output == trace.steps[0]["seen"] == "(looked away)"
    assert trace.steps[0]["output"] != "(looked away)"


async def test_a_hint_comes_in_the_step_after_the_question_and_only_there(play: Callable[..., Any]) -> None:
    pupil = Pupil(asks, does(Cognition.CONSTRUCTING))
    trace = await play(pupil, max_steps=3)
    assert [found.hint.text if found.hint else None for found in pupil.found] == [None, "Mind the units.", None]
    asked = trace.steps[0]
    assert (asked["question"], asked["hint"], asked["scaffold"]) == ("How?", "Mind the units.", "minimal")


async def test_a_step_whose_reply_cannot_be_read_is_lost_and_the_episode_goes_on(play: Callable[..., Any]) -> None:
    trace = await play(Pupil(fails(MalformedReplyError("act: no JSON")), does(Cognition.CONSTRUCTING, REFERENCE)))
    assert [step["malformed"] for step in trace.steps] == [True, False]
    assert (trace.episode["outcome"], trace.episode["malformed_steps"]) == (Outcome.SOLVED, 1)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (BackendError("gone"), Outcome.BACKEND_FAILED),
        (BudgetError("spent"), Outcome.BUDGET_EXHAUSTED),
        (SandboxError("broken"), Outcome.SANDBOX_FAILED),
    ],
)
async def test_what_the_machinery_cannot_do_is_an_outcome_with_its_reason(
    error: Exception, outcome: Outcome, play: Callable[..., Any]
) -> None:
    trace = await play(Pupil(does(Cognition.CONSTRUCTING), fails(error)))
    assert (trace.episode["outcome"], trace.episode["failure"], trace.episode["steps"]) == (outcome, str(error), 1)


async def test_progress_is_that_of_the_program_after_the_last_step(play: Callable[..., Any]) -> None:
    pupil = Pupil(does(Cognition.CONSTRUCTING, REFERENCE.replace("0.5", "0.4")), does(Cognition.CONSTRUCTING))
    trace = await play(pupil, max_steps=2)
    first = trace.steps[0]
    assert pupil.found[1].progress == first["tests_passed"] / first["tests_total"] > 0
