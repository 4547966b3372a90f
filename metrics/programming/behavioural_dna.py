"""Behavioural DNA: the unbroken blocks of one cognitive behaviour that a session is made of (Figure 7)."""

import numpy as np
import pandas as pd

from metrics.programming.episodes import WHO
from metrics.programming.reference import Reference


def blocks(steps: pd.DataFrame) -> pd.DataFrame:
    """The blocks of equal cognitive behaviour of each episode.

    A step without one is left out, and the steps around it are adjacent, as in `metrics.counting`.

    Args:
        steps: Rows of `protocol.traces.PROGRAMMING_STEPS`, in any order.

    Returns:
        A row for each block, in order: the columns of `WHO`, `cognition`, `start` (its first step) and `length` in
        steps. `WHO` and `start` name a block.

    Source:
        BEAGLE, Figures 7 and 13.
    """
    shown = steps.loc[steps["cognition"].notna(), [*WHO, "step", "cognition"]].sort_values([*WHO, "step"])
    of_block = [*WHO, "cognition"]
    number = (shown[of_block] != shown[of_block].shift()).any(axis=1).cumsum()
    grouped = shown.groupby(number.to_numpy())
    return grouped.first().rename(columns={"step": "start"}).assign(length=grouped.size()).reset_index(drop=True)


def run_lengths_by_behaviour(blocks: pd.DataFrame) -> pd.DataFrame:
    """How long blocks of each cognitive behaviour last, over all episodes.

    Args:
        blocks: Rows of `blocks`.

    Returns:
        Index: the behaviours that occur, and `all`; columns `blocks`, `steps`, `mean`, `median`, `longest`. Without
        a block, only the row `all`, and NaN in its lengths.

    Source:
        BEAGLE, Figure 7, whose caption compares average run lengths; the other columns are ours.
    """
    everything = blocks.assign(cognition="all")
    by_behaviour = pd.concat([blocks, everything]).groupby("cognition")
    of_length = {"blocks": "size", "steps": "sum", "mean": "mean", "median": "median", "longest": "max"}
    summary = by_behaviour.agg(**{name: ("length", of) for name, of in of_length.items()})
    return summary if len(blocks) else summary.reindex(["all"]).fillna({"blocks": 0, "steps": 0})


def implied_run_length(reference: Reference) -> float:
    """Mean length of the blocks in a long sequence of the reference's shares and transitions.

    In a share sum_c P(c) (1 - P(c | c)) of its steps a block begins. It is what Figure 7 holds run lengths against:
    the real students' are drawn there, and not printed.

    Returns:
        At least 1, in the steps of the reference (for App. A.4, aggregated episodes); NaN where a behaviour that
        occurs has no known transitions.

    Source:
        Ours, for BEAGLE, Figure 7.
    """
    occurs = reference.shares > 0
    ends = 1 - np.diagonal(reference.transitions)
    return float(1 / (reference.shares[occurs] * ends[occurs]).sum())
