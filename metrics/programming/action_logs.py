"""From raw logs of an editor to episodes of cognitive behaviour: what real students are made comparable by.

Two steps, each by itself: edits inherit a cognitive state from the run before them (App. A.4), and equal states that
follow each other closely become one episode (App. A.1). Logs whose actions carry a state already take the second only.
"""

from enum import StrEnum

import numpy as np
import pandas as pd

from metrics.counting import codes, occupancy, transition_counts
from metrics.programming.reference import Reference
from protocol import Cognition, DataError

THRESHOLD = 30.0
"""Seconds that part an episode from the next, and an edit from the run that it answers (BEAGLE, App. A.1, A.4)."""


class Action(StrEnum):
    """What a log says that a student did, as far as cognition is read from it."""

    EDIT = "edit"
    EXECUTE = "execute"


def inherited_cognition(events: pd.DataFrame, *, threshold: float = THRESHOLD) -> pd.DataFrame:
    """Give each edit the cognitive state that the last run before it lends it.

    An edit up to `threshold` seconds after the last run of its session is Debugging; a later one, and one before any
    run, is Constructing. A run at the same instant as an edit counts as before it. The time is counted from the run,
    not from the edit before, so that a chain of edits leaves Debugging when the threshold is over. Runs have no state
    of their own: the paper's test data knows no third one.

    Args:
        events: `session` (whose sitting it is), `time` (seconds, from any origin) and `action` (of `Action`, or null
            for what says nothing of cognition), a row an event, in any order.
        threshold: How many seconds after a run an edit still answers it.

    Returns:
        The events, sorted by session, time and action, runs first, with `cognition` (of `protocol.Cognition`, null
        where the event is no edit).

    Raises:
        DataError: a column is missing, a time is no number, or an action is unknown.

    Source:
        BEAGLE, App. A.4.
    """
    _check(events, "action")
    unknown = events.loc[events["action"].notna() & ~events["action"].isin([*Action]), "action"]
    if len(unknown):
        raise DataError(f"log: action {unknown.iloc[0]!r}", mend=f"use {', '.join(Action)}, or leave it empty")
    order = events["action"].map({Action.EXECUTE: 0, Action.EDIT: 1}).fillna(2)
    ordered = events.assign(_order=order).sort_values(["session", "time", "_order"], kind="stable", ignore_index=True)
    ran = ordered["time"].where(ordered["action"] == Action.EXECUTE).groupby(ordered["session"]).ffill()
    answers = ordered["time"] - ran <= threshold  # false without a run before
    states = np.where(answers, Cognition.DEBUGGING.value, Cognition.CONSTRUCTING.value)
    edits = (ordered["action"] == Action.EDIT).to_numpy()
    return ordered.drop(columns="_order").assign(cognition=pd.Series(states, dtype=object).where(edits, None))


def gaps(actions: pd.DataFrame) -> pd.DataFrame:
    """The pauses between each two successive actions of a session that have a state, by which a threshold is chosen.

    Args:
        actions: `session`, `time` and `cognition`, as `inherited_cognition` returns or a log brings them.

    Returns:
        `session`, `gap` (seconds) and `same` (whether both have one state), a row a pause, in order. Of the same
        state, the paper counts 1095 with a 90th percentile of 23 s; of different ones 139.

    Source:
        BEAGLE, App. A.1 and Figure 9.
    """
    shown = _shown(actions)
    before = shown.groupby("session").shift()
    found = pd.DataFrame(
        {
            "session": shown["session"],
            "gap": shown["time"] - before["time"],
            "same": shown["cognition"] == before["cognition"],
        }
    )
    return found[found["gap"].notna()].reset_index(drop=True)


def aggregated_episodes(actions: pd.DataFrame, *, threshold: float = THRESHOLD) -> pd.DataFrame:
    """Make one episode of successive actions of one state, as long as no pause between two exceeds the threshold.

    Actions without a state are left out, and those around them follow each other. At one instant, actions come in the
    order of their rows. A pause of exactly `threshold` does not part.

    Args:
        actions: `session`, `time` (seconds) and `cognition` (of `protocol.Cognition`, or null), in any order but for
            ties.
        threshold: The longest pause within an episode, in seconds.

    Returns:
        A row an episode, by session and in order: `session`, `episode` (from 1 in each session), `cognition`, `start`
        and `end` (seconds), `actions` (how many it is made of).

    Raises:
        DataError: a column is missing, a time is no number, or a state is unknown.

    Source:
        BEAGLE, App. A.1 and A.4.
    """
    shown = _shown(actions)
    changed = (shown[["session", "cognition"]] != shown[["session", "cognition"]].shift()).any(axis=1)
    number = (changed | (shown["time"].diff() > threshold)).cumsum().to_numpy()
    episodes = shown.groupby(number).agg(
        session=("session", "first"),
        cognition=("cognition", "first"),
        start=("time", "first"),
        end=("time", "last"),
        actions=("time", "size"),
    )
    episodes.insert(1, "episode", episodes.groupby("session").cumcount() + 1)
    return episodes.reset_index(drop=True)


def reference_of(episodes: pd.DataFrame) -> Reference:
    """The reference that aggregated episodes give: shares of episodes, and transitions within sessions.

    Args:
        episodes: Rows of `aggregated_episodes`.

    Source:
        BEAGLE, App. A.4, whose 717 episodes are 54.4 % Constructing and 45.6 % Debugging.
    """
    states = len(Cognition)
    moves = np.zeros((states, states))
    for _, session in episodes.groupby("session")["cognition"]:
        moves += transition_counts(codes(session.tolist(), Cognition), states)
    return Reference.of_counts(occupancy(codes(episodes["cognition"].tolist(), Cognition), states), moves)


def _shown(actions: pd.DataFrame) -> pd.DataFrame:
    """The actions that have a state, by session and time."""
    _check(actions, "cognition")
    shown = actions.loc[actions["cognition"].notna(), ["session", "time", "cognition"]]
    unknown = shown.loc[~shown["cognition"].isin([*Cognition]), "cognition"]
    if len(unknown):
        raise DataError(f"log: cognition {unknown.iloc[0]!r}", mend=f"use {', '.join(Cognition)}, or leave it empty")
    return shown.sort_values(["session", "time"], kind="stable", ignore_index=True)


def _check(log: pd.DataFrame, *further: str) -> None:
    for column in ("session", "time", *further):
        if column not in log:
            raise DataError(f"log: no column {column}", mend="name it so")
    if not pd.api.types.is_numeric_dtype(log["time"]) or not np.isfinite(log["time"]).all():
        raise DataError("log: a time is no number", mend="give seconds, from any origin")
