"""What rho_persona does: the rows of Table 14, speech that it changes and behaviour that it must not."""

import pandas as pd

from metrics.programming.contrasts import fisher_contrast, welch_contrast
from metrics.programming.episodes import WHO
from metrics.programming.metacognition import metacognitive_profile
from protocol import Level

TABLE_14 = ("Certainty Words", "Uncertainty Words", "ENACTING → ENACTING Rate", "Solve Rate")
"""The rows of BEAGLE's Table 14, in its order."""


def effect_of_persona(measures: pd.DataFrame, markers: pd.DataFrame, *, unvisited: float = 0.0) -> pd.DataFrame:
    """Table 14: mean of each quantity over LOW and over HIGH personas, and the test between them.

    Args:
        measures: Rows of `metrics.programming.episodes.episode_measures`, of both personas.
        markers: Rows of `metrics.programming.markers.episode_markers`.
        unvisited: As in `metrics.programming.metacognition.metacognitive_profile`.

    Returns:
        Index `TABLE_14`; columns as in `metrics.programming.contrasts.Contrast`: Welch's t-test, and Fisher's exact
        test for the solve rate.

    Source:
        BEAGLE, Table 14.
    """
    both = measures.merge(markers, on=WHO, how="left", validate="one_to_one")
    high = (both["rho_persona"] == Level.HIGH).to_numpy()
    persistence = metacognitive_profile(both, unvisited=unvisited)["Ena→Ena"]
    means = [column.to_numpy(dtype=float) for column in (both["certainty"], both["uncertainty"], persistence)]
    solved = both["solved"].to_numpy(dtype=float)
    rows = [welch_contrast(values[~high], values[high]) for values in means]
    return pd.DataFrame([*rows, fisher_contrast(solved[~high], solved[high])], index=pd.Index(TABLE_14, name="row"))
