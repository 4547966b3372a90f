"""BEAGLE's prompts are composed of blocks as Eq. 11-15 say."""

from itertools import product
from typing import Any

import pytest

from environments.programming import problem
from protocol import Cognition, Level, Metacognition
from simulators.students.beagle.combined import COMBINED
from simulators.students.beagle.executor import EXECUTOR, OBSERVER
from simulators.students.beagle.flaw_injection import KnowledgeConstraint, Status
from simulators.students.beagle.strategist import STRATEGIST
from simulators.students.beagle.views import CombinedView, ExecutorView, Lesson, Plan, StrategistView

TASK = problem("slider")
PLAN = Plan(goal="GOAL", mindset="MINDSET", directive="DIRECTIVE")
PAIRS = list(product(Metacognition, Cognition))
BLOCKED = KnowledgeConstraint(component="C2", concept="the math library and its functions", status=Status.BLOCKED)


def context(**more: Any) -> dict[str, Any]:
    usual = {
        "problem": TASK.id,
        "title": TASK.title,
        "statement": TASK.statement,
        "persona": Level.LOW,
        "code": "CODE",
        "output": "OUTPUT",
        "constraints": (),
        "hint": None,
        "metacognition": Metacognition.PLANNING,
        "cognition": Cognition.CONSTRUCTING,
        "lessons": (),
    }
    return {**usual, **more}


def plan_prompt(recent: tuple[Plan, ...] = (), **more: Any) -> tuple[str, str]:
    system, user = STRATEGIST.render(StrategistView(**context(**more), recent=recent))
    return system.content, user.content


def act_prompt(recent: tuple[str, ...] = (), **more: Any) -> tuple[str, str]:
    system, user = EXECUTOR.render(ExecutorView(**context(**more), strategy=PLAN, recent=recent))
    return system.content, user.content


def frame(system: str) -> str:
    """The system part without the format of the reply."""
    return system.partition("Answer with one JSON object")[0]


@pytest.mark.parametrize(("metacognition", "cognition"), PAIRS)
def test_both_agents_share_the_system_part(metacognition: Metacognition, cognition: Cognition) -> None:
    state = {"metacognition": metacognition, "cognition": cognition}
    assert frame(plan_prompt(**state)[0]) == frame(act_prompt(**state)[0])


def test_there_are_twelve_mandates() -> None:
    frames = {frame(act_prompt(metacognition=phase, cognition=activity)[0]) for phase, activity in PAIRS}
    assert len(frames) == len(PAIRS) == 12


def test_there_are_four_profiles_and_three_tasks() -> None:
    users = {pair: act_prompt(metacognition=pair[0], cognition=pair[1])[1] for pair in PAIRS}
    profiles = {(phase, text.partition("You have made up")[0]) for (phase, _), text in users.items()}
    tasks = {(activity, text.partition("DIRECTIVE")[2]) for (_, activity), text in users.items()}
    assert (len(profiles), len(tasks)) == (4, 3)


def test_the_executors_part_goes_from_profile_to_context() -> None:
    _, user = act_prompt(
        recent=("SAID",), lessons=(Lesson(error="NameError", realization="", fixed=False, again=True),)
    )
    order = ["How students sound", "GOAL", "MINDSET", "DIRECTIVE", "Your task", "SAID", "NameError", "CODE", "OUTPUT"]
    assert sorted(order, key=user.index) == order


def test_the_strategist_is_told_its_plans_and_not_what_was_said() -> None:
    _, user = plan_prompt(recent=(PLAN,))
    order = ["Decide on three things", "GOAL", "CODE", "OUTPUT"]
    assert sorted(order, key=user.index) == order


def test_what_is_not_known_stands_in_both_prompts() -> None:
    for _, user in (plan_prompt(constraints=(BLOCKED,)), act_prompt(constraints=(BLOCKED,))):
        assert str(BLOCKED) in user
        assert "math library" in user


def test_a_hint_stands_in_both_prompts_and_only_where_there_is_one() -> None:
    for render in (plan_prompt, act_prompt):
        assert "HINT" in render(hint="HINT")[1]
        assert "tutor" not in render()[1]


def test_the_persona_changes_the_performer_block_alone() -> None:
    low, high = (set(frame(act_prompt(persona=level)[0]).splitlines()) for level in Level)
    assert len(low - high) == len(high - low) == 1


def test_an_error_that_is_back_is_said_to_be() -> None:
    lesson = Lesson(error="TypeError", realization="forgot self", fixed=True, again=True)
    assert "TypeError: forgot self (you got rid of it) - and now you have it again" in act_prompt(lessons=(lesson,))[1]


def test_who_only_looks_is_not_asked_for_code() -> None:
    view = ExecutorView(**context(cognition=Cognition.ASSESSING), strategy=PLAN, recent=())
    system, _ = OBSERVER.render(view)
    assert "- code" not in system.content


def test_the_combined_agent_is_asked_to_plan_and_to_act() -> None:
    system, user = COMBINED.render(CombinedView(**context(), recent=()))
    assert all(f"- {key}" in system.content for key in ("goal", "mindset", "directive", "utterance", "code"))
    assert user.content.index("Decide on three things") < user.content.index("Your task")
