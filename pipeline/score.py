"""The stage that measures every episode of a condition at a task."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from metrics import episode_measures
from pipeline.components import component
from pipeline.records import write_frame
from pipeline.stage import required, stage
from protocol.traces import EPISODES, PROGRAMMING_STEPS, read_trace


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write one row of measures for each completed episode."""
    steps, episodes, reference, out = map(Path, required(words, "steps", "episodes", "reference", "out"))
    real_students = component("reference", yaml.safe_load(reference.read_text(encoding="utf-8")))
    measures = episode_measures(
        read_trace(steps, PROGRAMMING_STEPS).to_pandas(), read_trace(episodes, EPISODES).to_pandas(), real_students
    )
    write_frame(measures, out)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
