import csv
import io
import math
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from pipeline import behaviour_table, score, summarize, table
from pipeline.cells import NOT_JUDGED, NOT_RUN, cells
from pipeline.frozen import SCRIPTED, FrozenStudy
from pipeline.layout import BEHAVIOUR_FORMS, POOLED, TABLE_FORMS, Layout
from pipeline.records import ATTEMPTS, read_summary

Run = Callable[[], tuple[Path, Layout]]


@pytest.fixture
def summarized(run: Run, tmp_path: Path) -> tuple[Path, Layout]:
    """The study by hand, scored and summarized by the stages' own command lines."""
    study, layout = run()
    reference = tmp_path / "reference.yaml"
    reference.write_text("_target_: metrics.Reference.of_two_behaviours\ndebugging: 0.456\nstickiness: 0.541\n")
    for condition in ("vanilla", "beagle"):
        words = [f"reference={reference}", f"out={layout.scores('by_hand', condition)}"]
        for kind, place in (("steps", layout.steps), ("episodes", layout.episodes)):
            words.append(
                f"{kind}={' '.join(str(place('by_hand', condition, task)) for task in ('particle', 'slider'))}"
            )
        assert score.main(words) == 0
    for scope in (POOLED, "slider"):
        assert summarize.main([f"study={study}", f"results={layout.root}", f"scope={scope}"]) == 0
    return study, layout


def cell(frozen: FrozenStudy, layout: Layout, row: str, column: str, scope: str = POOLED) -> pd.Series:
    frame = cells(frozen, read_summary(layout, "by_hand", scope))
    return frame.set_index(["row", "column"]).loc[(row, column)]


def test_a_cell_sets_our_number_beside_the_printed_one(frozen: FrozenStudy, summarized: tuple[Path, Layout]) -> None:
    solve = cell(frozen, summarized[1], "BEAGLE (Flash 2.0)", "Solve")
    assert solve["value"] == pytest.approx(25)
    assert (solve["printed"], solve["printed_value"]) == ("10.00 ± 4.24%", 10)  # Table 1
    assert solve["difference"] == pytest.approx(15)
    assert solve["n"] == 4


def test_a_scope_of_one_problem_counts_its_episodes_only(frozen: FrozenStudy, summarized: tuple[Path, Layout]) -> None:
    solve = cell(frozen, summarized[1], "BEAGLE (Flash 2.0)", "Solve", "slider")
    assert (solve["value"], solve["n"]) == (pytest.approx(50), 2)


def test_a_method_that_is_not_built_keeps_its_printed_row(frozen: FrozenStudy, summarized: tuple[Path, Layout]) -> None:
    solve = cell(frozen, summarized[1], "LLMSS", "Solve")
    assert (solve["reason"], solve["printed"]) == (NOT_RUN, "96.00 ± 2.77%")
    assert pd.isna(solve["value"])


def test_the_judges_columns_are_visible_and_empty(frozen: FrozenStudy, summarized: tuple[Path, Layout]) -> None:
    debug = cell(frozen, summarized[1], "Vanilla", "Debug")
    assert debug["reason"] == NOT_JUDGED
    assert [debug[name] for name in ("requested", "graded", "failed")] == [0, 0, 0]
    assert pd.isna(debug["value"])


def test_a_condition_that_the_paper_does_not_have_gets_a_row_of_its_own(
    frozen: FrozenStudy, summarized: tuple[Path, Layout]
) -> None:
    ours = frozen.model_copy(update={"study": frozen.study.model_copy(update={"rows": {"Vanilla": "vanilla"}})})
    solve = cell(ours, summarized[1], "beagle", "Solve")
    assert solve["value"] == pytest.approx(25)
    assert solve["printed"] == ""
    shown = table.grid(ours, read_summary(summarized[1], "by_hand", POOLED), POOLED)
    assert [group[0][0] for group in shown.groups] == ["Vanilla", "beagle"]


