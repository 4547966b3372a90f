from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta as beta_distribution
from scipy.stats import binomtest, kstest

from protocol import Metacognition, Streams
from simulators.students.beagle.knowledge_tracing import InitialMastery, KnowledgeSettings, KnowledgeTracing, Mastery
from simulators.students.beagle.settings import BeagleSettings

APP_B1 = KnowledgeSettings(
    initial=InitialMastery(reading="fixed", mean=0.10, concentration=2.0),
    learn=0.25,
    slip=0.05,
    guess=0.20,
    partial_from=0.3,
    mastered_from=0.7,
    observation="synthetic",
)
COMPONENTS = ("C1", "C2", "P9")


def streams(replicate: int = 0) -> Streams:
    return Streams(root_seed=3, task="particle", replicate=replicate)


def tracing(observation: str = "synthetic", replicate: int = 0) -> KnowledgeTracing:
    settings = APP_B1.model_copy(update={"observation": observation})
    return KnowledgeTracing(settings, COMPONENTS, streams(replicate))


def test_conf_holds_the_parameters_of_the_paper(settings: BeagleSettings) -> None:
    assert settings.knowledge == APP_B1


def test_updates_are_those_worked_by_hand() -> None:
    # Eq. 7: 0.1 * 0.95 + 0.9 * 0.2 = 0.275; Eq. 8: 0.095 / 0.275; Eq. 9: 0.005 / 0.725; Eq. 10: p + (1 - p) / 4
    assert APP_B1.chance_correct(0.1) == pytest.approx(0.275)
    assert APP_B1.posterior(0.1, correct=True) == pytest.approx(19 / 55)
    assert APP_B1.posterior(0.1, correct=False) == pytest.approx(1 / 145)
    assert APP_B1.practised(19 / 55) == pytest.approx(28 / 55)
    assert APP_B1.practised(1 / 145) == pytest.approx(37 / 145)


@pytest.mark.parametrize(
    ("mastery", "level"),
    [
        (0.0, Mastery.UNKNOWN),
        (0.299, Mastery.UNKNOWN),
        (0.3, Mastery.PARTIAL),
        (0.699, Mastery.PARTIAL),
        (0.7, Mastery.MASTERED),
        (1.0, Mastery.MASTERED),
    ],
)
def test_levels_begin_where_the_paper_says(mastery: float, level: Mastery) -> None:
    assert APP_B1.level(mastery) is level


@given(mastery=st.floats(0, 1), correct=st.booleans())
def test_mastery_stays_a_probability_and_success_speaks_for_it(mastery: float, correct: bool) -> None:
    updated = APP_B1.practised(APP_B1.posterior(mastery, correct=correct))
    assert 0 <= updated <= 1 + 1e-12
    assert APP_B1.posterior(mastery, correct=True) >= APP_B1.posterior(mastery, correct=False)


@pytest.mark.parametrize("metacognition", list(Metacognition), ids=str)
def test_learning_happens_in_monitoring_and_reflecting_only(metacognition: Metacognition) -> None:
    knowledge = tracing()
    knowledge.update(1, metacognition, {})
    learnt = knowledge.mastery != tracing().mastery
    assert learnt == (metacognition in {Metacognition.MONITORING, Metacognition.REFLECTING})


def test_synthetic_observations_follow_eq_7_and_disregard_the_oracle() -> None:
    n, correct = 2_000, 0
    for replicate in range(n):
        knowledge = tracing(replicate=replicate)
        knowledge.update(4, Metacognition.REFLECTING, {"C1": True})
        correct += knowledge.mastery["C1"] == pytest.approx(28 / 55)
    assert binomtest(correct, n, 0.275).pvalue > 0.001


def test_the_oracle_speaks_where_it_has_a_verdict_and_chance_where_it_has_none() -> None:
    knowledge, synthetic = tracing("oracle"), tracing()
    knowledge.update(4, Metacognition.MONITORING, {"C1": True, "C2": False, "P9": None})
    synthetic.update(4, Metacognition.MONITORING, {})
    assert knowledge.mastery["C1"] == pytest.approx(28 / 55)
    assert knowledge.mastery["C2"] == pytest.approx(37 / 145)
    assert knowledge.mastery["P9"] == synthetic.mastery["P9"]


def test_a_hint_put_to_use_counts_as_a_correct_response() -> None:
    knowledge = tracing()
    knowledge.reinforce("P9")
    assert knowledge.mastery == {"C1": 0.1, "C2": 0.1, "P9": pytest.approx(28 / 55)}
    assert knowledge.weakest == "C1"


def test_draws_of_a_step_do_not_hang_on_the_steps_before() -> None:
    late, both = tracing("oracle"), tracing("oracle")
    both.update(1, Metacognition.MONITORING, dict.fromkeys(COMPONENTS, True))
    both.update(2, Metacognition.ENACTING, {})
    start = both.mastery
    both.update(9, Metacognition.MONITORING, {})
    late._mastery = start
    late.update(9, Metacognition.MONITORING, {})
    assert late.mastery == both.mastery


def test_sampled_initial_mastery_is_beta_distributed_around_its_mean(beagle: Callable[..., BeagleSettings]) -> None:
    settings = beagle("knowledge.initial.reading=sampled").knowledge
    assert settings is not None
    sampled = [KnowledgeTracing(settings, ["C1"], streams(r)).mastery["C1"] for r in range(2_000)]
    assert kstest(sampled, beta_distribution(0.2, 1.8).cdf).pvalue > 0.001  # mean 0.1, concentration 2


def test_initial_mastery_of_a_component_does_not_hang_on_its_neighbours() -> None:
    initial = InitialMastery(reading="sampled", mean=0.4, concentration=2)
    settings = APP_B1.model_copy(update={"initial": initial})
    alone = KnowledgeTracing(settings, ["P9"], streams()).mastery["P9"]
    assert KnowledgeTracing(settings, COMPONENTS, streams()).mastery["P9"] == alone
    assert not np.isclose(KnowledgeTracing(settings, COMPONENTS, streams()).mastery["C1"], alone)
