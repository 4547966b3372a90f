"""From a learner's steps to counts: occupancy, transitions, runs.

States are integer codes from 0, in the order of the enumeration that they stand for; -1 marks a step that
shows no state. Such a step (an interrupt, or a reply that did not parse) is left out, and the steps around
it are adjacent: interrupts punctuate the semi-Markov flow and are no part of it (BEAGLE, App. A.3), and the
flow resumes from the state that it was left in.
"""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


def codes(labels: Sequence[str | None], states: type[StrEnum]) -> IntArray:
    """The code of each label, -1 where it is none of the states (null, in a trace).

    Source:
        None: an encoding, on which the counts are built.
    """
    order = {str(state): code for code, state in enumerate(states)}
    return np.array([order.get(label, -1) if isinstance(label, str) else -1 for label in labels], dtype=np.int64)


def occupancy(sequence: IntArray, n_states: int) -> FloatArray:
    """How many steps each state takes, shape (n_states,).

    Source:
        BEAGLE, Eq. 20, numerator.
    """
    return np.bincount(sequence[sequence >= 0], minlength=n_states).astype(float)


def transition_counts(sequence: IntArray, n_states: int) -> FloatArray:
    """How often each state (row) is followed by each state (column), shape (n_states, n_states).

    Source:
        None: counting, on which P(C_{t+1} | C_t) of BEAGLE, section 2, is built.
    """
    seen = sequence[sequence >= 0]
    pairs = seen[:-1] * n_states + seen[1:]
    return np.bincount(pairs, minlength=n_states**2).reshape(n_states, n_states).astype(float)


def run_lengths(sequence: IntArray) -> tuple[IntArray, IntArray]:
    """The blocks of equal steps, in order: their state and their length in steps.

    Source:
        BEAGLE, Figure 7.
    """
    seen = sequence[sequence >= 0]
    starts = np.flatnonzero(np.diff(seen, prepend=-1))
    return seen[starts], np.diff(starts, append=seen.size)


def rate(part: FloatArray, whole: FloatArray) -> FloatArray:
    """How much of the whole the part is, for any matching shapes; NaN where there is no whole.

    Source:
        None: division, on which every share is built.
    """
    part, whole = np.asarray(part, dtype=float), np.asarray(whole, dtype=float)
    return np.asarray(np.divide(part, whole, out=np.full_like(whole, np.nan), where=whole > 0))


def shares(counts: FloatArray) -> FloatArray:
    """Counts over their sum along the last axis; NaN where there is nothing to share.

    Source:
        None: normalization, of which BEAGLE's Eq. 20 is one.
    """
    return rate(counts, np.broadcast_to(counts.sum(axis=-1, keepdims=True), counts.shape))


def joint_shares(transitions: FloatArray) -> FloatArray:
    """The share of each transition among all, shape (..., k, k).

    Source:
        BEAGLE, Figure 5, as we read it.
    """
    flat = transitions.reshape(*transitions.shape[:-2], -1)
    return shares(flat).reshape(transitions.shape)


def conditional_shares(transitions: FloatArray) -> FloatArray:
    """P(next | present), shape (..., k, k); NaN where a state is never left.

    Source:
        BEAGLE, section 2, and Figure 4, as we read it.
    """
    return shares(transitions)


def changes_only(transitions: FloatArray) -> FloatArray:
    """The transitions between different states, the diagonal set to 0.

    Source:
        BEAGLE, Figure 5.
    """
    return transitions * (1 - np.eye(transitions.shape[-1]))
