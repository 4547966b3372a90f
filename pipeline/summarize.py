"""The stage that says of whole conditions what their episodes show: estimates, comparisons, attempts."""

import hashlib
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.random import Generator, Philox, SeedSequence

from metrics import (
    TABLE_1,
    Measure,
    Reference,
    compare,
    effect_of_behaviour,
    estimate,
    persistence_and_performance,
    pooled_divergences,
)
from metrics.programming.measures import D_TRANSITIONS, MALFORMED, RECURRENCE_POOLED, STEPS_TO_SOLVE
from metrics.statistics.multiplicity import holm
from pipeline.components import component
from pipeline.frozen import FrozenStudy
from pipeline.layout import POOLED, Layout
from pipeline.records import (
    ATTEMPTS,
    BEHAVIOUR,
    BROKEN_OFF,
    COMPARISONS,
    ESTIMATES,
    PERSISTENCE,
    TAKEN,
    read_frames,
    write_frame,
)
from pipeline.stage import required, stage
from protocol import Outcome


def measures_of(reference: Reference) -> tuple[Measure, ...]:
    """All that is estimated of a condition: the columns of the table, and what else its definitions allow."""
    others = (STEPS_TO_SOLVE, D_TRANSITIONS, RECURRENCE_POOLED, *pooled_divergences(reference), MALFORMED)
    return (*TABLE_1, *others)


def estimates(frozen: FrozenStudy, scores: pd.DataFrame, scope: str) -> pd.DataFrame:
    """Value, spread, interval, n and reason of every measure in every condition (`records.ESTIMATES`)."""
    measures = measures_of(component("reference", frozen.reference))
    rows = []
    for condition, measure in product(frozen.study.conditions, measures):
        of_condition = scores[scores["condition"] == condition]
        found = estimate(measure, of_condition, _rng(frozen, "estimate", scope, condition, measure.name))
        reason = None if found.reason is None else str(found.reason)
        who = (condition, measure.name, str(measure.unit), measure.source)
        rows.append((*who, found.value, found.spread, *found.interval, found.n, reason))
    return pd.DataFrame(rows, columns=list(ESTIMATES))


def comparisons(frozen: FrozenStudy, scores: pd.DataFrame, scope: str) -> pd.DataFrame:
    """The focus of the study minus each other condition, over the episodes that share task and replicate.

    p is adjusted by Holm's method over the conditions, for each measure by itself (`records.COMPARISONS`).
    """
    focus = frozen.study.focus
    others = [condition for condition in frozen.study.conditions if condition != focus]
    rows = []
    for measure, other in product(TABLE_1, others):
        of_focus, of_other = (scores[scores["condition"] == name] for name in (focus, other))
        found = compare(measure, of_focus, of_other, _rng(frozen, "compare", scope, other, measure.name))
        who = (focus, other, measure.name, str(measure.unit))
        rows.append((*who, found.difference, *found.interval, found.pairs, found.p_value, np.nan))
    frame = pd.DataFrame(rows, columns=list(COMPARISONS))
    frame["p_holm"] = frame.groupby("measure", sort=False)["p"].transform(holm)
    return frame


def attempts(frozen: FrozenStudy, episodes: pd.DataFrame) -> pd.DataFrame:
    """How many episodes each condition had, how they ended, and what they took (`records.ATTEMPTS`)."""
    rows = []
    for condition in frozen.study.conditions:
        of_condition = episodes[episodes["condition"] == condition]
        outcomes, steps = of_condition["outcome"], of_condition["steps"].sum()
        completed = sum(Outcome(outcome).completed for outcome in outcomes)
        row: dict[str, Any] = {"condition": condition, "attempted": len(outcomes), "completed": completed}
        row |= {"failed": len(outcomes) - completed} | {name: (outcomes == name).sum() for name in BROKEN_OFF}
        for unread in ("malformed_steps", "truncated_steps"):
            row[unread] = of_condition[unread].sum() / steps if steps else np.nan
        rows.append(row | {name: of_condition[name].sum() for name in TAKEN})
    return pd.DataFrame(rows, columns=list(ATTEMPTS))


def behaviour(frozen: FrozenStudy, scores: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What rho_behav does to the metacognition of the study's focus (`records.BEHAVIOUR`, `records.PERSISTENCE`)."""
    of_focus = scores[scores["condition"] == frozen.study.focus]
    effects = effect_of_behaviour(of_focus).reset_index(names="row")
    correlations = persistence_and_performance(of_focus).reset_index(names="row")
    return effects[list(BEHAVIOUR)], correlations[list(PERSISTENCE)]


def _rng(frozen: FrozenStudy, *words: str) -> Generator:
    """Draws for one number of the summary, the same in whatever order the numbers are made."""
    branch = hashlib.sha256("\x1f".join((frozen.name, *words)).encode()).digest()
    return Generator(Philox(SeedSequence((frozen.study.root_seed, int.from_bytes(branch[:8], "big")))))


@stage
def main(words: Mapping[str, Any]) -> None:
    """Summarize a scope of a study: all of its tasks, or one."""
    study, results, scope = required(words, "study", "results", "scope")
    frozen, layout = FrozenStudy.read(Path(study)), Layout(Path(results))
    conditions, tasks = frozen.study.conditions, frozen.study.tasks if scope == POOLED else (scope,)
    scores = read_frames(layout.scores(frozen.name, condition) for condition in conditions)
    scores = scores[scores["task"].isin(tasks)].reset_index(drop=True)
    effects, correlations = behaviour(frozen, scores)
    summary = {
        "estimates": estimates(frozen, scores, scope),
        "attempts": attempts(
            frozen, read_frames(layout.episodes(frozen.name, *job) for job in product(conditions, tasks))
        ),
        "comparisons": comparisons(frozen, scores, scope),
        "behaviour": effects,
        "persistence": correlations,
    }
    for kind, frame in summary.items():
        write_frame(frame, layout.summary(frozen.name, scope, kind))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
