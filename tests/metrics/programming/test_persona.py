import math

import pandas as pd
import pytest
from scipy.stats import fisher_exact, ttest_ind

from metrics.programming.episodes import episode_measures
from metrics.programming.markers import episode_markers
from metrics.programming.persona import TABLE_14, effect_of_persona

SAID = ["Maybe it works", "I am sure it is sure", "No idea", "Of course I guess", "Clearly so", "must be it"]


@pytest.fixture
def crossed(play, together) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Six episodes; the persona is HIGH in every other, the behaviour in the last three."""
    played = [
        play("CCCC", metacognition=phases, utterances=[said] * 4, level="high" if i >= 3 else "low", replicate=i)
        for i, (phases, said) in enumerate(zip(["EEEE", "EEPE", "PPEE", "EPEE", "EEEP", "PPPP"], SAID, strict=True))
    ]
    steps, episodes = together(*played)
    for frame in (steps, episodes):
        frame["rho_persona"] = ["high" if replicate % 2 else "low" for replicate in frame["replicate"]]
    measures = episode_measures(steps, episodes).assign(solved=[0.0, 1, 0, 1, 0, 0])
    return measures, episode_markers(steps)


def test_each_row_is_the_papers_test_of_its_quantity(crossed) -> None:
    measures, markers = crossed
    found = effect_of_persona(measures, markers)
    assert found.index.tolist() == list(TABLE_14)
    for row, kind in (("Certainty Words", "certainty"), ("Uncertainty Words", "uncertainty")):
        low, high = markers[kind][::2], markers[kind][1::2]
        expected = ttest_ind(high, low, equal_var=False)
        assert found.loc[row, ["low", "high"]].tolist() == pytest.approx([low.mean(), high.mean()])
        assert found.loc[row, ["t", "p"]].tolist() == pytest.approx([expected.statistic, expected.pvalue])
    assert found.loc["Solve Rate", "p"] == pytest.approx(fisher_exact([[0, 3], [2, 1]]).pvalue)


def test_persistence_is_worked_by_hand(crossed) -> None:
    # Ena→Ena of the LOW personas: 3/3, 1/1, 2/3; of the HIGH ones: 1/2, 1/2, and 0 for the one that never enacts
    found = effect_of_persona(*crossed).loc["ENACTING → ENACTING Rate"]
    assert (found["low"], found["high"]) == pytest.approx((8 / 9, 1 / 3))
    strict = effect_of_persona(*crossed, unvisited=math.nan).loc["ENACTING → ENACTING Rate"]
    assert (strict["high"], strict["n_high"]) == pytest.approx((1 / 2, 2))


def test_the_order_of_the_episodes_does_not_matter(crossed) -> None:
    measures, markers = crossed
    shuffled = effect_of_persona(measures.sample(frac=1, random_state=2), markers.sample(frac=1, random_state=3))
    pd.testing.assert_frame_equal(shuffled, effect_of_persona(measures, markers))
