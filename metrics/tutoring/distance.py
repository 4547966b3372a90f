"""How far two learning curves lie apart: as they are, as power laws, and as additive factors models.

Every distance is the root mean square of the difference between two shares of errors, in [0, 1] for curves within it:
0 for equal curves, NaN for curves that share nothing. TutorGym (section 4.2) calls the curves alike by eye and prints
no distance; these are ours.
"""

import numpy as np
import pandas as pd

from metrics.counting import FloatArray
from metrics.tutoring.additive_factors import AdditiveFactors
from metrics.tutoring.power_law import PowerLaw


def curve_distance(first: pd.DataFrame, other: pd.DataFrame) -> float:
    """Distance between two learning curves over the opportunities that both have, which weigh the same.

    Args:
        first: A learning curve of `metrics.tutoring.curves`; drop the opportunities of too few attempts before.
        other: The other one.

    Returns:
        A value in [0, 1]; NaN where no opportunity is shared.

    Source:
        Ours, for TutorGym, Figure 3.
    """
    first_error, other_error = first["error"].align(other["error"], join="inner")
    return _root_mean_square(first_error.to_numpy() - other_error.to_numpy())


def power_law_distance(first: PowerLaw, other: PowerLaw, *, opportunities: int) -> float:
    """Distance between two power laws over the first opportunities.

    Args:
        first: The law of one curve.
        other: The law of the other.
        opportunities: How many: no more than both curves have, or the laws are extrapolated.

    Returns:
        A value in [0, 1] for laws that fall; NaN where a law is, as one of a single opportunity.

    Source:
        Ours, for TutorGym, Figure 3.
    """
    ahead = np.arange(1, opportunities + 1, dtype=float)
    return _root_mean_square(first.error(ahead) - other.error(ahead))


def additive_factors_distance(first: AdditiveFactors, other: AdditiveFactors, *, opportunities: int) -> float:
    """Distance between what two models predict of their average learner, at each component that both know.

    Unlike the distance of averaged curves, it does not forgive a learner who finds hard what is easy to another, nor
    does it hang on who drops out on the way.

    Args:
        first: The model of one set of learners.
        other: The model of the other.
        opportunities: How many of each component, from the first one on; those after an undefined slope do not count.

    Returns:
        A value in [0, 1]; NaN where no component is shared.

    Source:
        Ours, for TutorGym, Figure 3.
    """
    first_error, other_error = first.error(opportunities).align(other.error(opportunities), join="inner", axis=1)
    return _root_mean_square(first_error.to_numpy() - other_error.to_numpy())


def _root_mean_square(differences: FloatArray) -> float:
    known = differences[~np.isnan(differences)]
    return float(np.sqrt(np.mean(known**2))) if known.size else np.nan
