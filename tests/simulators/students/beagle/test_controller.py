from collections import Counter
from itertools import islice, pairwise

import numpy as np
import pytest
from scipy.stats import chisquare

from protocol import Cognition, Level, Metacognition, Stream, Streams
from simulators.students.beagle.controller import Controller, ControllerSettings, Segment
from simulators.students.beagle.expectation import dwell_distribution
from simulators.students.beagle.settings import BeagleSettings

SEGMENTS = 6_000
ALPHA = 0.001


def streams(replicate: int = 0) -> Streams:
    return Streams(root_seed=11, task="particle", replicate=replicate)


@pytest.fixture(scope="module", params=list(Level), ids=str)
def level(request: pytest.FixtureRequest) -> Level:
    return request.param


@pytest.fixture(scope="module")
def controller(settings: BeagleSettings) -> ControllerSettings:
    assert settings.controller is not None
    return settings.controller


@pytest.fixture(scope="module")
def segments(controller: ControllerSettings, level: Level) -> list[Segment]:
    return list(islice(Controller(controller, level, streams()).segments(), SEGMENTS))


def p_value(counts: Counter[object], row: dict[object, float]) -> float:
    assert set(counts) <= {key for key, probability in row.items() if probability > 0}
    likely = {key: probability for key, probability in row.items() if probability * counts.total() >= 5}
    observed = np.array([*(counts[key] for key in likely), 0.0])
    observed[-1] = counts.total() - observed.sum()
    expected = np.array([*likely.values(), 1 - sum(likely.values())]) * counts.total()
    kept = expected > 1e-9
    return float(chisquare(observed[kept], expected[kept] * observed[kept].sum() / expected[kept].sum()).pvalue)


@pytest.mark.parametrize("origin", list(Metacognition), ids=str)
def test_segments_follow_one_another_as_the_configuration_says(
    origin: Metacognition, segments: list[Segment], controller: ControllerSettings, level: Level
) -> None:
    after = Counter(b.metacognition for a, b in pairwise(segments) if a.metacognition is origin)
    assert p_value(after, controller.transitions[level][origin]) > ALPHA


@pytest.mark.parametrize("metacognition", list(Metacognition), ids=str)
def test_dwell_times_are_the_rounded_gamma_of_the_configuration(
    metacognition: Metacognition, segments: list[Segment], controller: ControllerSettings, level: Level
) -> None:
    duration = controller.dwell.in_steps(level, metacognition)
    probabilities = dwell_distribution(duration.shape, duration.scale, steps=40)
    dwell = Counter(min(s.dwell, 40) for s in segments if s.metacognition is metacognition)
    assert p_value(dwell, dict(enumerate(map(float, probabilities), start=1))) > ALPHA


@pytest.mark.parametrize("metacognition", list(Metacognition), ids=str)
@pytest.mark.parametrize("before", [None, *Cognition], ids=str)
def test_cognitive_behaviours_follow_one_another_as_the_configuration_says(
    metacognition: Metacognition,
    before: Cognition | None,
    segments: list[Segment],
    controller: ControllerSettings,
    level: Level,
) -> None:
    sequences = [(None, *s.cognition) for s in segments if s.metacognition is metacognition]
    after = Counter(b for sequence in sequences for a, b in pairwise(sequence) if a is before)
    assert p_value(after, controller.cognition[level][metacognition].after(before)) > ALPHA


def test_a_dwell_time_is_at_least_one_step(segments: list[Segment]) -> None:
    assert min(segment.dwell for segment in segments) == 1


def test_phases_walk_through_the_segments_step_by_step(controller: ControllerSettings, level: Level) -> None:
    walker = Controller(controller, level, streams())
    phases = [walker.next() for _ in range(200)]
    course = [
        (s.index, s.metacognition, cognition) for s in islice(walker.segments(), 200) for cognition in s.cognition
    ][:200]
    assert [(p.segment.index, p.metacognition, p.cognition) for p in phases] == course
    assert all(p.opens == (p.position == 0) for p in phases)
    assert phases[0].opens


def test_the_course_hangs_on_the_streams_alone(controller: ControllerSettings, level: Level) -> None:
    one, same, other = (islice(Controller(controller, level, streams(r)).segments(), 20) for r in (0, 0, 1))
    assert list(one) == list(same) != list(other)


def test_another_reading_of_the_dwell_times_leaves_the_behaviours_in_place(
    controller: ControllerSettings, level: Level
) -> None:
    dwell = controller.dwell.model_copy(update={"reading": "table13"})
    other = Controller(controller.model_copy(update={"dwell": dwell}), level, streams()).segments()
    behaviours = [s.metacognition for s in islice(Controller(controller, level, streams()).segments(), 50)]
    assert [s.metacognition for s in islice(other, 50)] == behaviours


def test_a_segment_has_no_successor_of_its_own_kind(segments: list[Segment]) -> None:
    assert all(a.metacognition is not b.metacognition for a, b in pairwise(segments))


def test_only_its_own_streams_are_drawn_from(
    controller: ControllerSettings, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: set[Stream] = set()
    generator = Streams.generator

    def spy(self: Streams, stream: Stream, *key: str | int) -> np.random.Generator:
        drawn.add(stream)
        return generator(self, stream, *key)

    monkeypatch.setattr(Streams, "generator", spy)
    Controller(controller, level, streams()).next()
    assert drawn == {Stream.BEHAVIOUR, Stream.DURATIONS}
