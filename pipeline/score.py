"""The stage that measures every episode of a condition."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import yaml

from metrics import episode_measures
from pipeline.components import component
from pipeline.records import write_frame
from pipeline.stage import required, stage
from protocol.traces import EPISODES, PROGRAMMING_STEPS, read_trace


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write one row of measures for each completed episode of a condition, whose traces lie in several files."""
    steps, episodes, reference, out = map(str, required(words, "steps", "episodes", "reference", "out"))
    real_students = component("reference", yaml.safe_load(Path(reference).read_text(encoding="utf-8")))
    traces = (_traces(steps, PROGRAMMING_STEPS), _traces(episodes, EPISODES))
    write_frame(episode_measures(*traces, real_students), Path(out))


def _traces(paths: str, schema: pa.Schema) -> pd.DataFrame:
    made: pd.DataFrame = pa.concat_tables(read_trace(Path(path), schema) for path in paths.split()).to_pandas()
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
