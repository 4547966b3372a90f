"""The ZPD tutor: the weakest concept, a hint as direct as Table 10 says, and more direct after failures."""

from collections.abc import Callable
from typing import Any

import pytest

from backends import Model
from backends.scripted import ScriptedProvider
from environments.programming import KNOWLEDGE_COMPONENTS, problem
from protocol import ConfigurationError, Episode
from simulators.students.student import Enrolment
from simulators.tutors.tutor import HelpRequest, Scaffold
from simulators.tutors.zpd import ZpdTutor
from simulators.tutors.zpd.tutor import ZpdTutoring, weakest

TASK = problem("particle")
FIRST, SECOND = TASK.knowledge_components[:2]


@pytest.fixture
def tutor(configured: Callable[..., Any]) -> ZpdTutor:
    found: ZpdTutor = configured("tutor", "zpd")
    return found


@pytest.fixture
def tutoring(tutor: ZpdTutor, episode: Callable[..., Episode]) -> ZpdTutoring:
    return tutor.assign(Enrolment(episode(), TASK, Model(ScriptedProvider({}, 0)), 30))


def request(step: int = 1, weakest_mastery: float = 0.1, **more: Any) -> HelpRequest:
    mastery = {**dict.fromkeys(TASK.knowledge_components, 0.9), FIRST: weakest_mastery}
    return HelpRequest(**{"step": step, "question": "How?", "code": "", "mastery": mastery, **more})


@pytest.mark.parametrize(
    ("mastery", "scaffold"),
    [  # BEAGLE, Table 10
        (0.71, Scaffold.NONE),
        (0.7, Scaffold.MINIMAL),
        (0.5, Scaffold.MINIMAL),
        (0.49, Scaffold.GUIDING),
        (0.3, Scaffold.GUIDING),
        (0.29, Scaffold.EXPLICIT),
    ],
)
def test_mastery_sets_the_scaffold(tutor: ZpdTutor, mastery: float, scaffold: Scaffold) -> None:
    assert tutor.thresholds.scaffold(mastery) is scaffold


@pytest.mark.parametrize(
    ("failures", "scaffold"), [(0, Scaffold.NONE), (1, Scaffold.MINIMAL), (2, Scaffold.GUIDING), (5, Scaffold.GUIDING)]
)
def test_each_failure_adds_a_level_up_to_two(tutor: ZpdTutor, failures: int, scaffold: Scaffold) -> None:
    assert tutor.escalation.raised(Scaffold.NONE, failures) is scaffold


def test_no_hint_is_more_than_explicit(tutor: ZpdTutor) -> None:
    assert tutor.escalation.raised(Scaffold.EXPLICIT, 2) is Scaffold.EXPLICIT


async def test_the_hint_is_about_the_weakest_concept_and_names_it(tutoring: ZpdTutoring) -> None:
    hint = await tutoring.answer(request(weakest_mastery=0.2))
    assert (hint.target, hint.scaffold) == (FIRST, Scaffold.EXPLICIT)
    assert KNOWLEDGE_COMPONENTS[FIRST].concept in hint.text


async def test_a_concept_that_goes_on_failing_gets_more_direct_hints(tutoring: ZpdTutoring) -> None:
    scaffolds = [(await tutoring.answer(request(step, weakest_mastery=0.6))).scaffold for step in range(1, 4)]
    assert scaffolds == [Scaffold.MINIMAL, Scaffold.GUIDING, Scaffold.EXPLICIT]


async def test_success_ends_the_escalation(tutoring: ZpdTutoring) -> None:
    await tutoring.answer(request(1, weakest_mastery=0.6))
    hint = await tutoring.answer(request(2, weakest_mastery=0.6, evidence={FIRST: True}))
    assert hint.scaffold is Scaffold.MINIMAL


async def test_where_nobody_traces_knowledge_the_hint_is_guiding(tutoring: ZpdTutoring) -> None:
    hint = await tutoring.answer(request(mastery={}, evidence={FIRST: True, SECOND: False}))
    assert (hint.target, hint.scaffold) == (SECOND, Scaffold.GUIDING)


def test_among_equals_the_one_that_the_program_does_not_show_is_weakest() -> None:
    assert weakest(("C1", "C2"), {"C1": 0.1, "C2": 0.1}, {"C1": True, "C2": False}) == "C2"


def test_nothing_is_weak_where_the_program_shows_everything() -> None:
    assert weakest(("C1",), {}, {"C1": True}) is None


def test_thresholds_that_rise_are_refused(configured: Callable[..., Any]) -> None:
    with pytest.raises(ConfigurationError, match=r"tutor\.thresholds"):
        configured("tutor", "zpd", "tutor.thresholds.minimal=0.9")
