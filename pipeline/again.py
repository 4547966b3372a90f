"""How a job is asked to run again: by a file among its inputs that is younger than its outputs."""

import os
import time
from pathlib import Path

from pipeline.writing import write


def prepare(path: Path, unfinished: Path) -> None:
    """Make the file younger than any output if a job has left unfinished work, else older where it is missing.

    This is done while a run is planned: what a job does to its own inputs Snakemake takes for what the job was given.

    Args:
        path: The file among the job's inputs.
        unfinished: The file that the job leaves as long as some of its work is to be done again.
    """
    if unfinished.exists():
        write(path, f"{time.time_ns()}\n")  # other content too, as Snakemake goes by that for small files
    elif not path.exists():
        write(path, "")
        os.utime(path, (0, 0))
