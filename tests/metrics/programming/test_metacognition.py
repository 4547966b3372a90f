import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import fisher_exact, pearsonr, ttest_ind

from metrics.programming.episodes import METACOGNITIVE_STEPS, METACOGNITIVE_TRANSITIONS, episode_measures
from metrics.programming.metacognition import (
    SHARES,
    TABLE_13,
    TRANSITIONS,
    effect_of_behaviour,
    metacognitive_profile,
    persistence_and_performance,
    solving_by_behaviour,
)


@pytest.fixture
def measures(play, together) -> pd.DataFrame:
    low = ["EEEP", "EEPE", "PEEE", "EEEE"]
    high = ["PPMR", "PEPM", "MMMP", "EPRP"]
    played = [
        play("CCCC", metacognition=phases, level=level, replicate=4 * i + j)
        for i, (level, group) in enumerate([("low", low), ("high", high)])
        for j, phases in enumerate(group)
    ]
    found = episode_measures(*together(*played))
    return found.assign(steps_taken=np.arange(8.0), solved=[0, 0, 1, 0, 1, 1, 0, 1])


def test_the_rows_are_those_of_table_13() -> None:
    assert len(TABLE_13) == len(set(TABLE_13)) == 15
    assert set(TABLE_13) <= {*SHARES, *TRANSITIONS}
    assert len(set(TRANSITIONS)) == 16


def test_the_profile_of_an_episode_is_worked_by_hand(play) -> None:
    (row,) = metacognitive_profile(episode_measures(*play("CCCCC", metacognition="PPEEM"))).to_dict("records")
    assert [row[share] for share in SHARES] == pytest.approx([0.4, 0.4, 0.2, 0])
    assert (row["Pla→Pla"], row["Pla→Ena"], row["Ena→Ena"], row["Ena→Mon"]) == (0.5, 0.5, 0.5, 0.5)


def test_a_phase_that_is_never_left_counts_as_zero_or_not_at_all(play) -> None:
    played = episode_measures(*play("CC", metacognition="PP"))
    assert metacognitive_profile(played)["Ref→Ref"].tolist() == [0.0]
    assert math.isnan(metacognitive_profile(played, unvisited=math.nan)["Ref→Ref"].iloc[0])


# Share of the phase, what of it stays, and what enters it from others, in per cent (Table 13)
@pytest.mark.parametrize(
    ("share", "stays", "enters"),
    [
        (4.8, 0.212, 42.5 * 0.011 + 37.5 * 0.008 + 14.3 * 0.072),  # LOW REFLECTING
        (10.1, 0.351, 18.4 * 0.043 + 46.2 * 0.029 + 25.3 * 0.042),  # HIGH REFLECTING
        (42.5, 0.775, 37.5 * 0.107 + 14.3 * 0.102 + 4.8 * 0.149),  # LOW ENACTING
        (18.4, 0.527, 46.2 * 0.072 + 25.3 * 0.052 + 10.1 * 0.087),  # HIGH ENACTING
    ],
)
def test_the_printed_rates_are_out_of_balance_unless_unvisited_phases_count_as_zero(
    share: float, stays: float, enters: float
) -> None:
    """Why `unvisited` is 0: zeros in the mean lower what stays, and so raise what seems to leave."""
    leaves = share * (1 - stays)
    assert leaves > 1.5 * enters
    visited = stays / (1 - enters / share)  # share of the episodes with the phase that restores the balance
    assert 0 < visited < 1


def test_each_row_is_welchs_test_of_its_quantity(measures: pd.DataFrame) -> None:
    profile, found = metacognitive_profile(measures), effect_of_behaviour(measures)
    assert found.index.tolist() == list(TABLE_13)
    for row in ("Enacting %", "Pla→Mon", "Planning %"):
        low, high = profile[row][:4], profile[row][4:]
        expected = ttest_ind(high, low, equal_var=False)
        assert found.loc[row, ["low", "high"]].tolist() == pytest.approx([low.mean(), high.mean()])
        assert found.loc[row, "difference"] == pytest.approx(high.mean() - low.mean())
        assert found.loc[row, ["t", "p"]].tolist() == pytest.approx([expected.statistic, expected.pvalue])


def test_undefined_episodes_leave_the_strict_comparison(measures: pd.DataFrame) -> None:
    strict = effect_of_behaviour(measures, unvisited=math.nan)
    assert strict.loc["Ref→Ref", ["n_low", "n_high"]].tolist() == [0, 1]
    assert math.isnan(strict.loc["Ref→Ref", "low"])
    assert math.isnan(strict.loc["Ref→Ref", "p"])


def test_what_does_not_vary_is_not_tested(play, together) -> None:
    same = [play("CC", metacognition="EE", level=level, replicate=i) for i, level in enumerate(["low", "high"] * 3)]
    found = effect_of_behaviour(episode_measures(*together(*same)))
    assert found.loc["Ena→Ena", ["low", "high", "difference"]].tolist() == [1, 1, 0]
    assert math.isnan(found.loc["Ena→Ena", "p"])


def test_persistence_correlates_with_performance_over_all_episodes(measures: pd.DataFrame) -> None:
    persistence = metacognitive_profile(measures)["Ena→Ena"]
    found = persistence_and_performance(measures)
    for row, column in (("steps", "steps_taken"), ("solved", "solved")):
        expected = pearsonr(persistence, measures[column])
        assert found.loc[row, ["r", "p", "n"]].tolist() == pytest.approx([expected.statistic, expected.pvalue, 8])


def test_performance_that_does_not_vary_has_no_correlation(measures: pd.DataFrame) -> None:
    assert math.isnan(persistence_and_performance(measures.assign(solved=0.0)).loc["solved", "r"])


def test_solving_is_contrasted_between_the_levels_of_behaviour(measures: pd.DataFrame) -> None:
    # 1 of 4 LOW episodes is solved and 3 of 4 HIGH ones
    found = solving_by_behaviour(measures)
    assert (found.low, found.high, found.difference) == (0.25, 0.75, 0.5)
    assert found.p == pytest.approx(fisher_exact([[1, 3], [3, 1]]).pvalue)


def test_counts_of_metacognition_come_in_the_order_of_the_names() -> None:
    assert METACOGNITIVE_STEPS[0] == "metacognition.planning"
    assert METACOGNITIVE_TRANSITIONS[1] == "metacognition.planning>enacting"
    assert TRANSITIONS[1] == "Pla→Ena"
