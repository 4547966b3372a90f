"""From the turns of a study to one row of measures a lesson, or a pupil."""

import numpy as np
import pandas as pd

from metrics.classroom.discourse import irf_rate, pupil_step_rate, step_rate, triad_rate
from metrics.classroom.evolution import positive_transition_rate, top_level_rate
from metrics.classroom.interaction import (
    among_participants,
    average_degree,
    betweenness,
    degree_centrality,
    density,
    in_degree,
    out_degree,
    participants,
    reciprocity,
    ties,
)
from metrics.classroom.lessons import DIMENSIONS, LESSON, Lesson, lessons
from metrics.classroom.states import level_counts
from metrics.counting import BoolArray, FloatArray

STATE_STEPS = [f"{name}.{level.name.lower()}" for name, levels in DIMENSIONS.items() for level in levels]
"""Columns that count pupils' steps at each level of each dimension."""


def lesson_measures(turns: pd.DataFrame, episodes: pd.DataFrame) -> pd.DataFrame:
    """Every per-lesson value and count of EduVerse's tables, one row a lesson.

    Lessons that the machinery broke off say nothing of the class and get no row.

    Args:
        turns: Rows of `protocol.traces.CLASSROOM_STEPS`, in any order.
        episodes: Rows of `protocol.traces.EPISODES`.

    Returns:
        The columns of `LESSON`, and as floats, NaN where undefined: `pupils`, `steps`; `initiation` (I), `response`
        (R), `feedback` (F), `irf_rate`, `triad_rate`; `nodes`, `edges`, `density`, `average_degree`, `reciprocity`;
        and the counts named by `STATE_STEPS`. Sorted by `LESSON`.

    Source:
        EduVerse, Tables 1, 2, 5, 6, A7, A9 and A10.
    """
    rows = [{**dict(zip(LESSON, each.name, strict=True)), **_of_class(each)} for each in lessons(turns, episodes)]
    return pd.DataFrame(rows, columns=[*LESSON, *_CLASS_COLUMNS]).astype(dict.fromkeys(_CLASS_COLUMNS, float))


def pupil_measures(turns: pd.DataFrame, episodes: pd.DataFrame) -> pd.DataFrame:
    """Every per-pupil value of EduVerse's tables, one row a lesson and pupil.

    Args:
        turns: Rows of `protocol.traces.CLASSROOM_STEPS`, in any order.
        episodes: Rows of `protocol.traces.EPISODES`.

    Returns:
        The columns of `LESSON`, `pupil`, and as floats, NaN where undefined: `in_degree`, `out_degree`, `degree` and
        `betweenness` within the network of those who take part, NaN for the others; for each of `DIMENSIONS`
        `<dimension>.rises` (R+ by its equation) and `<dimension>.top` (as Table A13), and the means over dimensions
        `overall.rises` and `overall.top`; and the counts named by `STATE_STEPS`. Sorted by `LESSON` and pupil.

    Source:
        EduVerse, Tables 3, A11 and A13, Figure 4.
    """
    taught = [*lessons(turns, episodes)]
    names = [(*lesson.name, pupil) for lesson in taught for pupil in lesson.pupils]
    values = np.vstack([np.zeros((0, len(_PUPIL_COLUMNS))), *map(_of_pupils, taught)])
    return pd.DataFrame(names, columns=[*LESSON, "pupil"]).join(pd.DataFrame(values, columns=_PUPIL_COLUMNS))


_CLASS_COLUMNS = [
    *("pupils", "steps", "initiation", "response", "feedback", "irf_rate", "triad_rate"),
    *("nodes", "edges", "density", "average_degree", "reciprocity"),
    *STATE_STEPS,
]
_PLACES = {
    "in_degree": in_degree,
    "out_degree": out_degree,
    "degree": degree_centrality,
    "betweenness": betweenness,
}
_PUPIL_COLUMNS = [
    *_PLACES,
    *(f"{dimension}.{rate}" for rate in ("rises", "top") for dimension in [*DIMENSIONS, "overall"]),
    *STATE_STEPS,
]


def _of_class(lesson: Lesson) -> dict[str, FloatArray | float]:
    nodes = np.asarray(participants(lesson.arcs).sum(), dtype=float)
    edges = ties(lesson.arcs)
    return {
        "pupils": float(len(lesson.pupils)),
        "steps": float(len(lesson.initiated)),
        "initiation": step_rate(lesson.initiated),
        "response": pupil_step_rate(lesson.responded),
        "feedback": pupil_step_rate(lesson.fed_back),
        "irf_rate": irf_rate(lesson.initiated, *(_anyone(acts) for acts in (lesson.responded, lesson.fed_back))),
        "triad_rate": triad_rate(lesson.initiated, lesson.responded, lesson.fed_back),
        "nodes": nodes,
        "edges": edges,
        "density": density(edges, nodes),
        "average_degree": average_degree(edges, nodes),
        "reciprocity": reciprocity(lesson.arcs),
        **dict(zip(STATE_STEPS, _state_steps(lesson).sum(axis=0), strict=True)),
    }


def _anyone(acts: BoolArray) -> BoolArray:
    return np.asarray(acts.any(axis=-1))


def _of_pupils(lesson: Lesson) -> FloatArray:
    """Values of each pupil in the order of `_PUPIL_COLUMNS`, shape (P, columns)."""
    network, taking_part = among_participants(lesson.arcs), participants(lesson.arcs)
    places = np.full((len(lesson.pupils), len(_PLACES)), np.nan)
    places[taking_part] = np.column_stack([place(network) for place in _PLACES.values()])
    rises = positive_transition_rate(lesson.levels)
    tops = np.array([top_level_rate(*scaled) for scaled in lesson.scaled()])
    courses = [*rises, rises.mean(axis=0), *tops, tops.mean(axis=0)]
    return np.hstack([places, np.transpose(courses), _state_steps(lesson)])


def _state_steps(lesson: Lesson) -> FloatArray:
    """Steps of each pupil at each level, in the order of `STATE_STEPS`, shape (P, 9)."""
    return np.hstack([level_counts(*scaled) for scaled in lesson.scaled()])
