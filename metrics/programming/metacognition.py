"""What rho_behav does to metacognition: the rows of Table 13, and their correlation with performance."""

import numpy as np
import pandas as pd

from metrics.counting import FloatArray, conditional_shares, shares
from metrics.programming.contrasts import Contrast, correlation, fisher_contrast, welch_contrast
from metrics.programming.episodes import METACOGNITIVE_STEPS, METACOGNITIVE_TRANSITIONS
from protocol import Metacognition

_SHORT = {state: state.value[:3].capitalize() for state in Metacognition}
SHARES = [f"{state.value.capitalize()} %" for state in Metacognition]
TRANSITIONS = [f"{_SHORT[a]}→{_SHORT[b]}" for a in Metacognition for b in Metacognition]

TABLE_13 = (
    "Enacting %",
    "Ena→Ena",
    "Ena→Pla",
    "Monitoring %",
    "Reflecting %",
    "Pla→Mon",
    "Ref→Ref",
    "Ref→Mon",
    "Ena→Ref",
    "Planning %",
    "Pla→Ref",
    "Mon→Ena",
    "Ref→Ena",
    "Pla→Ena",
    "Mon→Ref",
)
"""The rows of BEAGLE's Table 13, in its order."""


def metacognitive_profile(measures: pd.DataFrame, *, unvisited: float = 0.0) -> pd.DataFrame:
    """How each episode spreads over metacognitive behaviours, and P(M_{t+1} | M_t) in it, step by step.

    Args:
        measures: Rows of `metrics.programming.episodes.episode_measures`.
        unvisited: P(M_{t+1} | M_t) in an episode that never leaves M_t. Undefined, strictly, which NaN says; but
            Table 13 must have put 0. As printed, 3.8 % of all LOW steps leave REFLECTING (4.8 % x (1 - 0.212))
            and 1.8 % enter it, and so with ENACTING and with HIGH: only zeros in the mean bring that about.

    Returns:
        Columns `SHARES` and `TRANSITIONS`, indexed as `measures`.

    Source:
        BEAGLE, Table 13.
    """
    n = len(Metacognition)
    occupied: FloatArray = shares(measures[METACOGNITIVE_STEPS].to_numpy(dtype=float))
    counts = measures[METACOGNITIVE_TRANSITIONS].to_numpy(dtype=float).reshape(-1, n, n)
    moves = np.nan_to_num(conditional_shares(counts), nan=unvisited).reshape(-1, n * n)
    return pd.DataFrame(np.hstack([occupied, moves]), columns=[*SHARES, *TRANSITIONS], index=measures.index)


def effect_of_behaviour(measures: pd.DataFrame, *, unvisited: float = 0.0) -> pd.DataFrame:
    """Table 13: mean of each quantity over LOW and over HIGH episodes, and Welch's t-test between them.

    Args:
        measures: Rows of `metrics.programming.episodes.episode_measures`, of both levels.
        unvisited: As in `metacognitive_profile`.

    Returns:
        Index `TABLE_13`; columns `low`, `high`, `difference` (high - low), `t`, `p`, `n_low`, `n_high`. NaN where
        a level has no value, and for t and p where a level has fewer than two or nothing varies.

    Source:
        BEAGLE, Table 13.
    """
    profile = metacognitive_profile(measures, unvisited=unvisited)
    high = measures["high"].to_numpy() == 1
    rows = [welch_contrast(values[~high], values[high]) for values in (profile[row].to_numpy() for row in TABLE_13)]
    return pd.DataFrame(rows, index=pd.Index(TABLE_13, name="row"))


def solving_by_behaviour(measures: pd.DataFrame) -> Contrast:
    """Whether rho_behav alone predicts solving: the solve rates of LOW and HIGH by Fisher's exact test.

    Args:
        measures: Rows of `metrics.programming.episodes.episode_measures`, of both levels.

    Source:
        BEAGLE, App. F.3, p = 0.481; which Table 13, that it refers to, does not print.
    """
    high, solved = measures["high"].to_numpy() == 1, measures["solved"].to_numpy(dtype=float)
    return fisher_contrast(solved[~high], solved[high])


def persistence_and_performance(measures: pd.DataFrame, *, unvisited: float = 0.0) -> pd.DataFrame:
    """Pearson's r of the rate of Ena→Ena with steps taken and with being solved, over all episodes.

    Returns:
        Index `steps`, `solved`; columns `r`, `p`, `n`. NaN where either side does not vary.

    Source:
        BEAGLE, Table 13, last two rows.
    """
    persistence = metacognitive_profile(measures, unvisited=unvisited)["Ena→Ena"].to_numpy()
    pairs = {"steps": "steps_taken", "solved": "solved"}
    rows = [correlation(persistence, measures[column].to_numpy(dtype=float)) for column in pairs.values()]
    return pd.DataFrame(rows, index=[*pairs])
