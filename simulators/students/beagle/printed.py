"""What the paper prints of BEAGLE's controller and of its behaviour, as arrays to calibrate with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from protocol import Cognition, Level, Metacognition
from simulators.settings import PerLevel, Probability, Settings, read_settings
from simulators.students.beagle.expectation import METACOGNITION, Course, FloatArray, dwell_distribution

CONF = Path("conf/student")
COGNITION = tuple(Cognition)
ROWS = ("start", *(c.value for c in COGNITION))


class Printed(Settings):
    """What the paper prints of BEAGLE's behaviour: conf/student/beagle/printed.yaml."""

    steps: int
    occupancy: PerLevel[dict[Metacognition, Probability]]
    transitions: PerLevel[dict[Metacognition, dict[Metacognition, Probability]]]
    cognition: dict[Cognition, dict[Cognition, Probability]]
    low_enacting_debugging: Probability
    held_out: dict[str, float]


@dataclass(frozen=True)
class Sources:
    """What there is to solve from.

    Args:
        printed: How BEAGLE behaves.
        controller: What conf/student/beagle.yaml takes from the paper of how the controller works.
    """

    printed: Printed
    controller: dict[str, Any]

    @classmethod
    def read(cls, conf: Path = CONF) -> "Sources":
        """The sources in a folder of student configurations."""
        printed = yaml.safe_load((conf / "beagle" / "printed.yaml").read_text())
        controller = yaml.safe_load((conf / "beagle.yaml").read_text())["controller"]
        return cls(read_settings(Printed, printed, where="printed"), controller)

    def durations(self, level: Level) -> tuple[FloatArray, FloatArray]:
        """Shapes and means of Table 6, each of shape (4,)."""
        gamma = self.controller["dwell"]["gamma"][level]
        shape, scale = np.array([[gamma[m]["shape"], gamma[m]["scale"]] for m in METACOGNITION]).T
        return shape, shape * scale

    def course(self, level: Level, transitions: FloatArray, means: FloatArray) -> Course:
        """A course with these segment transitions, and mean durations in steps."""
        shapes, _ = self.durations(level)
        start = self.controller["start"][level]
        dwell = [dwell_distribution(a, m / a, self.printed.steps) for a, m in zip(shapes, means, strict=True)]
        return Course(np.array([start.get(m, 0.0) for m in METACOGNITION]), transitions, np.array(dwell))

    def table13(self, level: Level) -> tuple[FloatArray, FloatArray]:
        """Occupancy, shape (4,), and transitions, shape (4, 4), NaN where nothing is printed."""
        transitions = self.printed.transitions[level]
        return (
            np.array([self.printed.occupancy[level][m] for m in METACOGNITION]),
            np.array([[transitions[m].get(to, np.nan) for to in METACOGNITION] for m in METACOGNITION]),
        )

    def self_loops(self, level: Level) -> FloatArray:
        """Share of the steps out of each behaviour that stay in it, were Table 13 taken over all steps; shape (4,)."""
        _, transitions = self.table13(level)
        loops = np.diag(transitions).copy()
        planning = METACOGNITION.index(Metacognition.PLANNING)
        loops[planning] = 1 - np.nansum(transitions[planning])  # the other cells of its row are printed
        return loops

    def table5(self, level: Level) -> FloatArray:
        """Cognitive rows, shape (4, 4, 3): behaviour, row (`start` first), column; NaN where nothing is printed."""
        rows = self.controller["cognition"][level]
        return np.array(
            [[[rows[m].get(row, {}).get(c, np.nan) for c in COGNITION] for row in ROWS] for m in METACOGNITION]
        )
