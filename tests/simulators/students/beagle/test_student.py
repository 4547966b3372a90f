"""BEAGLE composed: the modules do their part in an episode, and an ablated one leaves the others alone."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from backends import Account
from environments.sandbox import Sandbox
from protocol import Cognition, Episode, Interrupt, Level, Metacognition
from simulators.sessions.programming import Models, ProgrammingSession, Trace
from simulators.students.beagle.observation_filter import REDACTED

ACCOUNT = Account(name="tests")
UNUSED = Path("unused")

Play = Callable[..., Any]


@pytest.fixture
def play(configured: Callable[..., Any], episode: Callable[..., Episode], sandbox: Sandbox) -> Play:
    async def once(*overrides: str, max_steps: int = 30, **named: Any) -> Trace:
        async with configured("backend", "scripted", "backend.garbled=0").open(UNUSED, ACCOUNT, fresh=True) as model:
            return await ProgrammingSession(max_steps=max_steps).run(
                episode(**named),
                student=configured("student", "beagle", *overrides),
                tutor=configured("tutor", "zpd"),
                models=Models(model, model),
                sandbox=sandbox,
            )

    return once


def work(trace: Trace, *columns: str) -> list[tuple[Any, ...]]:
    """Columns of the steps that were not lost to an interrupt."""
    return [tuple(step[column] for column in columns) for step in trace.steps if step["interrupt"] is None]


async def test_without_interrupts_segments_dwell_times_and_states_are_as_they_were(play: Play) -> None:
    columns = ("segment", "dwell", "metacognition", "cognition")
    for replicate in range(4):
        whole = work(await play(replicate=replicate, rho_behav=Level.LOW), *columns)
        ablated = work(await play("student.interrupts=off", replicate=replicate, rho_behav=Level.LOW), *columns)
        assert whole == ablated[: len(whole)]


@pytest.mark.parametrize(
    "module", ["knowledge", "flaw_injection", "strategist_memory", "executor_memory", "observation_filter"]
)
async def test_no_other_module_moves_the_controller_or_the_interrupts(module: str, play: Play) -> None:
    def course(trace: Trace) -> list[tuple[Any, ...]]:
        return [(step["segment"], step["metacognition"], step["cognition"], step["interrupt"]) for step in trace.steps]

    whole, ablated = course(await play(replicate=1)), course(await play(f"student.{module}=off", replicate=1))
    shared = min(len(whole), len(ablated))
    assert whole[:shared] == ablated[:shared]


async def test_the_persona_changes_the_words_and_not_the_course(play: Play) -> None:
    high = await play(rho_behav=Level.LOW, rho_persona=Level.HIGH)
    low = await play(rho_behav=Level.LOW, rho_persona=Level.LOW)
    assert work(high, "segment", "metacognition", "cognition") == work(low, "segment", "metacognition", "cognition")
    assert [step["utterance"] for step in high.steps] != [step["utterance"] for step in low.steps]


async def test_errors_stay_unread_in_enacting_and_only_there(play: Play) -> None:
    steps = [step for replicate in range(3) for step in (await play(replicate=replicate, rho_behav=Level.LOW)).steps]
    failed = [step for step in steps if step["executed"] and step["error_type"]]
    hidden = {step["metacognition"] for step in failed if step["seen"] == REDACTED}
    shown = {step["metacognition"] for step in failed if step["seen"] == step["output"]}
    assert hidden == {Metacognition.ENACTING}
    assert Metacognition.ENACTING not in shown


async def test_a_plan_lasts_for_its_segment_unless_a_hint_comes(play: Play) -> None:
    trace = await play("student.interrupts=off", rho_behav=Level.LOW, replicate=1)
    plans: dict[int, set[tuple[str, ...]]] = {}
    for segment, *plan in work(trace, "segment", "goal", "mindset", "directive"):
        plans.setdefault(segment, set()).add(tuple(plan))
    assert len(plans) > 1
    assert all(len(said) == 1 for said in plans.values())


async def test_mastery_moves_in_monitoring_and_reflecting_only_or_by_a_hint(play: Play) -> None:
    steps = (await play("student.interrupts=off", replicate=2)).steps
    moved = {after["metacognition"] for before, after in pairwise(steps) if before["mastery"] != after["mastery"]}
    assert moved
    assert moved <= {Metacognition.MONITORING, Metacognition.REFLECTING}


async def test_an_interrupt_costs_a_step_and_touches_no_code(play: Play) -> None:
    lost = []
    for replicate in range(5):
        steps = (await play(replicate=replicate, rho_behav=Level.LOW)).steps
        lost += [(before, step) for before, step in pairwise(steps) if step["interrupt"]]
    assert {step["interrupt"] for _, step in lost} == set(Interrupt)
    assert all(step["code"] == before["code"] and not step["executed"] for before, step in lost)
    assert all((step["question"] is not None) == (step["interrupt"] == Interrupt.ASSISTANCE) for _, step in lost)


async def test_blocked_concepts_have_low_mastery(play: Play) -> None:
    for step in (await play("student.interrupts=off")).steps:
        mastery = dict(step["mastery"])
        assert all(mastery[component] < 1 for component in step["blocked"])
    first = (await play("student.interrupts=off", max_steps=1)).steps[0]
    assert set(first["blocked"]) == set(dict(first["mastery"]))  # P(L0) = 0.10 for all, App. B.1


async def test_without_flaw_injection_nothing_is_blocked(play: Play) -> None:
    assert not any(step["blocked"] for step in (await play("student.flaw_injection=off")).steps)


async def test_without_the_controller_the_model_chooses_and_no_dwell_is_drawn(play: Play) -> None:
    steps = (await play("student.controller=off", "student.interrupts=off")).steps
    assert {step["dwell"] for step in steps} == {None}
    assert all(step["metacognition"] and step["cognition"] for step in steps)


async def test_the_combined_agent_asks_once_a_step(play: Play) -> None:
    trace = await play("student.combined_agent=true", "student.interrupts=off")
    assert trace.episode["calls"] == trace.episode["steps"]


async def test_the_strategist_is_heard_once_a_segment_and_the_executor_every_step(play: Play) -> None:
    trace = await play("student.interrupts=off")
    segments = len({segment for (segment,) in work(trace, "segment")})
    assert trace.episode["calls"] == trace.episode["steps"] + segments


async def test_high_and_low_learners_take_another_course(play: Play) -> None:
    courses = [work(await play(replicate=5, rho_behav=level), "metacognition", "cognition") for level in Level]
    assert courses[0] != courses[1]


async def test_what_is_only_looked_at_does_not_change(play: Play) -> None:
    steps = (await play(rho_behav=Level.LOW)).steps
    looked = [(a, b) for a, b in pairwise(steps) if b["cognition"] == Cognition.ASSESSING]
    assert looked
    assert all(before["code"] == after["code"] for before, after in looked)
