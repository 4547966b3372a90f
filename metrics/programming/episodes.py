"""From the steps of a study to one row of measures per episode."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

import numpy as np
import pandas as pd

from metrics.counting import BoolArray, FloatArray, IntArray, codes, occupancy, transition_counts
from metrics.programming.behaviour import (
    cognitive_divergence,
    debugging_divergence,
    debugging_loops,
    mean_run_length,
    nonlinearity,
    stickiness,
    transition_divergence,
)
from metrics.programming.epistemics import (
    acknowledges_error,
    errors_in,
    errors_seen_and_recurrent,
    reaction_lag,
    recurrence_rate,
    shows_error,
)
from metrics.programming.performance import steps_taken
from metrics.programming.reference import COMBINED_TEST_DATA, Reference
from protocol import Cognition, Level, Metacognition, Outcome

T = TypeVar("T")

WHO = ["study", "condition", "task", "replicate"]
"""The columns that name an episode."""

COGNITIVE_STEPS = [f"cognition.{state}" for state in Cognition]
COGNITIVE_TRANSITIONS = [f"cognition.{a}>{b}" for a in Cognition for b in Cognition]
METACOGNITIVE_STEPS = [f"metacognition.{state}" for state in Metacognition]
METACOGNITIVE_TRANSITIONS = [f"metacognition.{a}>{b}" for a in Metacognition for b in Metacognition]


def episode_measures(
    steps: pd.DataFrame, episodes: pd.DataFrame, reference: Reference = COMBINED_TEST_DATA
) -> pd.DataFrame:
    """Every per-episode value and count of BEAGLE's tables, one row an episode.

    Episodes that the machinery broke off say nothing of the learner and get no row. Metacognition counts in the
    steps without an interrupt, cognition in those that show one; the steps around the others are adjacent.

    Args:
        steps: Rows of `protocol.traces.PROGRAMMING_STEPS`, in any order.
        episodes: Rows of `protocol.traces.EPISODES`.
        reference: The real students that the divergences are taken to.

    Returns:
        The columns of `WHO`, `rho_behav`, `rho_persona`, `outcome`, and as floats, NaN where undefined:
        `high`, `solved`, `steps_taken`, `steps_to_solve`, `steps`, `malformed_steps`, `d_kl`, `d_transitions`,
        `stickiness`, `d_debug`, `nonlinearity`, `mean_run_length`, `debugging_loops`, `errors_seen`,
        `errors_recurrent`, `p_recur`, `lag`, and the counts named by `COGNITIVE_STEPS`,
        `COGNITIVE_TRANSITIONS`, `METACOGNITIVE_STEPS` and `METACOGNITIVE_TRANSITIONS`. Sorted by `WHO`.

    Source:
        BEAGLE, Eq. 16-28, Tables 1 and 13, Figures 4, 5 and 7; section 2 for `d_transitions`.
    """
    completed = episodes["outcome"].map(lambda outcome: Outcome(outcome).completed).astype(bool)
    measures = episodes.loc[completed, [*WHO, "rho_behav", "rho_persona", "outcome"]].copy()
    solved_at = episodes.loc[completed, "solved_at"].to_numpy(dtype=float, na_value=np.nan)
    length = episodes.loc[completed, "steps"].to_numpy(dtype=float)
    measures["high"] = (measures["rho_behav"] == Level.HIGH).astype(float)
    measures["solved"] = (~np.isnan(solved_at)).astype(float)
    measures["steps_taken"] = steps_taken(solved_at, length)
    measures["steps_to_solve"] = solved_at
    measures["steps"] = length
    measures["malformed_steps"] = episodes.loc[completed, "malformed_steps"].to_numpy(dtype=float)
    measures = measures.merge(_per_episode(steps), on=WHO, how="left", validate="one_to_one").sort_values(
        WHO, ignore_index=True
    )
    counts = [*COGNITIVE_STEPS, *COGNITIVE_TRANSITIONS, *METACOGNITIVE_STEPS, *METACOGNITIVE_TRANSITIONS]
    measures[counts] = measures[counts].fillna(0.0)  # an episode may end before its first step
    measures["p_recur"] = recurrence_rate(measures["errors_recurrent"].to_numpy(), measures["errors_seen"].to_numpy())
    return measures.assign(**_divergences(measures, reference))


def cognitive_matrix(measures: pd.DataFrame) -> FloatArray:
    """How often each cognitive behaviour (row) is followed by each, over all episodes, shape (3, 3).

    Source:
        BEAGLE, Figure 4.
    """
    return _square(measures[COGNITIVE_TRANSITIONS].to_numpy(dtype=float).sum(axis=0), Cognition)


def metacognitive_matrix(measures: pd.DataFrame) -> FloatArray:
    """How often each metacognitive behaviour (row) is followed by each, step by step, shape (4, 4).

    Source:
        BEAGLE, Figure 5.
    """
    return _square(measures[METACOGNITIVE_TRANSITIONS].to_numpy(dtype=float).sum(axis=0), Metacognition)


_STEP_COLUMNS = [
    "nonlinearity",
    "mean_run_length",
    "debugging_loops",
    "errors_seen",
    "errors_recurrent",
    "lag",
    *COGNITIVE_STEPS,
    *COGNITIVE_TRANSITIONS,
    *METACOGNITIVE_STEPS,
    *METACOGNITIVE_TRANSITIONS,
]


def _per_episode(steps: pd.DataFrame) -> pd.DataFrame:
    """Name and values of each episode: the columns of `WHO` and `_STEP_COLUMNS`."""
    ordered = steps.sort_values([*WHO, "step"])
    cognition = codes(_texts(ordered["cognition"]), Cognition)
    uninterrupted = ordered["interrupt"].isna().to_numpy(dtype=bool)
    metacognition = np.where(uninterrupted, codes(_texts(ordered["metacognition"]), Metacognition), -1)
    progress = (ordered["tests_passed"] / ordered["tests_total"]).to_numpy(dtype=float)
    errors = _of_each(ordered["output"], errors_in)
    looks = np.isin(cognition, [list(Cognition).index(c) for c in (Cognition.DEBUGGING, Cognition.ASSESSING)])
    error_shown = looks & np.array(_of_each(ordered["output"], shows_error), dtype=bool)
    acknowledged = np.array(_of_each(ordered["utterance"], acknowledges_error), dtype=bool)
    starts = np.flatnonzero((ordered[WHO] != ordered[WHO].shift()).any(axis=1))
    rows = [
        _values(
            cognition[part], metacognition[part], progress[part], errors[part], error_shown[part], acknowledged[part]
        )
        for part in map(slice, starts, [*starts[1:], len(ordered)])
    ]
    values = pd.DataFrame(rows, columns=_STEP_COLUMNS, dtype=float)
    return ordered[WHO].iloc[starts].reset_index(drop=True).join(values)


def _values(
    cognition: IntArray,
    metacognition: IntArray,
    progress: FloatArray,
    errors: list[frozenset[str]],
    error_shown: BoolArray,
    acknowledged: BoolArray,
) -> list[float]:
    """What the steps of one episode show, in the order of `_STEP_COLUMNS`."""
    return [
        nonlinearity(progress),
        mean_run_length(cognition),
        debugging_loops(cognition),
        *errors_seen_and_recurrent(errors),
        reaction_lag(error_shown, acknowledged),
        *_counts(cognition, len(Cognition)),
        *_counts(metacognition, len(Metacognition)),
    ]


def _counts(sequence: IntArray, n_states: int) -> FloatArray:
    return np.concatenate([occupancy(sequence, n_states), transition_counts(sequence, n_states).ravel()])


def _square(flat: FloatArray, states: type[StrEnum]) -> FloatArray:
    return flat.reshape(*flat.shape[:-1], len(states), len(states))


def _of_each(column: "pd.Series[str]", read: Callable[[str], T]) -> list[T]:
    """Read each text, equal ones once: most outputs of a study are the same few."""
    texts = _texts(column)
    found = {text: read(text) for text in dict.fromkeys(texts)}
    return [found[text] for text in texts]


def _texts(column: "pd.Series[str]") -> list[str]:
    """The column as Python's own strings, in one go: to walk over Arrow's takes ten times as long."""
    return column.to_numpy(dtype=object).tolist()


def _divergences(measures: pd.DataFrame, reference: Reference) -> dict[str, FloatArray]:
    steps = measures[COGNITIVE_STEPS].to_numpy()
    transitions = _square(measures[COGNITIVE_TRANSITIONS].to_numpy(), Cognition)
    return {
        "d_kl": cognitive_divergence(steps, reference),
        "d_transitions": transition_divergence(transitions, reference),
        "stickiness": stickiness(transitions),
        "d_debug": debugging_divergence(steps, transitions, reference),
    }
