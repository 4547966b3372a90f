"""Students made of a prompt alone: what they are asked, and when they see the output."""

from collections.abc import Callable
from typing import Any

import pytest

from backends import Answer, Prompt
from environments.programming import Observation, problem
from protocol import Cognition, Episode, Level, Metacognition
from simulators.students.few_shot.student import EXEMPLARS
from simulators.students.prompted import ActView, ReasonedFix, ReasonedPhasedAct
from simulators.students.student import Action, Enrolment, Situation

TASK = problem("particle")
OUTPUT = "AssertionError: expected 3.0, got 1.0"


class Recorder:
    """A language model that answers with one behaviour, and keeps the prompts that it was given."""

    def __init__(self, behaviour: Cognition) -> None:
        self.behaviour = behaviour
        self.asked: list[tuple[str, str]] = []

    async def ask(self, prompt: Prompt[Any, Any], view: Any, *, seed: int, replicate: int = 0) -> Answer[Any]:
        system, user = prompt.render(view)
        self.asked.append((system.content, user.content))
        if prompt.name.endswith("fix"):
            return Answer(ReasonedFix(utterance="so", code="fixed", reasoning="why"), cached=False, repaired=False)
        act = ReasonedPhasedAct(
            behaviour=self.behaviour,
            utterance="well",
            code="written" if self.behaviour is Cognition.CONSTRUCTING else None,
            metacognition=Metacognition.MONITORING,
            reasoning="hm",
        )
        return Answer(act, cached=False, repaired=False)


class Table:
    """A desk whose program always prints the same."""

    runs = 0

    async def run(self) -> Observation:
        self.runs += 1
        return Observation("ok", OUTPUT, "AssertionError", 3, 24, {}, 0.0, ())  # type: ignore[arg-type]

    def evidence(self, code: str) -> dict[str, bool | None]:
        return {}


Do = Callable[..., Any]


@pytest.fixture
def do(configured: Callable[..., Any], episode: Callable[..., Episode]) -> Do:
    async def act(
        student: str, behaviour: Cognition, *overrides: str, **situation: Any
    ) -> tuple[Action, Recorder, Table]:
        model, table = Recorder(behaviour), Table()
        model_of_student = configured("student", student, *overrides)
        enrolled = model_of_student.enrol(Enrolment(episode(rho_behav=Level.LOW), TASK, model, 30))
        found = Situation(
            **{"step": 4, "max_steps": 30, "code": "old", "last_output": None, "progress": 0, **situation}
        )
        return await enrolled.act(found, table), model, table

    return act


STUDENTS = ("vanilla", "cot", "few_shot")


@pytest.mark.parametrize("student", STUDENTS)
async def test_who_constructs_is_asked_once_and_sees_no_output(student: str, do: Do) -> None:
    action, model, table = await do(student, Cognition.CONSTRUCTING)
    assert (action.cognition, action.code, table.runs, len(model.asked)) == (Cognition.CONSTRUCTING, "written", 0, 1)


@pytest.mark.parametrize("student", STUDENTS)
async def test_who_debugs_sees_the_output_before_changing_anything(student: str, do: Do) -> None:
    action, model, table = await do(student, Cognition.DEBUGGING)
    assert (action.code, action.utterance, table.runs) == ("fixed", "well so", 1)
    (_, before), (_, after) = model.asked
    assert OUTPUT not in before
    assert OUTPUT in after


@pytest.mark.parametrize("student", STUDENTS)
async def test_who_assesses_changes_nothing(student: str, do: Do) -> None:
    action, _, table = await do(student, Cognition.ASSESSING)
    assert (action.code, table.runs) == ("old", 0)


@pytest.mark.parametrize("student", STUDENTS)
async def test_the_prompt_tells_the_situation_and_the_level(student: str, do: Do) -> None:
    _, model, _ = await do(student, Cognition.ASSESSING, code="y = 2", last_output="what it said", step=7)
    system, user = model.asked[0]
    assert TASK.statement.splitlines()[0] in system
    assert "a weak one" in system
    assert all(told in user for told in ("y = 2", "what it said", "Step 7 of at most 30"))


@pytest.mark.parametrize("student", STUDENTS)
async def test_only_the_m_variant_is_told_of_phases_and_asked_for_its_own(student: str, do: Do) -> None:
    plain, without, _ = await do(student, Cognition.ASSESSING)
    phased, with_, _ = await do(student, Cognition.ASSESSING, "student.metacognitive_prompt=true")
    assert (plain.metacognition, phased.metacognition) != (None, None)
    assert "reflecting" not in without.asked[0][0]
    assert "reflecting" in with_.asked[0][0]
    assert phased.metacognition is Metacognition.MONITORING


async def test_only_cot_is_asked_to_reason(do: Do) -> None:
    asked = {student: (await do(student, Cognition.ASSESSING))[1].asked[0][0] for student in STUDENTS}
    assert {student for student, system in asked.items() if "- reasoning" in system} == {"cot"}


async def test_few_shot_shows_as_many_exemplars_as_it_is_told(do: Do) -> None:
    for shots in (1, len(EXEMPLARS)):
        _, model, _ = await do("few_shot", Cognition.ASSESSING, f"student.shots={shots}")
        assert model.asked[0][0].count(f'student at "{EXEMPLARS[0].title}"') == shots


def test_the_system_part_stays_the_same_through_an_episode(do: Do, configured: Callable[..., Any]) -> None:
    prompt = configured("student", "vanilla").script.act
    common = {
        "problem": TASK.id,
        "title": TASK.title,
        "statement": TASK.statement,
        "level": Level.LOW,
        "metacognitive_prompt": True,
        "reasons": False,
        "exemplars": (),
        "max_steps": 30,
        "hint": None,
    }
    first = ActView(**common, step=1, code="a", last_output=None)
    later = ActView(**common, step=9, code="b", last_output="c")
    assert prompt.render(first)[0] == prompt.render(later)[0]
