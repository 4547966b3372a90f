"""Bayesian knowledge tracing: the updates, to audit a simulation by, and whether its code follows its knowledge."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics.counting import BoolArray, FloatArray, rate
from metrics.programming.contrasts import correlation
from metrics.programming.episodes import WHO
from protocol import ConfigurationError


@dataclass(frozen=True)
class Tracing:
    """Parameters of knowledge tracing; the defaults are the paper's.

    Args:
        initial: P(L_0), probability of mastery before the first response.
        learn: P(T), of acquiring mastery after a response.
        slip: P(S), of an incorrect response despite mastery.
        guess: P(G), of a correct response without mastery.

    Raises:
        ConfigurationError: a value is no probability.

    Source:
        BEAGLE, App. B.1 and E, after Corbett and Anderson (1994).
    """

    initial: float = 0.10
    learn: float = 0.25
    slip: float = 0.05
    guess: float = 0.20

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0 <= value <= 1:
                raise ConfigurationError(f"knowledge tracing: {name} is {value}", mend="give a probability")


PAPER = Tracing()


def correct_probability(mastery: FloatArray, tracing: Tracing = PAPER) -> FloatArray:
    """Probability of a correct response, of mastery P(L) of any shape.

    Source:
        BEAGLE, Eq. 7.
    """
    return np.asarray(mastery * (1 - tracing.slip) + (1 - mastery) * tracing.guess)


def mastery_given(mastery: FloatArray, correct: BoolArray, tracing: Tracing = PAPER) -> FloatArray:
    """P(L | response): what a response makes of mastery, before anything is learned.

    Args:
        mastery: P(L), shape (...).
        correct: The response, of a shape that broadcasts.
        tracing: Slip and guess.

    Returns:
        Values in [0, 1]; NaN after a response that has probability 0.

    Source:
        BEAGLE, Eq. 8-9.
    """
    mastered = mastery * np.where(correct, 1 - tracing.slip, tracing.slip)
    return rate(mastered, mastered + (1 - mastery) * np.where(correct, tracing.guess, 1 - tracing.guess))


def updated_mastery(mastery: FloatArray, correct: BoolArray, tracing: Tracing = PAPER) -> FloatArray:
    """P(L) after a response and the learning that follows it, shaped as in `mastery_given`.

    Source:
        BEAGLE, Eq. 10.
    """
    posterior = mastery_given(mastery, correct, tracing)
    return posterior + (1 - posterior) * tracing.learn


def traced_mastery(correct: BoolArray, tracing: Tracing = PAPER) -> FloatArray:
    """P(L) before the first response and after each.

    Args:
        correct: Responses in order, shape (..., T).
        tracing: The parameters.

    Returns:
        Values in [0, 1], shape (..., T + 1), NaN from a response of probability 0 on.

    Source:
        BEAGLE, Eq. 8-10.
    """
    mastery = np.full((*correct.shape[:-1], correct.shape[-1] + 1), tracing.initial)
    for t in range(correct.shape[-1]):  # each update needs the one before
        mastery[..., t + 1] = updated_mastery(mastery[..., t], correct[..., t], tracing)
    return mastery


def expected_mastery(updates: FloatArray, tracing: Tracing = PAPER) -> FloatArray:
    """Mean of P(L) after a number of updates on responses that are drawn from P(L) itself.

    By Bayes' rule such a response leaves the mean where it was; only learning moves it, whatever slip and guess are.
    So does App. B.1 of BEAGLE sample its observations: what the learner writes has no part in it.

    Args:
        updates: How many, shape (...).
        tracing: The parameters.

    Returns:
        1 - (1 - P(L_0)) (1 - P(T))^n, shape (...).

    Source:
        Ours: what BEAGLE's Eq. 7-10 come to on average.
    """
    return np.asarray(1 - (1 - tracing.initial) * (1 - tracing.learn) ** np.asarray(updates, dtype=float))


def knowledge_and_passing(steps: pd.DataFrame) -> pd.DataFrame:
    """Mean mastery over knowledge components, and the share of tests that pass, after each step.

    Args:
        steps: Rows of `protocol.traces.PROGRAMMING_STEPS`, in any order.

    Returns:
        The columns of `WHO`, `step`, `mastery` (NaN without knowledge tracing) and `pass_rate`, sorted by them.

    Source:
        BEAGLE, Figure 15.
    """
    ordered = steps.sort_values([*WHO, "step"], ignore_index=True)
    mastery = [float(np.mean([*dict(of_step).values()])) if len(of_step) else np.nan for of_step in ordered["mastery"]]
    passing = rate(ordered["tests_passed"].to_numpy(), ordered["tests_total"].to_numpy())
    return ordered[[*WHO, "step"]].assign(mastery=mastery, pass_rate=passing)


def knowledge_alignment(points: pd.DataFrame) -> pd.DataFrame:
    """Correlation of mastery and pass rate: whether what the learner can do follows what it is said to know.

    The paper prints r = 0.89 and not of what: three readings are given. The steps of an episode hang together, so
    that the p-value of `steps` is too small.

    Args:
        points: Rows of `knowledge_and_passing`.

    Returns:
        Index `steps` (each step a point), `episodes` (its means over steps) and `endings` (its last step); columns
        `r`, `p`, `n`, NaN where mastery or pass rate does not vary.

    Source:
        BEAGLE, Figure 15.
    """
    episodes = points.groupby(WHO)[["mastery", "pass_rate"]]
    readings = (points[["mastery", "pass_rate"]], episodes.mean(), episodes.tail(1))
    rows = [correlation(*reading.to_numpy(dtype=float).T) for reading in readings]
    return pd.DataFrame(rows, index=["steps", "episodes", "endings"])
