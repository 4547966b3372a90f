from collections import Counter

import pytest
from scipy.stats import binomtest

from protocol import Streams
from simulators.students.beagle.flaw_injection import FlawInjection, Status
from simulators.students.beagle.knowledge_tracing import KnowledgeTracing
from simulators.students.beagle.settings import BeagleSettings

CONCEPTS = {"C2": "the math module", "P5": "turning degrees into radians"}


def streams(replicate: int = 0) -> Streams:
    return Streams(root_seed=9, task="slider", replicate=replicate)


def knowing(settings: BeagleSettings, mastery: float) -> KnowledgeTracing:
    assert settings.knowledge is not None
    initial = settings.knowledge.initial.model_copy(update={"mean": mastery})
    return KnowledgeTracing(settings.knowledge.model_copy(update={"initial": initial}), list(CONCEPTS), streams())


@pytest.mark.parametrize(("mastery", "status"), [(0.1, Status.BLOCKED), (0.9, Status.CORRECT)])
def test_unknown_is_blocked_and_mastered_is_correct_in_every_segment(
    mastery: float, status: Status, settings: BeagleSettings
) -> None:
    knowledge, flaws = knowing(settings, mastery), FlawInjection(CONCEPTS, streams())
    statuses = {c.status for segment in range(1, 50) for c in flaws.constraints(knowledge, segment)}
    assert statuses == {status}


def test_partly_known_is_correct_as_often_as_mastery_says(settings: BeagleSettings) -> None:
    knowledge, flaws = knowing(settings, 0.6), FlawInjection(CONCEPTS, streams())
    statuses = Counter(c.status for segment in range(1_000) for c in flaws.constraints(knowledge, segment))
    assert statuses.keys() == {Status.CORRECT, Status.INCORRECT}
    assert binomtest(statuses[Status.CORRECT], statuses.total(), 0.6).pvalue > 0.001


def test_a_flaw_lasts_for_its_segment(settings: BeagleSettings) -> None:
    knowledge, flaws = knowing(settings, 0.5), FlawInjection(CONCEPTS, streams())
    assert all(flaws.constraints(knowledge, n) == flaws.constraints(knowledge, n) for n in range(20))


def test_a_constraint_names_its_concept_in_words(settings: BeagleSettings) -> None:
    constraints = FlawInjection(CONCEPTS, streams()).constraints(knowing(settings, 0.1), 1)
    assert [c.component for c in constraints] == ["C2", "P5"]
    assert [c.concept in str(c) for c in constraints] == [True, True]
