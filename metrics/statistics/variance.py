"""Where the variance of a measure comes from: task, replicate, model sampling, or judge.

The model has random effects only. A replicate is nested in its task and a draw (of the model's sampling, with all
else equal) in its replicate, as random streams hang on task and replicate; a judge rates traces of all tasks, and so
is crossed with these:

    value = mean + task + replicate(task) + draw(task, replicate) + judge + residual

The residual is what is left within one draw under one judge: that judges disagree on some traces more than on
others, and noise.
"""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metrics.counting import FloatArray, IntArray

NESTED = ("task", "replicate", "draw")
CROSSED = ("judge",)
RESIDUAL = "residual"


def variance_components(values: pd.DataFrame) -> pd.DataFrame:
    """How much of the variance each source adds, by Henderson's first method.

    The sum of squares between the groups of each source is set equal to what the model expects of it, which is an
    analysis of variance where the design is balanced, and unbiased where it is not. An estimate below 0 speaks of a
    component near 0: `variance` has 0 there, and `estimate` keeps it.

    Args:
        values: Column `value`, and any of `task`, `replicate`, `draw` and `judge` that name where a value comes
            from; rows whose value is NaN are left out. A column that is absent is no source: its variance is part of
            the next finer one's, and in the end of the residual's.

    Returns:
        Index: the sources named by the columns, and `residual`; where the finest of the nested ones has one value
        each, the residual is named after it. Columns `groups` (how many tasks, ...), `estimate`, `variance` (in
        squared units of the value) and `share` (of the sum of the variances). NaN where the design cannot tell a
        source from another: one replicate a task, one judge only. A share is NaN where any variance is.

    Source:
        Henderson (1953), Biometrics 9, method 1; Searle, Casella and McCulloch (1992), Variance Components, chapter 5.
    """
    known = values.dropna(subset="value")
    value = known["value"].to_numpy(dtype=float)
    groups = _groups(known)
    estimates = _henderson(value, groups)
    truncated = np.where(estimates < 0, 0.0, estimates)
    total = truncated.sum()
    return pd.DataFrame(
        {
            "groups": [_count(which) for which in groups.values()],
            "estimate": estimates,
            "variance": truncated,
            "share": truncated / total if total else np.nan,
        },
        index=pd.Index(list(groups), name="source"),
    )


def _groups(known: pd.DataFrame) -> dict[str, IntArray]:
    """Which group of each source a value belongs to, numbered from 0; the residual's groups are the values."""
    present = [source for source in NESTED if source in known]
    groups = {source: _numbers(known, present[: i + 1]) for i, source in enumerate(present)}
    of_each = np.arange(len(known))
    finest = present[-1] if present and _count(groups[present[-1]]) == len(known) else RESIDUAL
    groups.pop(finest, None)
    groups |= {source: _numbers(known, [source]) for source in CROSSED if source in known}
    return groups | {finest: of_each}


def _henderson(value: FloatArray, groups: dict[str, IntArray]) -> FloatArray:
    """Variances of the groups' effects, NaN where the equations leave one open."""
    together = np.zeros(value.size, dtype=np.int64)
    sources = [together, *groups.values()]
    centred = value - (value.mean() if value.size else 0.0)  # as good, and keeps the digits
    squares = np.array([_sum_of_squares(centred, which) for which in sources])
    expected = np.array([[_expected(which, other) for other in sources] for which in sources])
    inverse = np.linalg.pinv(expected, rcond=1e-10)
    estimable = np.isclose(np.diag(inverse @ expected), 1)
    return np.where(estimable, inverse @ squares, np.nan)[1:]


def _sum_of_squares(value: FloatArray, which: IntArray) -> float:
    return float(np.sum(np.bincount(which, weights=value) ** 2 / np.bincount(which)))


def _expected(which: IntArray, other: IntArray) -> float:
    """How often the variance of the other source is in the sum of squares between these groups."""
    others = _count(other)
    pairs, together = np.unique(which * others + other, return_counts=True)
    return float(np.sum(together**2 / np.bincount(which)[pairs // others]))


def _numbers(known: pd.DataFrame, columns: list[str]) -> IntArray:
    return np.asarray(known.groupby(columns, sort=False, dropna=False).ngroup(), dtype=np.int64)


def _count(which: ArrayLike) -> int:
    return int(np.max(which, initial=-1)) + 1