def test_every_form_says_what_the_numbers_were_made_with(summarized: tuple[Path, Layout]) -> None:
    study, layout = summarized
    words = [f"study={study}", f"results={layout.root}", f"scope={POOLED}"]
    assert table.main(words) == 0
    assert behaviour_table.main(words) == 0
    files = [layout.table("by_hand", POOLED, form) for form in TABLE_FORMS]
    files += [layout.behaviour_table("by_hand", POOLED, form) for form in BEHAVIOUR_FORMS]
    for file in files:
        assert SCRIPTED in file.read_text(encoding="utf-8").lower(), file


def test_tables_made_twice_are_the_same_bytes(summarized: tuple[Path, Layout]) -> None:
    study, layout = summarized
    words = [f"study={study}", f"results={layout.root}", f"scope={POOLED}"]
    made = []
    for _ in range(2):
        summarize.main(words)
        table.main(words)
        made.append([layout.table("by_hand", POOLED, form).read_bytes() for form in TABLE_FORMS])
    assert made[0] == made[1]


def test_the_wide_form_has_a_row_a_method_and_a_number_a_column(summarized: tuple[Path, Layout]) -> None:
    study, layout = summarized
    table.main([f"study={study}", f"results={layout.root}", f"scope={POOLED}"])
    text = layout.table("by_hand", POOLED, "csv").read_text(encoding="utf-8")
    rows = {row["row"]: row for row in csv.DictReader(io.StringIO(text))}
    assert list(rows) == ["Vanilla", "LLMSS", "BEAGLE (Flash 2.0)"]
    assert rows["Vanilla"]["Solve value"] == "100"
    assert rows["Vanilla"]["attempted"] == "4"
    assert rows["LLMSS"]["Solve value"] == ""


def effort(frozen: FrozenStudy, **changes: object) -> dict[str, str]:
    """The line of a condition on what it took, by heading."""
    row = dict.fromkeys(ATTEMPTS, 0) | {"condition": "beagle", "cost": 0.0} | changes
    shown = table.effort_grid(frozen, {"attempts": pd.DataFrame([row])}, POOLED)
    return dict(zip(shown.headings, shown.groups[0][0], strict=True))


def test_the_table_counts_what_was_attempted_completed_and_broken_off(frozen: FrozenStudy) -> None:
    line = effort(frozen, attempted=9, completed=4, failed=5, backend_failed=2, budget_exhausted=2, sandbox_failed=1)
    assert line["Method"] == "BEAGLE (Flash 2.0)"
    kinds = ("Attempted", "Completed", "Backend failed", "Budget used up", "Sandbox failed")
    assert [line[kind] for kind in kinds] == ["9", "4", "2", "2", "1"]


def test_the_table_shows_shares_of_unread_and_cut_replies_and_of_no_step_none(frozen: FrozenStudy) -> None:
    assert effort(frozen, malformed_steps=0.125, truncated_steps=0.5)["Steps unread / cut %"] == "12.5 / 50.0"
    assert effort(frozen, malformed_steps=math.nan, truncated_steps=math.nan)["Steps unread / cut %"] == "- / -"


@pytest.mark.parametrize(
    ("taken", "dollars"),
    [
        ({"calls": 1200, "cost": 1.23456}, "1.2346"),
        ({"calls": 1200, "unpriced_calls": 1200}, "unknown"),
        ({"calls": 1200, "free_calls": 1000, "unpriced_calls": 200}, "unknown"),  # all that were paid for
        ({"calls": 2400, "unpriced_calls": 1200, "cost": 0.5}, "0.5000 + 1,200 of unknown price"),
        ({"calls": 3, "free_calls": 3}, "0.0000"),
    ],
)
def test_an_unknown_price_is_said_and_is_not_nothing(
    frozen: FrozenStudy, taken: dict[str, float], dollars: str
) -> None:
    line = effort(frozen, **taken)
    assert line["US$"] == dollars
    assert line["Replies"] == f"{taken['calls']:,}"
    assert line["of these free"] == f"{taken.get('free_calls', 0):,}"


def test_a_missing_summary_is_one_line(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    study, layout = run()
    assert table.main([f"study={study}", f"results={layout.root}", "scope=pooled"]) != 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "estimates.parquet" in lines[0]
