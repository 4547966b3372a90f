"""What sections and tables of the paper say of each other."""

import pytest

from pipeline.published import PublishedTable


def numbers(table: str, column: str) -> dict[str, float]:
    found = PublishedTable.read(f"treeinstruct_{table}").cells.items()
    return {row: cell.value for (row, name), cell in found if name == column and cell.value is not None}


@pytest.mark.parametrize("column", ["Conceptual SR", "Syntactical SR"])
def test_the_drop_of_section_5_is_that_of_table_2_in_points(column: str) -> None:
    full, *_, without_state = numbers("table2", column).values()
    drop = numbers("section5", column)["Drop without the state representation"]
    assert drop == pytest.approx(full - without_state)


def test_every_baseline_takes_all_its_turns() -> None:
    limit = numbers("section4", "turn limit")["Baseline"]
    for column in ("Conceptual AT", "Syntactical AT"):
        assert [turns for row, turns in numbers("table1", column).items() if "Baseline" in row] == [limit, limit]


@pytest.mark.parametrize("table", ["table1", "table2"])
def test_average_scores_keep_to_their_scale(table: str) -> None:
    (least,), (most,) = (numbers("section4", end).values() for end in ("least", "most"))
    for column in ("Conceptual AS", "Syntactical AS"):
        assert all(least <= score <= most for score in numbers(table, column).values())


def test_conceptual_rates_of_table_1_are_whole_conversations_of_42() -> None:
    for rate in numbers("table1", "Conceptual SR").values():
        assert round(100 * round(rate * 42 / 100) / 42, 2) == rate


def test_the_preference_is_a_share_of_the_68_problems_of_the_ablations() -> None:
    pairs = numbers("section4", "problems")["Ablations"]
    (preferred,) = numbers("section5", "preferred").values()
    assert round(100 * round(preferred * pairs / 100) / pairs, 2) == preferred
