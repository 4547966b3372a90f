"""Behavioural fidelity: how like a student's the course of the work is.

The divergences take counts with any leading axes, so that one function serves one episode, many episodes
and the resamples of a bootstrap. Logarithms are natural.
"""

import math

import numpy as np
from scipy.special import rel_entr

from metrics.counting import FloatArray, IntArray, conditional_shares, run_lengths, shares
from metrics.programming.reference import COMBINED_TEST_DATA, DEBUGGING, Reference

# Eq. 21 has no value where a simulation never shows what real students do, yet the paper prints one. A run that
# only assesses scores 6.2, 8.5 or 10.8 under a floor of 1e-3, 1e-4 or 1e-5; one that never debugs scores at least
# 2.5, 3.5 or 4.6. Table 2 prints a mean of 6.76 (more than 1e-3 allows), and Table 1 a mean of 3.97 for Vanilla,
# which never turns to Debugging (less than 1e-5 allows): of the powers of ten, 1e-4 alone agrees with both. (Were
# the paper's logarithm binary, 1e-3 alone would; it does not say, and its thresholds are too coarse to tell.)
FLOOR = 1e-4


def cognitive_divergence(
    occupancy: FloatArray, reference: Reference = COMBINED_TEST_DATA, floor: float = FLOOR
) -> FloatArray:
    """D_KL: divergence of the simulated shares of cognitive behaviours from the real ones, real || simulated.

    Args:
        occupancy: Steps in each cognitive behaviour, shape (..., 3).
        reference: The real students.
        floor: The least simulated share that counts; without it one absent behaviour makes D_KL infinite.

    Returns:
        Nats, shape (...); NaN where there is no cognitive step.

    Source:
        BEAGLE, Eq. 20-21.
    """
    return np.asarray(rel_entr(reference.shares, np.maximum(shares(occupancy), floor)).sum(axis=-1))


def transition_divergence(
    transitions: FloatArray, reference: Reference = COMBINED_TEST_DATA, floor: float = FLOOR
) -> FloatArray:
    """D_KL of the transitions, simulated || real: each row's divergence, weighted by how often the row is left.

    Rows of which the reference knows nothing (Assessing, in the paper's) do not count, and the weights of the
    others sum to 1; a step into what real students never do counts against the floor.

    Args:
        transitions: How often each behaviour (row) is followed by each, shape (..., 3, 3).
        reference: The real students.
        floor: The least real probability that counts.

    Returns:
        Nats, shape (...); NaN where no step leaves a row that the reference knows.

    Source:
        BEAGLE, section 2, behavioural fidelity.
    """
    known = ~np.isnan(reference.transitions).any(axis=-1)
    simulated = conditional_shares(transitions[..., known, :])
    divergence = rel_entr(simulated, np.maximum(reference.transitions[known], floor)).sum(axis=-1)
    weights = shares(transitions[..., known, :].sum(axis=-1))
    return np.asarray(np.where(weights > 0, weights * divergence, weights).sum(axis=-1))


def stickiness(transitions: FloatArray) -> FloatArray:
    """P(Debugging | Debugging), shape (...); NaN where no step follows a debugging one.

    Source:
        BEAGLE, App. E.3, before Eq. 22.
    """
    return conditional_shares(transitions)[..., DEBUGGING, DEBUGGING]


def debugging_divergence(
    occupancy: FloatArray, transitions: FloatArray, reference: Reference = COMBINED_TEST_DATA
) -> FloatArray:
    """D_debug: mean of the divergences of the stickiness and of the share of Debugging, simulated || real.

    The paper prints one real number for either, 54.1 % and 45.6 %, so each is read as a Bernoulli distribution. Its
    own reading must be another: here no episode exceeds 0.70, where all steps debug, and yet Table 1 prints means of
    0.73 ± 0.11 (CoT+M) and 0.73 ± 0.12 (FewShot+M). Our values order conditions; they do not meet the printed ones.

    Args:
        occupancy: Steps in each cognitive behaviour, shape (..., 3).
        transitions: How often each behaviour (row) is followed by each, shape (..., 3, 3).
        reference: The real students.

    Returns:
        Nats, shape (...); NaN where no step follows a debugging one, as stickiness is undefined there.

    Source:
        BEAGLE, Eq. 22.
    """
    share = shares(occupancy)[..., DEBUGGING]
    sticky = _bernoulli_divergence(stickiness(transitions), reference.stickiness)
    return 0.5 * sticky + 0.5 * _bernoulli_divergence(share, float(reference.shares[DEBUGGING]))


def _bernoulli_divergence(simulated: FloatArray, real: float) -> FloatArray:
    return np.asarray(rel_entr(simulated, real) + rel_entr(1 - simulated, 1 - real))


def nonlinearity(progress: FloatArray) -> float:
    """Share of steps at which fewer unit tests pass than at the step before.

    Args:
        progress: Fraction of unit tests passing at each step, in [0, 1], shape (T,).

    Returns:
        A value in [0, 1]; NaN for fewer than two steps, where no step has a predecessor.

    Source:
        BEAGLE, Eq. 23-24.
    """
    if progress.size < 2:
        return math.nan
    return float(np.mean(np.diff(progress) < 0))


def mean_run_length(cognition: IntArray) -> float:
    """Mean length in steps of the blocks of one cognitive behaviour; NaN without a cognitive step.

    Source:
        BEAGLE, Figure 7, caption.
    """
    _, lengths = run_lengths(cognition)
    return float(lengths.mean()) if lengths.size else math.nan


def debugging_loops(cognition: IntArray, *, shortest: int = 3) -> int:
    """How many blocks of Debugging last `shortest` steps or more.

    The paper frames such blocks without saying from which length on. Three is ours: the learner has gone back
    to debugging twice, which the real stickiness of 54.1 % makes no matter of course (29 % of the blocks).

    Source:
        BEAGLE, section 4.1 and Figure 7; the least length is ours.
    """
    states, lengths = run_lengths(cognition)
    return int(np.sum((states == DEBUGGING) & (lengths >= shortest)))
