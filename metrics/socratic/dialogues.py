"""From the turns and ratings of a study to one row of measures per conversation, and to the shape of its tables."""

import pandas as pd

from metrics.socratic.questions import ATTRIBUTES, socratic_score
from metrics.socratic.success import strict_success, success_rate
from protocol import Outcome

WHO = ["study", "condition", "task", "replicate"]
"""The columns that name an episode."""


def dialogue_measures(turns: pd.DataFrame, ratings: pd.DataFrame, episodes: pd.DataFrame) -> pd.DataFrame:
    """Every per-conversation value and count of TreeInstruct's tables, one row an episode.

    Episodes that the machinery broke off say nothing of the instructor and get no row. A turn is a question of the
    instructor, answered or not; several raters of one question are averaged before questions are.

    Args:
        turns: Rows of `protocol.traces.SOCRATIC_TURNS`, in any order.
        ratings: Rows of `protocol.traces.QUESTION_RATINGS`; none where nobody rated.
        episodes: Rows of `protocol.traces.EPISODES`.

    Returns:
        The columns of `WHO`, `outcome`, `bug_type`, and as floats, NaN where undefined: `score` (AS), `relevance`,
        `indirectness`, `logical_flow` (means over its rated questions), `questions_rated`, `turns` (AT),
        `turns_to_code` (turn of the last proposed fix; NaN where none is proposed), `malformed_turns`,
        `tests_passed`, `tests_total`, `success` (SR) and `strict_success`. Sorted by `WHO`.

    Source:
        TreeInstruct, section 4.4.
    """
    completed = episodes["outcome"].map(lambda outcome: Outcome(outcome).completed).astype(bool)
    measures = episodes.loc[completed, [*WHO, "outcome"]]
    for found in (_course(turns), _scores(ratings)):
        measures = measures.merge(found, on=WHO, how="left", validate="one_to_one")
    counts = ["turns", "malformed_turns", "questions_rated"]
    measures[counts] = measures[counts].fillna(0.0)
    passed, total = (measures[column].to_numpy(dtype=float) for column in ("tests_passed", "tests_total"))
    return measures.assign(
        success=success_rate(passed, total), strict_success=strict_success(passed, total)
    ).sort_values(WHO, ignore_index=True)


def by_bug_type(measures: pd.DataFrame) -> pd.DataFrame:
    """Tables 1 and 2: mean over conversations of each measure, by condition and type of bug.

    Args:
        measures: Rows of `dialogue_measures`; those without a type of bug do not count.

    Returns:
        Index `condition`, `bug_type`; columns `score` (AS, in [0, 3]), `turns` (AT), `success` (SR, in [0, 1]),
        `strict_success`, each over the conversations that it is defined for, and `conversations`.

    Source:
        TreeInstruct, Tables 1 and 2.
    """
    groups = measures.groupby(["condition", "bug_type"])
    means = groups[["score", "turns", "success", "strict_success"]].mean()
    return means.assign(conversations=groups.size())


def _course(turns: pd.DataFrame) -> pd.DataFrame:
    ordered = turns.sort_values([*WHO, "turn"])
    asked = ordered["turn"] > 0
    coded = ordered["turn"].astype(float).where(ordered["fixes"].map(len) > 0)
    course = ordered.assign(asked=asked.astype(float), coded=coded, malformed=ordered["malformed"].astype(float))
    return (
        course.groupby(WHO)
        .agg(
            bug_type=("bug_type", "last"),
            turns=("asked", "sum"),
            turns_to_code=("coded", "max"),
            malformed_turns=("malformed", "sum"),
            tests_passed=("tests_passed", "last"),
            tests_total=("tests_total", "last"),
        )
        .reset_index()
    )


def _scores(ratings: pd.DataFrame) -> pd.DataFrame:
    names = list(ATTRIBUTES)
    rated = ratings[[*WHO, "turn", *names]].dropna(subset=names).astype(dict.fromkeys(names, float))
    rated["score"] = socratic_score(*rated[names].to_numpy(dtype=float).T)
    questions = rated.groupby([*WHO, "turn"]).mean().groupby(WHO)
    return questions.mean().assign(questions_rated=questions.size()).reset_index()
