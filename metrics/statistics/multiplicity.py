"""Many tests at once: p-values adjusted so that what is found among them is not what chance alone would find."""

import numpy as np
from numpy.typing import ArrayLike
from statsmodels.stats.multitest import multipletests

from metrics.counting import FloatArray


def holm(p_values: ArrayLike) -> FloatArray:
    """p-values adjusted so that those below 5 % hold a false one in no more than 5 % of such families of tests.

    Args:
        p_values: Of the tests of one family, shape (n,). One that is undefined is no test.

    Returns:
        Values in [0, 1], shape (n,); NaN where the p-value is.

    Source:
        Holm (1979), Scand. J. Statist. 6.
    """
    return _adjusted(p_values, "holm")


def benjamini_hochberg(p_values: ArrayLike) -> FloatArray:
    """p-values adjusted so that of those below 5 % no more than 5 % are expected to be false.

    The tests have to be independent, or depend on each other positively.

    Args:
        p_values: Of the tests of one family, shape (n,). One that is undefined is no test.

    Returns:
        Values in [0, 1], shape (n,); NaN where the p-value is.

    Source:
        Benjamini and Hochberg (1995), J. R. Stat. Soc. B 57.
    """
    return _adjusted(p_values, "fdr_bh")


def _adjusted(p_values: ArrayLike, method: str) -> FloatArray:
    adjusted = np.array(p_values, dtype=float)
    tested = ~np.isnan(adjusted)
    if tested.any():
        adjusted[tested] = multipletests(adjusted[tested], method=method)[1]
    return adjusted
