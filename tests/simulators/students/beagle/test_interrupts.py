import math

import numpy as np
import pytest
from scipy.stats import binomtest

from protocol import Interrupt, Level, Stream, Streams
from simulators.students.beagle.interrupts import Interrupts, InterruptSettings, OffTopicCurve
from simulators.students.beagle.settings import BeagleSettings

OFF_TOPIC, ASSISTANCE = Interrupt.OFF_TOPIC, Interrupt.ASSISTANCE


def streams(replicate: int = 0) -> Streams:
    return Streams(root_seed=5, task="slider", replicate=replicate)


def always(interrupt: Interrupt | None, settings: InterruptSettings) -> InterruptSettings:
    """Settings under which one interrupt, or none, or both (never asked for), has probability 1 at mid-session."""

    def peaked(curve: OffTopicCurve, peak: float) -> OffTopicCurve:
        return curve.model_copy(update={"mean": 0.5, "peak": curve.peak.model_copy(update={"low": peak, "high": peak})})

    return settings.model_copy(
        update={
            "off_topic": peaked(settings.off_topic, float(interrupt is OFF_TOPIC)).model_copy(
                update={"self_loop": None}
            ),
            "assistance": peaked(settings.assistance, float(interrupt is not None)),
        }
    )


@pytest.fixture
def interrupts(settings: BeagleSettings) -> InterruptSettings:
    assert settings.interrupts is not None
    return settings.interrupts


def test_the_curve_is_a_gaussian_over_progress(interrupts: InterruptSettings) -> None:
    # Table 8 and Eq. 6, worked by hand
    assert interrupts.assistance.probability(0.5, Level.HIGH) == 0.150
    assert interrupts.assistance.probability(0.75, Level.LOW) == pytest.approx(0.117 * math.exp(-0.5))
    assert interrupts.off_topic.probability(0.73, Level.LOW) == 0.092
    assert interrupts.off_topic.probability(0.33, Level.HIGH) == pytest.approx(0.037 * math.exp(-2))


def test_off_topic_is_checked_before_assistance(interrupts: InterruptSettings) -> None:
    both = always(OFF_TOPIC, interrupts)
    assert both.assistance.probability(0.5, Level.LOW) == 1
    assert Interrupts(both, Level.LOW, streams()).check(step=15, max_steps=30, task_progress=0) is OFF_TOPIC


def test_assistance_takes_two_turns(interrupts: InterruptSettings) -> None:
    asking = Interrupts(always(ASSISTANCE, interrupts), Level.LOW, streams())

    def check() -> Interrupt | None:
        return asking.check(step=15, max_steps=30, task_progress=0)

    assert not asking.just_received_help
    assert check() is ASSISTANCE
    assert asking.just_received_help
    assert check() is None
    assert not asking.just_received_help
    assert check() is ASSISTANCE


def test_nothing_interrupts_where_the_probability_is_zero(interrupts: InterruptSettings) -> None:
    never = Interrupts(always(None, interrupts), Level.HIGH, streams())
    assert {never.check(step=t, max_steps=30, task_progress=0) for t in range(1, 31)} == {None}


@pytest.mark.parametrize(("reading", "interrupted"), [("session", None), ("task", ASSISTANCE)])
def test_progress_is_of_the_session_or_of_the_task(
    reading: str, interrupted: Interrupt | None, interrupts: InterruptSettings
) -> None:
    narrow = always(ASSISTANCE, interrupts)
    assistance = narrow.assistance.model_copy(update={"spread": 1e-3})
    asking = narrow.model_copy(update={"progress": reading, "assistance": assistance})
    assert Interrupts(asking, Level.LOW, streams()).check(step=1, max_steps=30, task_progress=0.5) is interrupted


@pytest.mark.parametrize("level", list(Level), ids=str)
@pytest.mark.parametrize("step", [3, 15, 22, 30])
def test_interrupts_are_as_frequent_as_the_curves_say(step: int, level: Level, interrupts: InterruptSettings) -> None:
    n = 3_000
    seen = [
        Interrupts(interrupts, level, streams(replicate)).check(step=step, max_steps=30, task_progress=0)
        for replicate in range(n)
    ]
    off_topic = interrupts.off_topic.probability(step / 30, level)
    assistance = (1 - off_topic) * interrupts.assistance.probability(step / 30, level)
    assert binomtest(seen.count(OFF_TOPIC), n, off_topic).pvalue > 0.001
    assert binomtest(seen.count(ASSISTANCE), n, assistance).pvalue > 0.001


def test_who_is_off_topic_stays_there_as_often_as_table_7_says(interrupts: InterruptSettings) -> None:
    curve = interrupts.off_topic
    assert curve.self_loop == 0.40
    sure = curve.model_copy(update={"mean": 0.0, "spread": 0.02, "peak": curve.peak.model_copy(update={"low": 1.0})})
    drifting = interrupts.model_copy(update={"off_topic": sure})
    stays = 0
    for replicate in range(2_000):
        checker = Interrupts(drifting, Level.LOW, streams(replicate))
        assert checker.check(step=0, max_steps=30, task_progress=0) is OFF_TOPIC
        stays += checker.check(step=15, max_steps=30, task_progress=0) is OFF_TOPIC
    assert binomtest(stays, 2_000, 0.40).pvalue > 0.001


def test_a_step_draws_from_a_branch_of_its_own(interrupts: InterruptSettings) -> None:
    """What happened at other steps moves no draw, unless the protocol says so."""
    whole = Interrupts(interrupts, Level.LOW, streams())
    course = [whole.check(step=t, max_steps=30, task_progress=0) for t in range(1, 31)]
    for step, before, now in zip(range(2, 31), course, course[1:], strict=False):
        if before is None:
            assert Interrupts(interrupts, Level.LOW, streams()).check(step=step, max_steps=30, task_progress=0) is now


def test_only_the_interrupt_stream_is_drawn_from(
    interrupts: InterruptSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: set[Stream] = set()
    generator = Streams.generator

    def spy(self: Streams, stream: Stream, *key: str | int) -> np.random.Generator:
        drawn.add(stream)
        return generator(self, stream, *key)

    monkeypatch.setattr(Streams, "generator", spy)
    Interrupts(interrupts, Level.LOW, streams()).check(step=1, max_steps=30, task_progress=0)
    assert drawn == {Stream.INTERRUPTS}
