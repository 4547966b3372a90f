from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from metrics.debugging.plagiarism import plagiarised_as_printed
from metrics.debugging.sessions import round_programs, session_measures

Traces = tuple[pd.DataFrame, pd.DataFrame]
Meet = Callable[..., Traces]
STANDARD = "int s = 0; for (int i = 1; i <= n; i++) s += i;"
ERRONEOUS = "int t; while (n) { t = t + n; }"


def together(*met: Traces) -> Traces:
    turns, episodes = zip(*met, strict=True)
    return pd.concat(turns, ignore_index=True), pd.concat(episodes, ignore_index=True)


def measured(*met: Traces) -> pd.DataFrame:
    turns, episodes = together(*met)
    return session_measures(turns, episodes, round_programs(turns, episodes))


def test_each_round_ends_with_one_program(meet: Meet) -> None:
    programs = round_programs(*meet(2, 2, 7, 10))
    assert programs["round"].tolist() == [0, 1, 2, 3]
    assert programs["score"].tolist() == [0.2, 0.2, 0.7, 1.0]
    assert programs["plagiarised"].isna().all()


def test_a_copy_scores_nothing_whatever_it_passes(meet: Meet) -> None:
    programs = round_programs(*meet(0, 5, 10, codes=[ERRONEOUS, ERRONEOUS + " ", STANDARD], reference=STANDARD))
    assert programs["tests"].tolist() == [0, 0.5, 1]
    assert programs["plagiarised"].tolist() == pytest.approx([np.nan, 0, 1], nan_ok=True)
    assert programs["score"].tolist() == [0, 0.5, 0]


def test_the_printed_rule_lets_the_copy_pass(meet: Meet) -> None:
    programs = round_programs(
        *meet(0, 10, codes=[ERRONEOUS, STANDARD], reference=STANDARD), rule=plagiarised_as_printed
    )
    assert programs["score"].tolist() == [0, 1]


def test_a_copy_of_an_earlier_reference_is_found_too(meet: Meet) -> None:
    turns, episodes = meet(0, 5, 10, codes=[ERRONEOUS, ERRONEOUS, STANDARD], reference=STANDARD)
    turns.loc[turns["round"] == 2, "reference"] = "return n * (n + 1) / 2;"
    assert round_programs(turns, episodes)["plagiarised"].tolist()[1:] == [0, 1]


def test_another_tokenizer_may_see_another_likeness(meet: Meet) -> None:
    met = meet(0, 10, codes=["a b c", "b c"], reference="x b c")
    by_blank = round_programs(*met, tokenizer=lambda program: program.split()[:1])
    assert by_blank["plagiarised"].tolist()[1:] == [0]  # "b" is like neither "x" nor "a"
    last_only = round_programs(*met, tokenizer=lambda program: program.split()[-2:] if program != "a b c" else ["a"])
    assert last_only["plagiarised"].tolist()[1:] == [1]


def test_a_session_is_measured_by_its_last_program(meet: Meet) -> None:
    row = measured(meet(2, 7, 10, verdict="compile_error", outcome="solved")).iloc[0]
    assert (row["fault"], row["origin"], row["score"], row["accepted"], row["rounds"]) == ("syntax", 0.2, 1, 1, 2)


def test_what_fails_but_compiles_is_a_fault_of_logic(meet: Meet) -> None:
    faults = [measured(meet(0, verdict=verdict))["fault"][0] for verdict in ("time_limit", "runtime_error")]
    assert faults == ["logic", "logic"]


def test_costs_are_told_apart_by_who_caused_them(meet: Meet) -> None:
    # two rounds of one retrieval, one suggestion (100 + 20 tokens) and one revision (50 + 30)
    row = measured(meet(0, 5, 5, reference=STANDARD)).iloc[0]
    assert (row["tool_calls"], row["tutor_calls"], row["tutor_tokens"], row["student_tokens"]) == (2, 2, 240, 160)


def test_sessions_do_not_mix_and_come_sorted(meet: Meet) -> None:
    met = [meet(0, 10, replicate=1, outcome="solved"), meet(3, 4, 5), meet(1, task="abs")]
    measures = measured(*met)
    assert measures[["task", "replicate"]].to_numpy().tolist() == [["abs", 0], ["gcd", 0], ["gcd", 1]]
    assert measures["score"].tolist() == [0.1, 0.5, 1]
    turns, episodes = together(*met)
    shuffled = turns.sample(frac=1, random_state=3)
    pd.testing.assert_frame_equal(session_measures(shuffled, episodes, round_programs(shuffled, episodes)), measures)


def test_an_episode_that_the_machinery_broke_off_has_no_row(meet: Meet) -> None:
    assert len(measured(meet(0, 5), meet(0, 5, replicate=1, outcome="backend_failed"))) == 1
    assert not len(measured(meet(0, 5, outcome="sandbox_failed")))


def test_a_tutor_that_repairs_the_program_itself_is_measured_alike(meet: Meet) -> None:
    turns, episodes = meet(2, 10, outcome="solved")
    turns.loc[turns["round"] == 1, "party"] = "tutor"
    turns.loc[turns.index[-1], "act"] = "repair"
    row = session_measures(turns, episodes, round_programs(turns, episodes)).iloc[0]
    assert (row["score"], row["tutor_tokens"], row["student_tokens"]) == (1, 200, 0)
