"""Accuracy over completeness profiles: whether a tutor knows right actions from wrong ones, and what comes next."""

import numpy as np
import pandas as pd

from metrics.counting import BoolArray, FloatArray


def correct_accuracy(correct: BoolArray, verdicts: FloatArray) -> float:
    """Share of the correct actions that the tutor calls correct.

    Args:
        correct: What the tutoring system says of each action, shape (N,).
        verdicts: What the tutor says: 1 for correct, 0 for incorrect, NaN where its reply could not be read, which
            is no right answer; shape (N,).

    Returns:
        A value in [0, 1]; NaN without a correct action.

    Source:
        TutorGym, section 2.2 and Table 2.
    """
    return _share(verdicts[correct] == 1)


def incorrect_accuracy(correct: BoolArray, verdicts: FloatArray) -> float:
    """Share of the incorrect actions that the tutor calls incorrect.

    Args:
        correct: As in `correct_accuracy`.
        verdicts: As in `correct_accuracy`.

    Returns:
        A value in [0, 1]; NaN without an incorrect action.

    Source:
        TutorGym, section 2.2 and Table 2.
    """
    return _share(verdicts[~correct] == 0)


def demonstration_accuracy(accepted: BoolArray) -> float:
    """Share of the states in which the tutor's own next action is one that the tutoring system accepts.

    Args:
        accepted: Whether it is, in each state; not so where the reply could not be read; shape (N,).

    Returns:
        A value in [0, 1]; NaN without a state.

    Source:
        TutorGym, section 2.2 and Table 2 (Demo Accuracy).
    """
    return _share(accepted)


def balanced_accuracy(correct: float, incorrect: float) -> float:
    """Mean of the two grading accuracies: one half for who answers blindly, however often it says yes.

    The paper calls 50 % of the incorrect actions chance, which holds only for who says yes to half of them: to say no
    to everything scores 100 % there, and 0 % on the correct ones.

    Args:
        correct: `correct_accuracy`, in [0, 1].
        incorrect: `incorrect_accuracy`, in [0, 1].

    Returns:
        A value in [0, 1]; NaN where either is.

    Source:
        Ours; TutorGym, section 3.2, speaks of chance and of bias.
    """
    return (correct + incorrect) / 2


def profile_accuracies(graded: pd.DataFrame, demonstrations: pd.DataFrame) -> pd.DataFrame:
    """Table 2: every accuracy, pooled over the actions and states of a condition on one platform.

    Pooled, domains with more states weigh more; the paper does not say, and its published code pools.

    Args:
        graded: Rows of `protocol.traces.GRADED_ACTIONS`.
        demonstrations: Rows of `protocol.traces.DEMONSTRATIONS`.

    Returns:
        Index `platform`, `condition`; columns `correct`, `incorrect`, `balanced`, `demonstration` (in [0, 1], NaN
        where nothing was asked), `correct_actions`, `incorrect_actions`, `states` and `unread` (share of the verdicts
        that could not be read).

    Source:
        TutorGym, Table 2.
    """
    platform = ["platform", "condition"]
    grading = graded.groupby(platform)[["correct", "verdict"]].apply(_grading)
    demonstrating = demonstrations.groupby(platform).agg(
        demonstration=("correct", demonstration_accuracy), states=("correct", "size")
    )
    return grading.join(demonstrating, how="outer")


def _share(right: BoolArray) -> float:
    return float(right.mean()) if right.size else np.nan


def _grading(actions: pd.DataFrame) -> "pd.Series[float]":
    correct = actions["correct"].to_numpy(dtype=bool)
    verdicts = actions["verdict"].to_numpy(dtype=float, na_value=np.nan)
    called_correct, called_incorrect = correct_accuracy(correct, verdicts), incorrect_accuracy(correct, verdicts)
    return pd.Series(
        {
            "correct": called_correct,
            "incorrect": called_incorrect,
            "balanced": balanced_accuracy(called_correct, called_incorrect),
            "correct_actions": correct.sum(),
            "incorrect_actions": (~correct).sum(),
            "unread": np.isnan(verdicts).mean(),
        }
    )
