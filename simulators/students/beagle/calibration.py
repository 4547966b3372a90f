"""Solves for what the paper leaves open of the controller, from what it prints.

`python -m simulators.students.beagle.calibration > conf/student/beagle/solved.yaml` writes it anew.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import yaml
from omegaconf import OmegaConf
from scipy.optimize import least_squares
from scipy.special import softmax

from protocol import Cognition, Level, Metacognition, PracticumError
from simulators.settings import read_settings
from simulators.students.beagle.agreement import agreement, cognitive_agreement
from simulators.students.beagle.controller import ControllerSettings
from simulators.students.beagle.expectation import METACOGNITION, Course, FloatArray, cognitive_course
from simulators.students.beagle.printed import COGNITION, ROWS, Sources

POINT = 0.01  # residuals are counted in percentage points
NEUTRAL = 0.1  # points that one unit of log-odds costs: what nothing printed bears on stays even


def _segment_transitions(logits: FloatArray) -> FloatArray:
    """Rows over the three other behaviours: what stays in a segment is its dwell time's business."""
    transitions = np.zeros((4, 4))
    transitions[~np.eye(4, dtype=bool)] = softmax(logits.reshape(4, 3), axis=1).ravel()
    return transitions


def solve_transitions(sources: Sources) -> tuple[float, dict[Level, FloatArray]]:
    """Unit of Table 6 and P(M_n | M_{n-1}) that bring the course nearest to Table 13.

    The unit is in Table 6's units of time a step. Table 13 is read as means over sessions (see `Course`).
    """

    def courses(unknowns: FloatArray) -> Iterator[tuple[Level, Course]]:
        for level, logits in zip(Level, unknowns[1:].reshape(2, 12), strict=True):
            _, means = sources.durations(level)
            yield level, sources.course(level, _segment_transitions(logits), means / np.exp(unknowns[0]))

    def residuals(unknowns: FloatArray) -> FloatArray:
        parts = [NEUTRAL * unknowns[1:]]
        for level, made in courses(unknowns):
            occupancy, transitions = sources.table13(level)
            missed = (made.mean_transitions - transitions).ravel()
            parts += [(made.occupancy - occupancy) / POINT, missed[~np.isnan(missed)] / POINT]
        return np.concatenate(parts)

    solved = least_squares(residuals, np.zeros(25)).x
    return float(np.exp(solved[0])), {level: made.transitions for level, made in courses(solved)}


def solve_means(sources: Sources, level: Level, transitions: FloatArray) -> FloatArray:
    """Mean durations in steps, before rounding, that make Table 13's self-loops if those are taken over all steps."""
    occupancy, _ = sources.table13(level)
    self_loops = sources.self_loops(level)

    def residuals(logs: FloatArray) -> FloatArray:
        made = sources.course(level, transitions, np.exp(logs))
        missed = np.diag(made.pooled_transitions) - self_loops
        return np.concatenate([(made.occupancy - occupancy) / POINT, missed[~np.isnan(missed)] / POINT, NEUTRAL * logs])

    return np.exp(least_squares(residuals, np.ones(4)).x)


def solve_cognition(sources: Sources, courses: Mapping[Level, Course]) -> dict[Level, FloatArray]:
    """The cells missing from Table 5, as even as Figure 4 and App. C.3 allow.

    Missing cells of a row share what its printed cells leave over.
    """
    printed = np.stack([sources.table5(level) for level in Level])
    missing = np.isnan(printed)
    over = 1 - np.nansum(printed, axis=-1, keepdims=True)

    def filled(logits: FloatArray) -> FloatArray:
        weights = np.zeros(printed.shape)
        weights[missing] = np.exp(logits)
        return np.where(missing, over * weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-12), printed)

    def residuals(logits: FloatArray) -> FloatArray:
        rows = dict(zip(Level, filled(logits), strict=True))
        made = {level: cognitive_course(courses[level], rows[level][:, 0], rows[level][:, 1:]) for level in Level}
        missed = [value - target for _, target, value in cognitive_agreement(sources.printed, made)]
        return np.concatenate([np.array(missed) / POINT, NEUTRAL * logits])

    solved = filled(least_squares(residuals, np.zeros(int(missing.sum()))).x)
    return dict(zip(Level, np.where(missing, solved, np.nan), strict=True))


def solve(sources: Sources) -> dict[str, Any]:
    """Everything that is solved for, as keys of the controller's settings."""
    unit, transitions = solve_transitions(sources)
    courses = {level: sources.course(level, transitions[level], sources.durations(level)[1] / unit) for level in Level}
    means = {level: solve_means(sources, level, transitions[level]) for level in Level}
    cognition = solve_cognition(sources, courses)
    return {
        "dwell": {
            "unit": round(unit, 4),
            "mean": {level.value: _named(METACOGNITION, means[level]) for level in reversed(Level)},
        },
        "transitions": {
            level.value: {m.value: _named(METACOGNITION, row) for m, row in zip(METACOGNITION, rows, strict=True)}
            for level, rows in reversed(transitions.items())
        },
        "cognition": {
            level.value: {
                m.value: {name: _named(COGNITION, row) for name, row in zip(ROWS, rows, strict=True) if np.any(row > 0)}
                for m, rows in zip(METACOGNITION, by_metacognition, strict=True)
            }
            for level, by_metacognition in reversed(cognition.items())
        },
    }


def _named(names: tuple[Metacognition, ...] | tuple[Cognition, ...], row: FloatArray) -> dict[str, float]:
    return {name.value: round(float(p), 4) for name, p in zip(names, row, strict=True) if p > 0}


def document(sources: Sources) -> str:
    """The file of solved settings, with every printed number beside what the settings make of it."""
    solved = solve(sources)
    merged: Any = OmegaConf.merge(solved, sources.controller)
    settings = read_settings(ControllerSettings, merged, where="controller")
    lines = [
        "# Solved for, not printed. To derive it anew:",
        "# python -m simulators.students.beagle.calibration > conf/student/beagle/solved.yaml",
        yaml.safe_dump(solved, sort_keys=False, default_flow_style=None, width=120),
        "# What these settings are expected to do in a session, beside what the paper prints.",
        f"# {'':<48}{'printed':>9}{'expected':>10}",
        *(f"# {name:<48}{target:>9.3f}{value:>10.3f}" for name, target, value in agreement(sources, settings)),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the solved settings to standard output."""
    try:
        sys.stdout.write(document(Sources.read()))
    except PracticumError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
