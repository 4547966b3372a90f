"""From the turns of a study to the program that each session holds after each round, and to one row a session."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from metrics.debugging.accuracy import program_scores
from metrics.debugging.plagiarism import Rule, plagiarised_as_described, similarities
from metrics.debugging.tokens import Tokenizer, pieces
from protocol import Outcome
from protocol.traces import DebuggingAct, Party, Verdict

WHO = ["study", "condition", "task", "replicate"]
"""The columns that name an episode."""

TOOLS = [DebuggingAct.COMPILE, DebuggingAct.RETRIEVE, DebuggingAct.SUBSTITUTE, DebuggingAct.VERIFY]
"""The acts that use a tool."""

_FAULTS = {str(verdict): verdict.fault and str(verdict.fault) for verdict in Verdict}


def round_programs(
    turns: pd.DataFrame,
    episodes: pd.DataFrame,
    *,
    rule: Rule = plagiarised_as_described,
    tokenizer: Tokenizer = pieces,
) -> pd.DataFrame:
    """The program that each session holds at the end of each of its rounds, and what it is worth.

    A program is compared to every standard program that the tutor has had by then, as it is in the pool, and is
    plagiarised if the rule says so of one. Episodes that the machinery broke off get no row.

    Args:
        turns: Rows of `protocol.traces.DEBUGGING_TURNS`, in any order.
        episodes: Rows of `protocol.traces.EPISODES`.
        rule: What plagiarism is.
        tokenizer: Splits programs for the rule.

    Returns:
        The columns of `WHO`, `round`, `verdict`; `tests`, the share of tests passed; `plagiarised`, NaN where the
        tutor has had no standard program; and `score`. Sorted by `WHO` and `round`.

    Source:
        DebugTA, Algorithm 1 for the rounds, section 5.3 and App. E for the score.
    """
    ordered = _of_completed(turns, episodes).sort_values([*WHO, "turn"])
    last = ordered.groupby([*WHO, "round"], sort=False).tail(1).reset_index(drop=True)
    copied = np.array([*_plagiarised(ordered, rule, tokenizer)], dtype=float)
    passed, total = (last[column].to_numpy(dtype=float) for column in ("tests_passed", "tests_total"))
    untouched = program_scores(passed, total, np.zeros_like(passed))
    return last[[*WHO, "round", "verdict"]].assign(
        tests=untouched, plagiarised=copied, score=program_scores(passed, total, copied)
    )


def session_measures(turns: pd.DataFrame, episodes: pd.DataFrame, programs: pd.DataFrame) -> pd.DataFrame:
    """Every per-session value of DebugTA's tables, one row an episode.

    Args:
        turns: Rows of `protocol.traces.DEBUGGING_TURNS`, in any order.
        episodes: Rows of `protocol.traces.EPISODES`.
        programs: What `round_programs` makes of the two.

    Returns:
        The columns of `WHO`; `fault`, what is wrong with the erroneous program (`protocol.traces.Fault`); and as
        floats `origin`, the score that it has as it came; `score` and `plagiarised` of the final program; `accepted`,
        1 where its score is 1; `rounds`; `tool_calls`; and `tutor_calls`, `tutor_tokens`, `student_tokens`: calls of a
        language model, and prompt and completion tokens together. Sorted by `WHO`.

    Source:
        DebugTA, Tables 2 and 3, Figure 4; rounds and calls are ours.
    """
    first, final = (programs.drop_duplicates(WHO, keep=end).set_index(WHO) for end in ("first", "last"))
    measures = pd.DataFrame(
        {
            "fault": first["verdict"].map(_FAULTS),
            "origin": first["tests"],
            "score": final["score"],
            "plagiarised": final["plagiarised"],
            "accepted": (final["score"] == 1).where(final["score"].notna()).astype(float),
            "rounds": final["round"].astype(float),
        }
    )
    return measures.join(_costs(_of_completed(turns, episodes))).reset_index()


def _of_completed(turns: pd.DataFrame, episodes: pd.DataFrame) -> pd.DataFrame:
    completed = episodes["outcome"].map(lambda outcome: Outcome(outcome).completed).astype(bool)
    return turns.merge(episodes.loc[completed, WHO], on=WHO)


def _plagiarised(ordered: pd.DataFrame, rule: Rule, tokenizer: Tokenizer) -> Iterator[float]:
    """Of each session and round in turn: 1, 0, or NaN."""
    for _, session in ordered.groupby(WHO, sort=False):
        erroneous, standards = session["code"].iloc[0], dict[str, None]()
        for _, of_round in session.groupby("round"):
            standards |= dict.fromkeys(of_round["reference"].dropna())
            yield _copied([*standards], erroneous, of_round["code"].iloc[-1], rule, tokenizer)


def _copied(standards: list[str], erroneous: str, final: str, rule: Rule, tokenizer: Tokenizer) -> float:
    if not standards:
        return np.nan
    found = [similarities(*map(tokenizer, (standard, erroneous, final))) for standard in standards]
    return float(any(rule(of_one) for of_one in found))


def _costs(turns: pd.DataFrame) -> pd.DataFrame:
    tutor = turns["party"] == Party.TUTOR
    tokens = turns["prompt_tokens"] + turns["completion_tokens"]
    costs: dict[str, Any] = {
        "tool_calls": turns["act"].isin(TOOLS),
        "tutor_calls": turns["calls"].where(tutor, 0),
        "tutor_tokens": tokens.where(tutor, 0),
        "student_tokens": tokens.where(~tutor, 0),
    }
    return turns[WHO].assign(**costs).groupby(WHO).sum().astype(float)
