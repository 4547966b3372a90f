import math

import pandas as pd
import pytest

from pipeline.frozen import FrozenStudy
from pipeline.layout import POOLED
from pipeline.summarize import attempts, behaviour, comparisons, estimates
from tests.pipeline.conftest import episode


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


def test_episodes_that_the_machinery_broke_off_are_counted_apart(frozen: FrozenStudy) -> None:
    outcomes = ["solved", "step_limit", "backend_failed", "sandbox_failed", "budget_exhausted", "backend_failed"]
    episodes = pd.DataFrame([episode(outcome, steps=2) | {"condition": "beagle"} for outcome in outcomes])
    found = attempts(frozen, episodes).set_index("condition")
    kinds = ["attempted", "completed", "failed", "backend_failed", "budget_exhausted", "sandbox_failed"]
    assert found.loc["beagle", kinds].tolist() == [6, 2, 4, 2, 1, 1]
    assert found.loc["vanilla", kinds].tolist() == [0] * 6


def test_what_replies_took_is_added_up_and_what_could_not_be_read_is_a_share_of_steps(frozen: FrozenStudy) -> None:
    first = episode("solved", 3, malformed_steps=1, calls=5, free_calls=2, cost=0.25)
    second = episode("step_limit", 5, truncated_steps=2, calls=7, unpriced_calls=1, cost=0.5)
    found = attempts(frozen, pd.DataFrame([first, second]).assign(condition="beagle")).set_index("condition")
    beagle = found.loc["beagle"]
    assert (beagle["malformed_steps"], beagle["truncated_steps"]) == (1 / 8, 2 / 8)
    assert (beagle["calls"], beagle["free_calls"], beagle["unpriced_calls"], beagle["cost"]) == (12, 2, 1, 0.75)
    assert (beagle["prompt_tokens"], beagle["completion_tokens"]) == (30 + 50, 3 + 5)
    assert math.isnan(found.loc["vanilla", "malformed_steps"])  # of no step
    assert found.loc["vanilla", "cost"] == 0


def test_behaviour_is_that_of_the_focus(frozen: FrozenStudy, scores: pd.DataFrame) -> None:
    effects, _ = behaviour(frozen, scores)
    enacting = effects.set_index("row").loc["Enacting %"]
    assert (enacting["low"], enacting["high"]) == (pytest.approx(0.5), pytest.approx(0.5))  # two of four steps
