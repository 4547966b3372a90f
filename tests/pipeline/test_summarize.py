import math

import numpy as np
import pandas as pd
import pytest

from pipeline.frozen import FrozenStudy
from pipeline.layout import POOLED
from pipeline.summarize import attempts, behaviour, comparisons, estimates, holm


def estimated(frozen: FrozenStudy, scores: pd.DataFrame, condition: str, measure: str) -> pd.Series:
    return estimates(frozen, scores, POOLED).set_index(["condition", "measure"]).loc[(condition, measure)]


def test_a_condition_is_estimated_from_its_episodes(frozen: FrozenStudy, scores: pd.DataFrame) -> None:
    solve = estimated(frozen, scores, "beagle", "solve")
    assert solve["value"] == pytest.approx(1 / 4)
    assert solve["spread"] == pytest.approx(math.sqrt(0.25 * 0.75 / 4))
    assert solve["n"] == 4
    assert pd.isna(solve["reason"])
    assert estimated(frozen, scores, "beagle", "gap")["value"] == pytest.approx(1 / 2)
    assert estimated(frozen, scores, "beagle", "nonlinearity")["value"] == pytest.approx(1 / 3)
    assert estimated(frozen, scores, "vanilla", "steps_taken")["value"] == pytest.approx(3)


def test_what_is_undefined_has_a_reason_and_no_value(frozen: FrozenStudy, scores: pd.DataFrame) -> None:
    debugging = estimated(frozen, scores, "vanilla", "d_debug")
    assert math.isnan(debugging["value"])
    assert debugging["reason"]
    assert debugging["n"] == 0


def test_a_number_does_not_depend_on_the_other_conditions(frozen: FrozenStudy, scores: pd.DataFrame) -> None:
    alone = scores[scores["condition"] == "beagle"]
    kept = estimates(frozen, scores, POOLED).query("condition == 'beagle'").reset_index(drop=True)
    made = estimates(frozen, alone, POOLED).query("condition == 'beagle'").reset_index(drop=True)
    pd.testing.assert_frame_equal(kept, made)


def test_the_focus_is_compared_over_shared_seeds(frozen: FrozenStudy, scores: pd.DataFrame) -> None:
    found = comparisons(frozen, scores, POOLED).set_index("measure").loc["solve"]
    assert (found["focus"], found["other"], found["pairs"]) == ("beagle", "vanilla", 4)
    assert found["difference"] == pytest.approx(1 / 4 - 1)
    assert found["low"] <= found["difference"] <= found["high"]


def test_holm_multiplies_the_smallest_by_the_number_of_tests_and_keeps_the_order() -> None:
    adjusted = holm(pd.Series([0.01, 0.04, np.nan, 0.03]))
    assert adjusted.tolist()[:2] == pytest.approx([0.03, 0.06])
    assert math.isnan(adjusted[2])
    assert adjusted[3] == pytest.approx(0.06)
    assert holm(pd.Series([np.nan])).isna().all()


def test_episodes_that_the_machinery_broke_off_are_counted_apart(frozen: FrozenStudy) -> None:
    outcomes = ["solved", "step_limit", "backend_failed", "sandbox_failed", "budget_exhausted"]
    episodes = pd.DataFrame({"condition": "beagle", "outcome": outcomes})
    found = attempts(frozen, episodes).set_index("condition")
    assert found.loc["beagle"].tolist() == [5, 2, 3]
    assert found.loc["vanilla"].tolist() == [0, 0, 0]


def test_behaviour_is_that_of_the_focus(frozen: FrozenStudy, scores: pd.DataFrame) -> None:
    effects, _ = behaviour(frozen, scores)
    enacting = effects.set_index("row").loc["Enacting %"]
    assert (enacting["low"], enacting["high"]) == (pytest.approx(0.5), pytest.approx(0.5))  # two of four steps
