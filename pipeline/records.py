"""The data frames that stages pass on, kept as Parquet."""

import io
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from pipeline.layout import SUMMARY, Layout
from pipeline.writing import write
from protocol import DataError

ESTIMATES = ("condition", "measure", "unit", "source", "value", "spread", "low", "high", "n", "reason")
"""One row a measure of a condition."""

BROKEN_OFF = ("backend_failed", "budget_exhausted", "sandbox_failed")
TAKEN = ("calls", "free_calls", "unpriced_calls", "prompt_tokens", "completion_tokens", "cost")
ATTEMPTS = ("condition", "attempted", "completed", "failed", *BROKEN_OFF, "malformed_steps", "truncated_steps", *TAKEN)
"""One row a condition: how many episodes there were, how many the machinery broke off and by what; the shares of
steps in which a reply could not be read or was cut short; and what the replies took, of which other studies have
paid for `free_calls`, and nobody knows the price of `unpriced_calls`."""

COMPARISONS = ("focus", "other", "measure", "unit", "difference", "low", "high", "pairs", "p", "p_holm")
"""One row a measure and a condition that the study's focus is compared with."""

BEHAVIOUR = ("row", "low", "high", "difference", "t", "p", "n_low", "n_high")
"""One row a quantity of Table 13: its mean at either level of rho_behav."""

PERSISTENCE = ("row", "r", "p", "n")
"""One row a correlation of Table 13: of staying in ENACTING with performance."""


def write_frame(frame: pd.DataFrame, path: Path) -> None:
    """Write a data frame as Parquet, whole or not at all."""
    content = io.BytesIO()
    frame.to_parquet(content, index=False, compression="zstd")
    write(path, content.getvalue())


def read_frames(paths: Iterable[Path]) -> pd.DataFrame:
    """The rows of several files, one after the other.

    Raises:
        DataError: a file is missing or no Parquet.
    """
    frames = []
    for path in paths:
        try:
            frames.append(pd.read_parquet(path))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: cannot be read ({error})", mend="run the stage that makes it") from error
    filled = [frame for frame in frames if len(frame)]  # pandas warns of empty frames among others
    return pd.concat(filled or frames[:1], ignore_index=True)


def read_summary(layout: Layout, study: str, scope: str) -> dict[str, pd.DataFrame]:
    """The records of a scope's summary, by kind."""
    return {kind: read_frames([layout.summary(study, scope, kind)]) for kind in SUMMARY}
