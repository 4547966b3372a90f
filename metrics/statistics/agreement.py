"""How far two raters agree beyond chance: Cohen's kappa, plain, linear and quadratic, from counts.

Counts take any leading axes, so that one function serves one table, many, and the resamples of a bootstrap. For an
interval, give `bootstrap_interval` one item a row (`paired_grades` flattened) and the kappa of their sum.
"""

import numpy as np

from metrics.counting import FloatArray, IntArray, rate, shares
from protocol import DataError


def paired_grades(first: IntArray, second: IntArray, categories: int) -> FloatArray:
    """Which pair of grades each item got: a 1 in the cell of its pair, shape (N, k, k); its sum is the table.

    Args:
        first: One rater's category of each item, from 0, shape (N,).
        second: The other's, shape (N,).
        categories: k, how many the scale has, given or not.

    Raises:
        DataError: the raters did not rate the same items, or a grade is off the scale.

    Source:
        None: cross-tabulation, on which the kappas are built.
    """
    if first.shape != second.shape:
        raise DataError(f"{first.size} grades beside {second.size}", mend="give both raters' grades of the same items")
    for grade in (*first, *second):
        if not 0 <= grade < categories:
            raise DataError(f"grade {grade} is none of 0 to {categories - 1}", mend="count categories from 0")
    scale = np.arange(categories)
    one_hot, other = (grades[:, None] == scale for grades in (first, second))
    return np.asarray(one_hot[:, :, None] & other[:, None, :], dtype=float)


def kappa(counts: FloatArray) -> FloatArray:
    """Cohen's kappa: every disagreement counts alike.

    Args:
        counts: Items in each pair of grades, shape (..., k, k).

    Returns:
        At most 1, shape (...): 1 where the raters agree throughout, 0 where no more than chance would have them.
        NaN without an item, and where both give one and the same grade only: chance agrees there too.

    Source:
        Cohen (1960), A coefficient of agreement for nominal scales.
    """
    return _weighted(counts, 1 - np.eye(counts.shape[-1]))


def linear_kappa(counts: FloatArray) -> FloatArray:
    """Kappa where a disagreement counts by how many categories lie between; otherwise as `kappa`.

    Source:
        Cohen (1968), Weighted kappa; the weights: Cicchetti and Allison (1971), Am. J. EEG Technol. 11.
    """
    return _weighted(counts, _distance(counts.shape[-1]))


def quadratic_kappa(counts: FloatArray) -> FloatArray:
    """kappa_w: kappa where a disagreement counts by the square of how many categories lie between.

    Args:
        counts: Items in each pair of grades, in the order of the scale, shape (..., k, k).

    Returns:
        As `kappa`.

    Source:
        Cohen (1968), Weighted kappa; BEAGLE, App. F.1 (judge and experts: 0.760 for realism, 0.674 for the
        aggregate, which the paper does not say how it took).
    """
    return _weighted(counts, _distance(counts.shape[-1]) ** 2)


def _distance(categories: int) -> FloatArray:
    scale = np.arange(categories, dtype=float)
    return np.abs(scale[:, None] - scale)


def _weighted(counts: FloatArray, weights: FloatArray) -> FloatArray:
    joint = shares(counts.reshape(*counts.shape[:-2], -1)).reshape(counts.shape)
    by_chance = joint.sum(axis=-1)[..., :, None] * joint.sum(axis=-2)[..., None, :]
    observed, expected = ((weights * table).sum(axis=(-2, -1)) for table in (joint, by_chance))
    return np.asarray(1 - rate(observed, expected))
