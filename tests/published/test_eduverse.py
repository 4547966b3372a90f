"""What the print says twice shows that its torn columns were put together rightly."""

from collections.abc import Mapping
from statistics import fmean

import pytest

from pipeline.published import PublishedTable

TEXTS = ("Lyrical Prose", "Argumentative Essay", "Foreign Fiction")
SPACES = ("Lecture", "Collab", "Round")
IRF = ("I", "R", "F", "IRF_rate")
BEHAVIOUR, EMOTION, COGNITION = ("B_Aac", "B_Pas", "B_Int", "B_Off"), ("E_Pos", "E_Con", "E_Neg"), ("C_Low", "C_High")


def table(name: str) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for (row, column), cell in PublishedTable.read(f"eduverse_{name}").cells.items():
        if cell.value is not None:
            found.setdefault(row, {})[column] = cell.value
    return found


def lessons() -> dict[str, dict[str, Mapping[str, float]]]:
    """Students' centralities in each lesson: Table 3, whose columns hold three lessons, and Table A11."""
    found: dict[str, dict[str, Mapping[str, float]]] = {}
    for student, row in table("table3").items():
        for space in SPACES:
            names = {"In": "In", "Out": "Out", "Deg.": "Degree"}
            if f"{space}: In" in row:
                centralities = {to: row[f"{space}: {name}"] for name, to in names.items()}
                found.setdefault(f"Argumentative Essay: {space}", {})[student] = centralities
    for label, row in table("table_a11").items():
        lesson, student = label.rsplit(": ", 1)
        found.setdefault(lesson, {})[student] = row
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_table_1_is_the_mean_of_table_a7_over_spaces(text: str) -> None:
    short, full = table("table1"), table("table_a7")
    for column in IRF:
        mean = fmean(full[f"{text}: {space}"][column] for space in SPACES)
        assert short[f"{text}: Sim"][column] == pytest.approx(mean, abs=0.001)  # four rounded numbers
    real = full[f"{text}: Real Class"]
    assert short[f"{text}: Real"] == {column: real[column] for column in IRF if column in real}


def test_table_5_averages_its_history_lessons_and_the_chinese_ones_of_table_1() -> None:
    subjects, texts = table("table5"), table("table1")
    for column in IRF:
        history = fmean(subjects[f"Sim: H_{space.lower()}"][column] for space in SPACES)
        assert subjects["Sim: H_avg"][column] == pytest.approx(history, abs=0.001)
        for setting, label in (("Sim", "Sim: C_avg"), ("Real", "Real: C")):
            chinese = [texts[f"{text}: {setting}"][column] for text in TEXTS if column in texts[f"{text}: {setting}"]]
            if chinese:
                assert subjects[label][column] == pytest.approx(fmean(chinese), abs=0.001)


@pytest.mark.parametrize("name", ["table2", "table6"])
def test_density_and_degree_follow_from_nodes_and_edges(name: str) -> None:
    for row in table(name).values():
        nodes, edges = row["Nodes"], row["Edges"]
        assert row["Density"] == pytest.approx(2 * edges / (nodes * (nodes - 1)), abs=0.00051)
        assert row["Avg. Deg."] == pytest.approx(2 * edges / nodes, abs=0.00051)


def test_a_students_degree_is_in_and_out_together() -> None:
    for students in lessons().values():
        for row in students.values():
            assert row["Degree"] == pytest.approx(row["In"] + row["Out"])


def test_a_lesson_lists_its_nodes_and_as_many_links_come_in_as_go_out() -> None:
    networks = table("table2")
    assert lessons().keys() == networks.keys()
    for lesson, students in lessons().items():
        assert len(students) == networks[lesson]["Nodes"]
        arcs = [(len(students) - 1) * sum(row[way] for row in students.values()) for way in ("In", "Out")]
        assert arcs[0] == pytest.approx(arcs[1])
        assert arcs[0] == pytest.approx(round(arcs[0]))
        assert networks[lesson]["Edges"] <= round(arcs[0]) <= 2 * networks[lesson]["Edges"]  # one way or both


@pytest.mark.parametrize("name", ["table_a9", "table_a10"])
def test_behaviour_emotion_and_cognition_each_sum_to_one(name: str) -> None:
    for row in table(name).values():
        for dimension in (BEHAVIOUR, EMOTION, COGNITION):
            assert sum(row[column] for column in dimension) == pytest.approx(1, abs=0.0011)  # the worst sum is 0.999


def test_ours_in_table_a10_is_the_lecture_of_table_a9() -> None:
    ablations, spaces = table("table_a10"), table("table_a9")
    assert all(ablations[f"{text}: Ours"] == spaces[f"Lecture: {text}"] for text in TEXTS)


def test_overall_is_the_mean_of_the_three_dimensions() -> None:
    for row in table("table_a13").values():
        assert row["Overall"] == pytest.approx(fmean((row["B_Pos"], row["E_Pos"], row["C_Pos"])), abs=0.001)
    for row in table("table4").values():
        assert row["ΔAll"] == pytest.approx(fmean((row["ΔB_Pos"], row["ΔE_Pos"], row["ΔC_Pos"])), abs=0.001)


@pytest.mark.parametrize(("session", "moves"), [(1, 29), (2, 24), (3, 30), (4, 26)])
def test_rates_of_a_session_are_counts_of_the_same_number_of_moves(session: int, moves: int) -> None:
    for label, row in table("table_a13").items():
        if label.startswith(f"Session {session}: "):
            for column in ("B_Pos", "E_Pos", "C_Pos"):
                count = row[column] * moves
                assert count == pytest.approx(round(count), abs=0.00051 * moves), (label, column)


def test_success_rates_of_table_a12_are_counts_of_15_trials() -> None:
    for row in table("table_a12").values():
        assert all(15 * rate == pytest.approx(round(15 * rate), abs=0.0076) for rate in row.values())


def test_appendix_d2_ranks_the_categories_of_table_a5() -> None:
    categories, ranks = PublishedTable.read("eduverse_table_a5").cells, PublishedTable.read("eduverse_appendix_d2").rows
    for dimension in ("Behavior", "Emotion", "Cognition"):
        names = {name.split(" (")[0] for name in categories[dimension, "Categories"].printed.split(", ")}
        ranked = {row.removeprefix(f"{dimension}: ") for row in ranks if row.startswith(dimension)}
        assert names == ranked - {"Group Discussion"}
