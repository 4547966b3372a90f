import math

import numpy as np
import pandas as pd
import pytest
from numpy.random import default_rng

from metrics.programming.behaviour import cognitive_divergence, debugging_divergence
from metrics.programming.episodes import COGNITIVE_STEPS, COGNITIVE_TRANSITIONS, episode_measures
from metrics.programming.measures import (
    D_DEBUG,
    D_KL,
    GAP,
    LAG,
    RECURRENCE,
    RECURRENCE_POOLED,
    SOLVE,
    STEPS,
    STEPS_TO_SOLVE,
    TABLE_1,
    Unit,
    compare,
    estimate,
    pooled_divergences,
)
from metrics.undefined import Undefined


def solved(high: int, low: int) -> pd.DataFrame:
    """25 HIGH and 25 LOW episodes, of which so many are solved in 10 steps and the others end at 30."""
    is_solved = np.concatenate([np.arange(25) < high, np.arange(25) < low])
    return pd.DataFrame(
        {
            "high": np.repeat([1.0, 0.0], 25),
            "solved": is_solved.astype(float),
            "steps_taken": np.where(is_solved, 10.0, 30.0),
            "steps_to_solve": np.where(is_solved, 10.0, math.nan),
        }
    )


def test_solve_and_gap_of_50_runs_are_printed_as_in_table_1() -> None:
    episodes = solved(24, 22)  # Vanilla+M: 92.00 ± 3.84 %, +8 %
    rate, gap = (estimate(measure, episodes, default_rng(0)) for measure in (SOLVE, GAP))
    assert (rate.value, rate.spread, rate.n) == (pytest.approx(0.92), pytest.approx(0.0384, abs=5e-5), 50)
    assert (gap.value, gap.n) == (pytest.approx(0.08), 50)
    assert rate.interval.low < 0.92 < rate.interval.high
    assert gap.interval.low < 0 < gap.interval.high


def test_a_rate_at_its_bound_still_has_an_interval_with_width() -> None:
    everybody = estimate(SOLVE, solved(25, 25), default_rng(0))
    assert everybody.spread == 0
    assert everybody.interval.low < everybody.interval.high == pytest.approx(1)


def test_the_two_readings_of_steps_differ_by_who_never_solves() -> None:
    episodes = solved(3, 2)
    assert estimate(STEPS, episodes, default_rng(0)).value == pytest.approx(28)  # (5 * 10 + 45 * 30) / 50
    of_solvers = estimate(STEPS_TO_SOLVE, episodes, default_rng(0))
    assert (of_solvers.value, of_solvers.n) == (10, 5)


def test_one_level_alone_has_no_gap() -> None:
    gap = estimate(GAP, solved(3, 2).query("high == 1"), default_rng(0))
    assert math.isnan(gap.value)
    assert gap.reason is Undefined.ONE_LEVEL


@pytest.mark.parametrize("recurrent", [16, 1])
def test_the_spread_of_a_mean_is_that_of_the_population(recurrent: int) -> None:
    # Table 1, CoT+M: 33.3 ± 47.1 %, whether of 48 runs or of 3; with n - 1 it would read 47.6 or 57.7
    episodes = pd.DataFrame({"p_recur": [1.0] * recurrent + [0.0] * 2 * recurrent})
    found = estimate(RECURRENCE, episodes, default_rng(0))
    assert (round(100 * found.value, 1), round(100 * found.spread, 1)) == (33.3, 47.1)


def test_an_undefined_mean_says_why(play) -> None:
    measures = episode_measures(*play("CCC"))
    reasons = {measure.name: estimate(measure, measures, default_rng(0)).reason for measure in (*TABLE_1, LAG)}
    assert reasons == {
        "solve": None,
        "steps_taken": None,
        "gap": Undefined.ONE_LEVEL,
        "d_kl": None,
        "d_debug": Undefined.NO_DEBUGGING,
        "nonlinearity": None,
        "p_recur": Undefined.NO_ERROR,
        "lag": Undefined.NO_ERROR,
    }


def test_without_an_episode_that_is_the_reason(play) -> None:
    nobody = episode_measures(*play("CDD", outcome="backend_failed"))
    for measure in (*TABLE_1, *pooled_divergences(), RECURRENCE_POOLED):
        found = estimate(measure, nobody, default_rng(0))
        assert math.isnan(found.value)
        assert (found.reason, found.n) == (Undefined.NO_EPISODE, 0)


def test_a_mean_leaves_out_the_episodes_it_is_undefined_for() -> None:
    found = estimate(LAG, pd.DataFrame({"lag": [1.0, math.nan, 4.0]}), default_rng(0))
    assert (found.value, found.spread, found.n) == (2.5, 1.5, 2)


def test_recurrence_per_run_and_pooled_weigh_runs_differently() -> None:
    episodes = pd.DataFrame(
        {"errors_seen": [4.0, 1.0, 0.0], "errors_recurrent": [1.0, 1.0, 0.0], "p_recur": [0.25, 1.0, math.nan]}
    )
    assert estimate(RECURRENCE, episodes, default_rng(0)).value == pytest.approx(0.625)
    pooled = estimate(RECURRENCE_POOLED, episodes, default_rng(0))
    assert (pooled.value, pooled.n) == (pytest.approx(2 / 5), 2)


def test_pooled_divergences_are_those_of_all_steps_together(play, together) -> None:
    measures = episode_measures(*together(play("CDDC"), play("CCCA", replicate=1), play("DDDD", replicate=2)))
    occupied = measures[COGNITIVE_STEPS].to_numpy().sum(axis=0)
    moves = measures[COGNITIVE_TRANSITIONS].to_numpy().sum(axis=0).reshape(3, 3)
    d_kl, _, d_debug = (estimate(measure, measures, default_rng(0)) for measure in pooled_divergences())
    assert d_kl.value == pytest.approx(float(cognitive_divergence(occupied)))
    assert d_debug.value == pytest.approx(float(debugging_divergence(occupied, moves)))
    assert estimate(D_KL, measures, default_rng(0)).value > d_kl.value  # D_KL is convex in the shares
    assert (d_debug.n, estimate(D_DEBUG, measures, default_rng(0)).n) == (3, 2)


def test_units_say_how_a_number_is_printed() -> None:
    assert [(str(measure.unit), measure.unit.scale) for measure in TABLE_1] == [
        *(("%", 100), ("steps", 1), ("%", 100), ("nats", 1), ("nats", 1), ("share", 1), ("%", 100), ("steps", 1))
    ]
    assert {unit.scale for unit in Unit} == {1, 100}


def test_conditions_are_compared_over_the_tasks_and_replicates_they_share() -> None:
    one = pd.DataFrame({"task": "particle", "replicate": [0, 1, 2], "lag": [5.0, 4.0, 9.0]})
    other = pd.DataFrame({"task": "particle", "replicate": [1, 0, 3], "lag": [1.0, 2.0, 50.0]})
    found = compare(LAG, one, other, default_rng(0))
    assert (found.difference, found.pairs) == (3, 2)


def test_a_pair_counts_only_where_both_are_defined() -> None:
    one = pd.DataFrame({"task": "particle", "replicate": [0, 1], "lag": [5.0, 4.0]})
    other = pd.DataFrame({"task": "particle", "replicate": [0, 1], "lag": [math.nan, 1.0]})
    assert compare(LAG, one, other, default_rng(0)).pairs == 1
