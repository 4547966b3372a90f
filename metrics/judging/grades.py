"""What a judge's grades come to: their mean, how many there are, and how far the missing ones could move it."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from metrics.counting import FloatArray, rate
from protocol import ConfigurationError, DataError


@dataclass(frozen=True)
class Scale:
    """A Likert scale.

    Args:
        worst: The lowest grade.
        best: The highest grade.

    Raises:
        ConfigurationError: the best grade is not above the worst.
    """

    worst: int
    best: int

    def __post_init__(self) -> None:
        if self.worst >= self.best:
            raise ConfigurationError(f"scale: {self.worst} to {self.best}", mend="put the worst grade first")


REALISM = Scale(1, 3)
"""The judge's scale for each dimension of realism (BEAGLE, App. D.2 and E.3)."""

HUMAN_REALISM = Scale(1, 5)
"""The scale of the raters of the human Turing test (BEAGLE, App. H.1)."""


class Grades(NamedTuple):
    """What the grades of one dimension come to; arrays where there are several dimensions.

    Attributes:
        mean: Mean of the grades given; NaN where none was.
        spread: Their standard deviation, of the population, as BEAGLE's Table 1 prints it; NaN where none was given.
        least: The mean if every failed grade were the worst of the scale; NaN where none was requested.
        most: The mean if every failed grade were the best.
        requested: How many grades were asked for.
        graded: How many were given.
        failed: How many were not.
    """

    mean: FloatArray
    spread: FloatArray
    least: FloatArray
    most: FloatArray
    requested: int
    graded: FloatArray
    failed: FloatArray


def summarize_grades(grades: FloatArray, scale: Scale = REALISM) -> Grades:
    """Sum up the grades that a judge was asked for.

    Args:
        grades: A grade for each request, NaN where the judge gave none that could be read, shape (N, ...); the
            trailing axes, such as the dimensions of a rubric, are summed up one by one.
        scale: What the judge could give.

    Returns:
        Values of shape (...). `least` and `most` bound what the mean would be had no grade failed, whatever the
        reason for failing.

    Raises:
        DataError: a grade is not on the scale.

    Source:
        BEAGLE, Eq. 29 and Table 1. The bounds are Manski's (1989), for data missing for unknown reasons.
    """
    given = ~np.isnan(grades)
    _check_on_scale(grades[given], scale)
    requested, graded = len(grades), given.sum(axis=0).astype(float)
    failed, total = requested - graded, np.where(given, grades, 0.0).sum(axis=0)
    mean, all_requested = rate(total, graded), np.full_like(graded, requested)
    return Grades(
        mean=mean,
        spread=np.sqrt(rate(np.where(given, (grades - mean) ** 2, 0.0).sum(axis=0), graded)),
        least=rate(total + failed * scale.worst, all_requested),
        most=rate(total + failed * scale.best, all_requested),
        requested=requested,
        graded=graded,
        failed=failed,
    )


def _check_on_scale(grades: FloatArray, scale: Scale) -> None:
    odd = grades[~np.isin(grades, np.arange(scale.worst, scale.best + 1))]
    if odd.size:
        raise DataError(f"grade {odd[0]:g} is not on the scale {scale.worst} to {scale.best}", mend="check the rubric")
