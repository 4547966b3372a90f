"""How a job asks to be run again: by a file among its inputs that is younger than its outputs."""

import os
from pathlib import Path

from pipeline.writing import write

A_MOMENT_NS = 10_000_000
"""More than the finest step of any file system's clock."""


def prepare(path: Path) -> None:
    """Make the file, older than any output, where it is missing."""
    if not path.exists():
        write(path, "")
        os.utime(path, (0, 0))


def ask_again(path: Path, output: Path) -> None:
    """Have the job that made an output run again, the next time that Snakemake looks."""
    made = output.stat().st_mtime_ns
    write(path, f"{made}\n")  # other content too, as Snakemake goes by that for small files
    os.utime(path, ns=(made + A_MOMENT_NS,) * 2)
