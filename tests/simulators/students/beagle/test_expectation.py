from itertools import islice

import numpy as np
import pytest

from protocol import Level, Streams
from simulators.students.beagle.controller import Controller
from simulators.students.beagle.expectation import Course, course, dwell_distribution
from simulators.students.beagle.settings import BeagleSettings

METACOGNITION = ["planning", "enacting", "monitoring", "reflecting"]


def test_a_dwell_distribution_is_one_and_has_no_step_below_the_first() -> None:
    exponential = dwell_distribution(1.0, 2.0, steps=4)
    cdf = 1 - np.exp(-np.array([1.5, 2.5, 3.5]) / 2)  # of the exponential distribution with mean 2
    assert exponential == pytest.approx([cdf[0], cdf[1] - cdf[0], cdf[2] - cdf[1], 1 - cdf[2]])


def test_three_steps_are_those_worked_by_hand() -> None:
    # P lasts one step or two, evenly; all else lasts on. P goes to E. Sessions: P E E and P P E, evenly.
    dwell = np.array([[0.5, 0.5, 0.0], [0, 0, 1], [0, 0, 1], [0, 0, 1]])
    transitions = np.zeros((4, 4))
    transitions[:, 1] = 1
    made = Course(np.array([1.0, 0, 0, 0]), transitions, dwell)
    assert made.occupancy == pytest.approx([0.5, 0.5, 0, 0])
    assert made.flows[0] == pytest.approx([0.5, 1, 0, 0])
    assert made.mean_transitions[0] == pytest.approx([1 / 4, 3 / 4, 0, 0])  # (0 + 1/2) / 2 and (1 + 1/2) / 2
    assert made.mean_transitions[1] == pytest.approx([0, 1 / 2, 0, 0])  # P P E never leaves E: it counts as 0


@pytest.mark.parametrize("level", list(Level), ids=str)
def test_the_controller_does_what_is_expected_of_its_settings(level: Level, settings: BeagleSettings) -> None:
    assert settings.controller is not None
    sessions, steps = 3_000, 30
    occupancy = np.zeros((sessions, 4))
    transitions = np.zeros((sessions, 4, 4))
    for n in range(sessions):
        phases = Controller(settings.controller, level, Streams(1, "particle", n))
        states = [METACOGNITION.index(phases.next().metacognition) for _ in range(steps)]
        occupancy[n] = np.bincount(states, minlength=4) / steps
        np.add.at(transitions[n], (states[:-1], states[1:]), 1)
    left = transitions.sum(axis=2, keepdims=True)
    shares = np.divide(transitions, left, out=np.zeros_like(transitions), where=left > 0)
    made = course(settings.controller, level, steps)
    for simulated, expected in ((occupancy, made.occupancy), (shares, made.mean_transitions)):
        error = simulated.std(axis=0) / np.sqrt(sessions)
        assert np.all(np.abs(simulated.mean(axis=0) - expected) <= 4 * error + 1e-9)


def test_segments_of_a_controller_do_not_end(settings: BeagleSettings) -> None:
    assert settings.controller is not None
    segments = Controller(settings.controller, Level.LOW, Streams(1, "particle", 0)).segments()
    assert [segment.index for segment in islice(segments, 100)] == list(range(1, 101))
