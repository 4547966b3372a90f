"""What every student must keep, whatever it is: a new YAML under conf/student is tested by being there."""

from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from backends import Account, Completion, Engine, Identity, Model, Question, Request
from environments.sandbox import Sandbox
from protocol import BackendError, Cognition, Episode, Interrupt, Level, Metacognition, Outcome
from protocol.traces import EPISODES, PROGRAMMING_STEPS, table
from simulators.sessions.programming import Models, ProgrammingSession, Trace

ACCOUNT = Account(name="tests")
UNUSED = Path("unused")

STUDENTS = sorted(path.stem for path in (Path(__file__).parents[2] / "conf" / "student").glob("*.yaml"))
TASKS = ("particle", "slider", "bouncing_ball")
STEPS = 12

Play = Callable[..., Any]


@pytest.fixture
def play(configured: Callable[..., Any], episode: Callable[..., Episode], sandbox: Sandbox) -> Play:
    """Plays one episode of a student on the scripted backend."""

    async def once(name: str, *, backend: Any = None, max_steps: int = STEPS, **named: Any) -> Trace:
        backend = backend or configured("backend", "scripted")
        async with backend.open(UNUSED, ACCOUNT, fresh=True) as model:
            return await ProgrammingSession(max_steps=max_steps).run(
                episode(**named),
                student=configured("student", name),
                tutor=configured("tutor", "zpd"),
                models=Models(model, model),
                sandbox=sandbox,
            )

    return once


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("name", STUDENTS)
async def test_an_episode_ends_in_an_outcome_and_leaves_a_trace_of_the_schema(name: str, task: str, play: Play) -> None:
    trace = await play(name, task=task)
    assert Outcome(trace.episode["outcome"]).completed
    assert table([trace.episode], EPISODES).num_rows == 1
    assert table(trace.steps, PROGRAMMING_STEPS).num_rows == trace.episode["steps"]


@pytest.mark.parametrize("name", STUDENTS)
async def test_the_same_episode_leaves_the_same_trace(name: str, play: Play) -> None:
    assert await play(name, replicate=3) == await play(name, replicate=3)


@pytest.mark.parametrize("name", STUDENTS)
async def test_steps_are_counted_from_one_and_stop_where_the_problem_is_solved(name: str, play: Play) -> None:
    trace = await play(name, replicate=1, max_steps=30)
    assert [step["step"] for step in trace.steps] == list(range(1, len(trace.steps) + 1))
    solved = [step["step"] for step in trace.steps if step["tests_passed"] == step["tests_total"]]
    assert solved == ([trace.episode["solved_at"]] if trace.episode["outcome"] == Outcome.SOLVED else [])


@pytest.mark.parametrize("name", STUDENTS)
async def test_execution_is_gated_by_what_the_student_does(name: str, play: Play) -> None:
    code = None
    for step in (await play(name, replicate=2, max_steps=20)).steps:
        assert step["executed"] == (step["cognition"] in (Cognition.DEBUGGING, Cognition.ASSESSING))
        if step["cognition"] not in (Cognition.CONSTRUCTING, Cognition.DEBUGGING) and code is not None:
            assert step["code"] == code
        code = step["code"]


@pytest.mark.parametrize("name", STUDENTS)
async def test_a_step_is_work_or_an_interrupt_or_lost_and_never_two_of_them(name: str, play: Play) -> None:
    for step in (await play(name, rho_behav=Level.LOW, max_steps=20)).steps:
        kinds = [step["cognition"] is not None, step["interrupt"] is not None, step["malformed"]]
        assert sum(kinds) == 1
        assert step["cognition"] is None or Cognition(step["cognition"])
        assert step["metacognition"] is None or Metacognition(step["metacognition"])
        assert step["interrupt"] is None or Interrupt(step["interrupt"])


@pytest.mark.parametrize("name", STUDENTS)
async def test_replies_that_cannot_be_read_cost_steps_and_nothing_else(
    name: str, play: Play, configured: Callable[..., Any]
) -> None:
    trace = await play(name, backend=configured("backend", "scripted", "backend.garbled=1"), max_steps=5)
    assert trace.episode["outcome"] == Outcome.STEP_LIMIT
    assert trace.episode["malformed_steps"] == sum(step["malformed"] for step in trace.steps)
    if trace.episode["calls"]:
        assert {step["code"] for step in trace.steps if step["malformed"]} == {trace.steps[0]["code"]}


class DeadProvider:
    """A server that is gone."""

    identity = Identity("dead", "http://127.0.0.1:9", "none")
    engine = Engine("none")
    keeps = False

    def salt(self, question: Question) -> str:
        return ""

    async def complete(self, request: Request, question: Question) -> Completion:
        raise BackendError("http://127.0.0.1:9 does not answer")


class DeadBackend:
    """The way to a server that is gone."""

    scripted = False

    @asynccontextmanager
    async def open(self, cache: Path, account: Account, *, fresh: bool = False) -> Any:
        yield Model(DeadProvider())


@pytest.mark.parametrize("name", STUDENTS)
async def test_a_backend_that_fails_is_never_a_student_who_does(name: str, play: Play) -> None:
    trace = await play(name, backend=DeadBackend(), max_steps=5)
    asked = trace.episode["outcome"] != Outcome.STEP_LIMIT
    assert asked == (trace.episode["outcome"] == Outcome.BACKEND_FAILED)
    assert (trace.episode["failure"] is not None) == asked
