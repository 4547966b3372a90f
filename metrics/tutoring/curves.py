"""Learning curves as DataShop draws them: errors at first attempts, by opportunity to apply a knowledge component."""

import pandas as pd

from protocol.traces.tutoring import Response

LEARNER = ["study", "condition", "task", "replicate", "student"]
"""The columns that name a learner."""

STEP = [*LEARNER, "domain", "problem", "problem_view", "step"]
"""The columns that name a step of a learner."""


def first_attempts(transactions: pd.DataFrame) -> pd.DataFrame:
    """The first attempt at each step, and which opportunity it was at each component that the step exercises.

    Only the first attempt at a step counts, in each view of its problem anew, and to ask for a hint or to have the step
    demonstrated is an error. A reply that could not be read is no attempt.

    Args:
        transactions: Rows of `protocol.traces.TUTOR_TRANSACTIONS`, in any order.

    Returns:
        Columns `STEP`, `component`, `opportunity` (from 1, of the learner at the component) and `error` (1 or 0). One
        row a first attempt and component, in the order of the attempts; the rows of one attempt share their index.
        Steps without a component are left out.

    Source:
        TutorGym, section 4.2, after DataShop's convention.
    """
    made = transactions[~transactions["malformed"]].sort_values([*LEARNER, "transaction"])
    first = made.drop_duplicates(STEP, ignore_index=True)
    error = (first["outcome"] != Response.CORRECT).astype(float)
    attempts = first[STEP].assign(component=first["components"], error=error).explode("component")
    attempts = attempts.dropna(subset="component")
    return attempts.assign(opportunity=attempts.groupby([*LEARNER, "component"]).cumcount() + 1)


def error_curve(attempts: pd.DataFrame) -> pd.DataFrame:
    """Share of errors at each opportunity, over all learners and components alike.

    Learners and components that are practised less drop out on the way: a tail of few attempts says little.

    Args:
        attempts: Rows of `first_attempts`.

    Returns:
        Index `opportunity`, ascending; columns `error`, in [0, 1], and `n`, attempts that it is over.

    Source:
        TutorGym, Figure 3, as DataShop averages.
    """
    return attempts.groupby("opportunity").agg(error=("error", "mean"), n=("error", "size"))


def error_curve_over_components(attempts: pd.DataFrame) -> pd.DataFrame:
    """Mean over components of each one's share of errors at each opportunity: every component weighs the same.

    Args:
        attempts: Rows of `first_attempts`.

    Returns:
        Index `opportunity`, ascending; columns `error`, in [0, 1], and `n`, components that it is over.

    Source:
        TutorGym, section 4.2, which averages over all skills; `error_curve` is the other reading.
    """
    of_each = attempts.groupby(["opportunity", "component"])[["error"]].mean()
    return of_each.groupby("opportunity").agg(error=("error", "mean"), n=("error", "size"))
