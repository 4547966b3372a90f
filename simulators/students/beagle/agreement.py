"""How far the controller's settings agree with what the paper prints of BEAGLE's behaviour."""

from collections.abc import Iterator, Mapping

import numpy as np

from protocol import Cognition, Level, Metacognition
from simulators.students.beagle.controller import ControllerSettings
from simulators.students.beagle.expectation import METACOGNITION, CognitiveCourse, Course, cognitive_course, course
from simulators.students.beagle.printed import COGNITION, ROWS, Printed, Sources


def agreement(sources: Sources, settings: ControllerSettings) -> list[tuple[str, float, float]]:
    """Name, printed value and expected value of everything printed, under some settings of the controller."""
    courses = {level: course(settings, level, sources.printed.steps) for level in Level}
    rows: list[tuple[str, float, float]] = []
    for level, made in courses.items():
        occupancy, transitions = sources.table13(level)
        expected = made.mean_transitions
        for i, m in enumerate(METACOGNITION):
            rows.append((f"Table 13 {level} {m}", occupancy[i], made.occupancy[i]))
            rows += [
                (f"Table 13 {level} {m} -> {to}", transitions[i, j], expected[i, j])
                for j, to in enumerate(METACOGNITION)
                if not np.isnan(transitions[i, j])
            ]
    rows += _table13_over_all_steps(sources, settings)
    cognitive = {level: _cognitive(settings, level, made) for level, made in courses.items()}
    rows += cognitive_agreement(sources.printed, cognitive)
    expected_held_out = _held_out(courses, cognitive)
    rows += [(f"held out: {key}", value, expected_held_out[key]) for key, value in sources.printed.held_out.items()]
    return [(name, float(target), float(value)) for name, target, value in rows]


def _table13_over_all_steps(sources: Sources, settings: ControllerSettings) -> Iterator[tuple[str, float, float]]:
    """What the other reading of the dwell times matches."""
    dwell = settings.dwell.model_copy(update={"reading": "table13"})
    for level in Level:
        made = course(settings.model_copy(update={"dwell": dwell}), level, sources.printed.steps)
        occupancy, _ = sources.table13(level)
        for i, m in enumerate(METACOGNITION):
            yield f"reading=table13 {level} {m}", occupancy[i], made.occupancy[i]
            if not np.isnan(self_loop := sources.self_loops(level)[i]):
                yield f"reading=table13 {level} {m} -> {m}", self_loop, made.pooled_transitions[i, i]


def _cognitive(settings: ControllerSettings, level: Level, made: Course) -> CognitiveCourse:
    rows = [[getattr(settings.cognition[level][m], row) for row in ROWS] for m in METACOGNITION]
    table = np.array([[[row.get(c, 0.0) for c in COGNITION] for row in by_row] for by_row in rows])
    return cognitive_course(made, table[:, 0], table[:, 1:])


def _held_out(courses: Mapping[Level, Course], cognitive: Mapping[Level, CognitiveCourse]) -> dict[str, float]:
    planning, enacting, monitoring, _ = range(4)
    constructing, debugging, _ = range(3)
    changes = np.sum([made.flows * (1 - np.eye(4)) for made in courses.values()], axis=0)
    counts = np.sum([made.transitions for made in cognitive.values()], axis=0)
    steps = {level: made.steps / made.steps.sum() for level, made in cognitive.items()}
    both = np.sum([made.sum(axis=0) for made in steps.values()], axis=0)
    high = courses[Level.HIGH].occupancy
    return {
        "high_enacting_debugging": steps[Level.HIGH][enacting, debugging],
        "low_enacting": courses[Level.LOW].occupancy[enacting],
        "high_planning_monitoring": high[planning] + high[monitoring],
        "planning_to_enacting_of_changes": changes[planning, enacting] / np.sum(changes),
        "enacting_to_planning_of_changes": changes[enacting, planning] / np.sum(changes),
        "debugging_to_debugging": counts[debugging, debugging] / np.sum(counts[debugging]),
        "constructing_to_debugging_ratio": both[constructing] / both[debugging],
    }


def cognitive_agreement(printed: Printed, made: Mapping[Level, CognitiveCourse]) -> Iterator[tuple[str, float, float]]:
    """Name, printed value and expected value of what the cognitive rows are to match."""
    counts = made[Level.LOW].transitions + made[Level.HIGH].transitions
    shares = counts / counts.sum(axis=1, keepdims=True)
    for origin, row in printed.cognition.items():
        for to, target in row.items():
            share = shares[COGNITION.index(origin), COGNITION.index(to)]
            yield f"Figure 4 {origin} -> {to}", target, float(share)
    steps = made[Level.LOW].steps
    trap = steps[METACOGNITION.index(Metacognition.ENACTING), COGNITION.index(Cognition.DEBUGGING)]
    yield "App. C.3 low enacting x debugging", printed.low_enacting_debugging, float(trap / steps.sum())
