"""Pupils' states: behaviour, emotion and cognition as levels, and how a class spreads over them."""

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy

from metrics.counting import FloatArray, IntArray, codes, shares
from protocol.traces import Behaviour, Bloom, Emotion


class Engagement(IntEnum):
    """Levels of behaviour (EduVerse, App. D.2.4 and Table A6)."""

    OFF_TASK = 0
    PASSIVE = 1
    ACTIVE = 2
    INTERACTIVE = 3


class Affect(IntEnum):
    """Levels of emotion (EduVerse, App. D.2.4 and Table A6)."""

    NEGATIVE = 0
    CONFUSED = 1
    POSITIVE = 2


class Thinking(IntEnum):
    """Levels of cognition (EduVerse, Table A6; the text of App. D.2.4 calls the upper one 2)."""

    LOWER = 0
    HIGHER = 1


ENGAGEMENT = {
    Behaviour.SLEEP: Engagement.OFF_TASK,
    Behaviour.CHAT: Engagement.OFF_TASK,
    Behaviour.HEAD_DOWN: Engagement.PASSIVE,
    Behaviour.NOTE_TAKING: Engagement.ACTIVE,
    Behaviour.HAND_RAISE: Engagement.ACTIVE,
    Behaviour.HEAD_UP: Engagement.ACTIVE,
    Behaviour.READ_ALOUD: Engagement.ACTIVE,
    Behaviour.STAND_ANSWER: Engagement.ACTIVE,
    Behaviour.SIDE_TALK: Engagement.INTERACTIVE,
    Behaviour.REFUSE_REPLY: Engagement.INTERACTIVE,
    Behaviour.ANSWER_QUESTIONS: Engagement.INTERACTIVE,
    Behaviour.GROUP_DISCUSSION: Engagement.INTERACTIVE,
    Behaviour.ASK_QUESTION: Engagement.INTERACTIVE,
}
"""The level of each behaviour (EduVerse, App. D.2.4; that asking is interactive, App. C.2.3)."""

AFFECT = {emotion: Affect[emotion.name] for emotion in Emotion}
"""The level of each emotion."""

THINKING = {level: Thinking(level not in (Bloom.REMEMBER, Bloom.UNDERSTAND)) for level in Bloom}
"""The level of each of Bloom's categories."""


def engagement(labels: Sequence[str | None]) -> IntArray:
    """The level of each behaviour, -1 where it is none (null, in a trace).

    Source:
        EduVerse, App. D.2.4 and Table A6; App. C.2.3 for questions, which they leave out.
    """
    return _levels(codes(labels, Behaviour), [ENGAGEMENT[label] for label in Behaviour])


def affect(labels: Sequence[str | None]) -> IntArray:
    """The level of each emotion, -1 where it is none.

    Source:
        EduVerse, App. D.2.4 and Table A6.
    """
    return _levels(codes(labels, Emotion), [AFFECT[label] for label in Emotion])


def thinking(labels: Sequence[str | None]) -> IntArray:
    """The level of each of Bloom's categories, -1 where it is none.

    Source:
        EduVerse, App. D.2.4, with the numbers of Table A6.
    """
    return _levels(codes(labels, Bloom), [THINKING[label] for label in Bloom])


def _levels(labels: IntArray, of_each: Sequence[int]) -> IntArray:
    return np.array([*of_each, -1], dtype=np.int64)[labels]


def level_counts(levels: IntArray, n_levels: int) -> FloatArray:
    """How many steps each level takes, along the last axis; -1 counts nowhere.

    Args:
        levels: Shape (..., T).
        n_levels: How many levels there are.

    Returns:
        Shape (..., n_levels).

    Source:
        None: counting, on which `level_shares` is built.
    """
    return np.asarray((levels[..., np.newaxis] == np.arange(n_levels)).sum(axis=-2), dtype=float)


def level_shares(levels: IntArray, n_levels: int) -> FloatArray:
    """BEC(c): share of the steps that each level takes, along the last axis.

    Args:
        levels: Of one pupil, or of all pupils of a class one after the other, shape (..., T).
        n_levels: How many levels there are.

    Returns:
        Shares that sum to 1, shape (..., n_levels); NaN where no step shows a level.

    Source:
        EduVerse, section 4.1. Over six pupils, every row of Table A9 is whole numbers over 6 (T - 1) for the T steps of
        Table A7: one step a lesson shows no state.
    """
    return shares(level_counts(levels, n_levels))


def evenness(distribution: FloatArray) -> FloatArray:
    """How evenly states are spread: entropy over that of equal shares (Pielou's evenness).

    Makes a number of section 4.1's claim that without the style modulator emotions are evenly distributed.

    Args:
        distribution: Shares that sum to 1, shape (..., k) with k of at least 2.

    Returns:
        Values in [0, 1], 0 where one state has all, shape (...); NaN where a share is.

    Source:
        EduVerse, section 4.1 and Table A10; the measure is ours.
    """
    return np.asarray(entropy(distribution, axis=-1) / np.log(distribution.shape[-1]))


def divergence(distribution: FloatArray, other: FloatArray) -> FloatArray:
    """Jensen-Shannon divergence of two distributions over states, in bits.

    Args:
        distribution: Shares, shape (..., k).
        other: Shares, shape (..., k).

    Returns:
        Values in [0, 1], 0 where they are alike, 1 where they share no state, shape (...); NaN where a share is.

    Source:
        EduVerse, Figures 3 to 5, which are judged by eye; the measure is ours.
    """
    return np.asarray(jensenshannon(distribution, other, base=2, axis=-1) ** 2)


def personal_divergences(distributions: FloatArray) -> tuple[float, float]:
    """How unlike a pupil is to itself in other lessons, and to the others in the same lesson.

    A class whose pupils keep their ways across texts, as Figure 4 shows them, has a first value well below the second.

    Args:
        distributions: Shares of each pupil in each lesson, shape (P, L, k).

    Returns:
        Mean divergence over pairs of lessons of one pupil, and over pairs of pupils in one lesson, in bits; pairs with
        a NaN are left out; NaN where no pair is left.

    Source:
        EduVerse, Figure 4; the measure is ours.
    """
    return _mean_divergence(distributions), _mean_divergence(np.swapaxes(distributions, 0, 1))


def _mean_divergence(distributions: FloatArray) -> float:
    first, second = np.triu_indices(distributions.shape[1], k=1)
    found = divergence(distributions[:, first], distributions[:, second])
    defined = found[~np.isnan(found)]
    return float(defined.mean()) if defined.size else np.nan
