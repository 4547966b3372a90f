"""What every tutor must keep: a new YAML under conf/tutor is tested by being there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backends import Account
from environments.programming import problem
from protocol import Episode
from simulators.students.student import Enrolment
from simulators.tutors.tutor import HelpRequest, Scaffold

ACCOUNT = Account(name="tests")
UNUSED = Path("unused")

TUTORS = sorted(path.stem for path in (Path(__file__).parents[2] / "conf" / "tutor").glob("*.yaml"))
REQUESTS = (
    HelpRequest(step=1, question="What do I do?", code=""),
    HelpRequest(step=2, question="Why?", code="class", mastery={}, recent_errors=("SyntaxError",), last_output="x"),
)


@pytest.mark.parametrize("name", TUTORS)
@pytest.mark.parametrize("traced", [False, True])
async def test_a_question_is_answered_in_words(
    name: str, traced: bool, configured: Callable[..., Any], episode: Callable[..., Episode]
) -> None:
    task = problem("slider")
    mastery = dict.fromkeys(task.knowledge_components, 0.4) if traced else {}
    async with configured("backend", "scripted", "backend.garbled=0").open(UNUSED, ACCOUNT, fresh=True) as model:
        tutor = configured("tutor", name).assign(Enrolment(episode("slider"), task, model, 30))
        for request in REQUESTS:
            hint = await tutor.answer(HelpRequest(**{**vars(request), "mastery": mastery}))
            assert hint.text
            assert hint.scaffold in Scaffold
            assert hint.target is None or hint.target in task.knowledge_components
