"""From the turns of a study to arrays, lesson by lesson."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metrics.classroom.states import Affect, Engagement, Thinking, affect, engagement, thinking
from metrics.counting import BoolArray, IntArray
from protocol import Outcome
from protocol.traces import Move, Role

WHO = ["study", "condition", "task", "replicate"]
"""The columns that name an episode."""

LESSON = [*WHO, "session"]
"""The columns that name a lesson."""

DIMENSIONS = {"behaviour": Engagement, "emotion": Affect, "cognition": Thinking}
"""The three dimensions of a pupil's state, with their levels."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson as arrays of T teaching steps and P pupils.

    Args:
        name: The values of `LESSON`.
        pupils: Names, in alphabetical order.
        initiated: Whether the teacher initiates, shape (T,).
        responded: Whether each pupil responds, shape (T, P).
        fed_back: Whether the teacher's feedback is to each pupil, which feedback to nobody by name is to all;
            shape (T, P).
        levels: Each pupil's level in each of `DIMENSIONS`, by the last turn of the step that shows one and -1 where
            none does, shape (3, P, T).
        arcs: Whether the pupil of the row turns to that of the column, refused and pending requests left out,
            shape (P, P).

    Source:
        None: a layout of the trace; the measures that take it have their sources.
    """

    name: tuple[Any, ...]
    pupils: tuple[str, ...]
    initiated: BoolArray
    responded: BoolArray
    fed_back: BoolArray
    levels: IntArray
    arcs: BoolArray

    def scaled(self) -> Iterator[tuple[IntArray, int]]:
        """The levels of each dimension, shape (P, T), and how many levels it has."""
        return zip(self.levels, map(len, DIMENSIONS.values()), strict=True)


def lessons(turns: pd.DataFrame, episodes: pd.DataFrame) -> Iterator[Lesson]:
    """The lessons of completed episodes as arrays, sorted by `LESSON`.

    Args:
        turns: Rows of `protocol.traces.CLASSROOM_STEPS`, in any order.
        episodes: Rows of `protocol.traces.EPISODES`.

    Source:
        None: as `Lesson`.
    """
    completed = episodes.loc[[Outcome(outcome).completed for outcome in episodes["outcome"]], WHO]
    ordered = turns.merge(completed, on=WHO, validate="many_to_one").sort_values([*LESSON, "step", "turn"])
    of_pupil, of_teacher = ordered["role"].eq(Role.PUPIL), ordered["role"].eq(Role.TEACHER)
    columns = {
        "step": ordered["step"].to_numpy(),
        "speaker": ordered["speaker"].where(of_pupil).to_numpy(dtype=object),
        "addressees": ordered["addressees"].to_numpy(dtype=object),
        "initiates": (of_teacher & ordered["move"].eq(Move.INITIATION)).to_numpy(dtype=bool),
        "responds": (of_pupil & ordered["move"].eq(Move.RESPONSE)).to_numpy(dtype=bool),
        "feeds_back": (of_teacher & ordered["move"].eq(Move.FEEDBACK)).to_numpy(dtype=bool),
        "turns_to": (of_pupil & (ordered["request"].isna() | ordered["granted"].eq(True))).to_numpy(dtype=bool),
        "behaviour": engagement(ordered["behaviour"].tolist()),
        "emotion": affect(ordered["emotion"].tolist()),
        "cognition": thinking(ordered["cognition"].tolist()),
    }
    starts = np.flatnonzero((ordered[LESSON] != ordered[LESSON].shift()).any(axis=1))
    names = ordered[LESSON].iloc[starts].itertuples(index=False, name=None)
    for name, (start, end) in zip(names, pairwise([*starts, len(ordered)]), strict=True):
        yield _lesson(name, {column: values[start:end] for column, values in columns.items()})


def _lesson(name: tuple[Any, ...], turns: dict[str, NDArray[Any]]) -> Lesson:
    pupils = sorted({speaker for speaker in turns["speaker"] if isinstance(speaker, str)})
    index = {pupil: i for i, pupil in enumerate(pupils)}
    who = np.array([index.get(speaker, -1) for speaker in turns["speaker"]], dtype=np.int64)
    steps, step = np.unique(turns["step"], return_inverse=True)
    in_step, in_class = (len(steps), len(pupils)), (len(pupils), len(pupils))
    answers, remarks, approaches = (np.flatnonzero(turns[act]) for act in ("responds", "feeds_back", "turns_to"))
    to_whom = [[index[name] for name in names if name in index] for names in turns["addressees"]]
    to_all = [not len(names) for names in turns["addressees"]]
    return Lesson(
        name=name,
        pupils=tuple(pupils),
        initiated=np.isin(np.arange(len(steps)), step[turns["initiates"]]),
        responded=_marked(in_step, ((step[row], who[row]) for row in answers)),
        fed_back=_marked(
            in_step, ((step[row], i) for row in remarks for i in (index.values() if to_all[row] else to_whom[row]))
        ),
        levels=np.stack([_levels(turns[dimension], who, step, in_step[::-1]) for dimension in DIMENSIONS]),
        arcs=_marked(in_class, ((who[row], i) for row in approaches for i in to_whom[row] if i != who[row])),
    )


def _marked(shape: tuple[int, int], cells: Iterable[tuple[int, int]]) -> BoolArray:
    marks = np.zeros(shape, dtype=bool)
    rows, columns = np.array([*cells], dtype=np.int64).reshape(-1, 2).T
    marks[rows, columns] = True
    return marks


def _levels(shown: IntArray, who: IntArray, step: IntArray, shape: tuple[int, ...]) -> IntArray:
    levels = np.full(shape, -1, dtype=np.int64)
    states = (shown >= 0) & (who >= 0)
    levels[who[states], step[states]] = shown[states]  # where a step shows several, numpy keeps the last
    return levels
