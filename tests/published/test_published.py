import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

PUBLISHED = Path(__file__).parents[2] / "results" / "published"
FILES = sorted(PUBLISHED.glob("*.csv"))
SCHEMA = json.loads((PUBLISHED / "schema.json").read_text(encoding="utf-8"))
# A number, perhaps after < > ≥ ~ ±, after a symbol and "=", or after a word and its sign, with perhaps a spread, a per
# cent sign or a plus, a denominator, words in brackets or words without a number
NUMBER = re.compile(
    r"(?:[<>≥~±]|\D*= |[A-Za-z]+ (?=[+-]))?(?P<value>[+-]?(?:\d{1,3}(?:,\d{3})+|\d*\.?\d+))"
    r"(?: ± (?P<spread>\d*\.?\d+))?[%+]?(?:/\d+)?(?: \(.*\)| \D*)?"
)
BLANK = {"-", "–", "—"}
TABLES = {
    "beagle": [*(f"table{number}" for number in (1, 2, 5, 6, 7, 8, 10, 13, 14, 15)), "figure17", "appendix_a4"],
    "eduverse": [
        *(f"table{number}" for number in (1, 2, 3, 4, 5, 6)),
        *(f"table_a{number}" for number in (3, 7, 9, 10, 11, 12, 13)),
    ],
    "treeinstruct": ["table1", "table2"],
    "tutorgym": ["table1", "table2"],
    "debugta": ["table1", "table2", "table3"],
}


def rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            row | {key: float(row[key]) if row[key] else None for key in ("value", "spread")}
            for row in csv.DictReader(lines)
        ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_row_keeps_the_schema(path: Path) -> None:
    validator = Draft202012Validator(SCHEMA)
    faults = [(row, error.message) for row in rows(path) for error in validator.iter_errors(row)]
    assert not faults
    assert [*rows(path)[0]] == SCHEMA["required"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_value_and_spread_are_the_printed_numbers(path: Path) -> None:
    for row in rows(path):
        found = NUMBER.fullmatch(row["printed"])
        printed = (
            {key: float(text.replace(",", "")) for key, text in found.groupdict().items() if text} if found else {}
        )
        assert (row["value"], row["spread"]) == (printed.get("value"), printed.get("spread")), row


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_printed_sign_is_the_unit_and_a_dash_is_noted(path: Path) -> None:
    for row in rows(path):
        assert ("%" in row["printed"]) == (row["unit"] == "%"), row
        assert (row["printed"] in BLANK) == ("not printed" in row["note"]), row


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_each_cell_of_one_table_once(path: Path) -> None:
    places = [(row["row"], row["column"]) for row in rows(path)]
    assert len(places) == len(set(places))
    assert {f"{row['paper']}_{row['table']}" for row in rows(path)} == {path.stem}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_data_dictionary_names_the_file(path: Path) -> None:
    assert f"`{path.name}`" in (PUBLISHED / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("paper", TABLES)
def test_every_table_of_a_paper_is_there(paper: str) -> None:
    assert {path.stem for path in FILES} >= {f"{paper}_{table}" for table in TABLES[paper]}


@pytest.mark.parametrize(
    ("stem", "height", "width"),
    [
        ("beagle_table1", 11, 12),
        ("beagle_table2", 7, 6),
        ("beagle_table5", 7, 2),
        ("beagle_table6", 8, 4),
        ("beagle_table7", 2, 5),
        ("beagle_table8", 4, 3),
        ("beagle_table10", 4, 2),
        ("beagle_table14", 4, 4),
        ("beagle_table15", 5, 3),
        ("beagle_figure17", 2, 4),
        ("eduverse_table1", 6, 4),
        ("eduverse_table2", 9, 4),
        ("eduverse_table3", 6, 12),
        ("eduverse_table4", 2, 4),
        ("eduverse_table5", 7, 4),
        ("eduverse_table6", 3, 4),
        ("eduverse_table_a3", 12, 1),
        ("eduverse_table_a7", 12, 5),
        ("eduverse_table_a9", 9, 9),
        ("eduverse_table_a10", 9, 9),
        ("eduverse_table_a11", 34, 4),
        ("eduverse_table_a12", 4, 3),
        ("eduverse_table_a13", 24, 4),
        ("treeinstruct_table1", 3, 6),
        ("treeinstruct_table2", 3, 6),
        ("tutorgym_table1", 10, 3),
        ("tutorgym_table2", 12, 3),
        ("debugta_table1", 3, 4),
        ("debugta_table2", 19, 9),
        ("debugta_table3", 8, 5),
    ],
)
def test_a_table_is_as_high_and_as_wide_as_the_print(stem: str, height: int, width: int) -> None:
    cells = rows(PUBLISHED / f"{stem}.csv")
    assert len({row["row"] for row in cells}) == height
    assert len({row["column"] for row in cells}) == width
    assert len(cells) == height * width


@pytest.mark.parametrize(
    ("stem", "row", "column", "printed", "note"),
    [
        ("beagle_table1", "Vanilla", "P_recur", "7.8 ± 20.3%", ""),
        ("beagle_table1", "SimStudent (Rule-based)", "P_recur", "92.0 ± 18.3%", "bold"),
        ("beagle_table1", "SimStudent (Rule-based)", "Lag", "-", "not printed"),
        ("beagle_table1", "FewShot+M", "Gap", "-20%", ""),
        ("beagle_table1", "BEAGLE (Flash 2.0)", "D_KL", "0.35 ± 0.37", "bold"),
        ("beagle_table1", "BEAGLE (Flash 2.5)", "D_debug", "0.07 ± 0.08", "underlined"),
        ("beagle_table2", "No semi-Markov", "D_KL", "6.76 ± 2.02", ""),
        ("beagle_table5", "MONITORING: Debugging → Debugging", "LOW", "86.7%", "bold"),
        ("beagle_table6", "HIGH MONITORING", "Mean", "12.56", ""),
        ("beagle_table7", "Off-Topic", "Peak Position", "μ = 0.73 (late session)", ""),
        ("beagle_table8", "Assistance (LOW)", "r_peak", "0.117", ""),
        ("beagle_table10", "0.3 - 0.5", "Scaffold Level", "GUIDING", ""),
        ("beagle_table13", "Ena→Ena", "Low Markov", "77.5%", ""),
        ("beagle_table13", "Ena→Ena vs Solved", "r", "r = -0.194", ""),
        ("beagle_table14", "Certainty Words", "Diff", "+5.5", ""),
        ("beagle_table15", "ZPD", "Solved", "4/10", ""),
        ("beagle_figure17", "Real", "classified as Real", "265", "hit"),
        ("beagle_appendix_a4", "Debugging → Debugging", "stickiness", "54.1%", ""),
        ("beagle_appendix_h", "TOST", "p above -0.3", "<0.000", "upper bound"),
        ("beagle_figure4", "Vanilla", "C→C", "49.4%", "section 4.1"),
        ("beagle_figure6", "LOW", "ENACTING", "50.8%", "section 4.1"),
        ("eduverse_table1", "Argumentative Essay: Sim", "IRF_rate", "0.554", "label as in Table A7"),
        ("eduverse_table1", "Lyrical Prose: Real", "R", "–", "not printed"),
        ("eduverse_table2", "Argumentative Essay: Collab", "Avg. Deg.", "1.600", ""),
        ("eduverse_table3", "Zhang Tao", "Round: Out", "0.60", ""),
        ("eduverse_table4", "Full", "ΔE_Pos", "0.094", ""),
        ("eduverse_table5", "Sim: H_round", "R", "0.071", ""),
        ("eduverse_table6", "Lecture", "Density", "0.500", ""),
        ("eduverse_table_a3", "Peer adjacency", "Description", "Edge (i, j) if d(i, j) ≤ τ_d = 4.5", ""),
        ("eduverse_table_a7", "Argumentative Essay: Round", "Steps", "31", ""),
        ("eduverse_table_a9", "Collab: Lyrical Prose", "C_Low", "0.942", ""),
        ("eduverse_table_a10", "Foreign Fiction: nocog", "C_High", "0.824", ""),
        ("eduverse_table_a11", "Lyrical Prose: Collab: Zhang Yan", "Degree", "1.00", "label of the text from App. D.4"),
        ("eduverse_table_a12", "Task 1: Peer chatting", "Round", "0.733", ""),
        ("eduverse_table_a13", "Session 4: Zhang Yan", "B_Pos", "0.923", ""),
        ("eduverse_figure8", "Li Wei", "E_Pos", "≥0.966", "section 4.3; lower bound"),
        ("treeinstruct_table1", "TreeInstruct (Claude, Mistral)", "Syntactical SR", "78.09%", ""),
        ("treeinstruct_table2", "- State Representation (Claude, Mistral)", "Conceptual AT", "2.96", ""),
        ("tutorgym_table1", "Knowledge Tracing", "Apprentice Tutors", "BKT", ""),
        ("tutorgym_table2", "OATutor (183 domains): Haiku-3.5", "Correct Accuracy", "92.36%", "bold"),
        ("debugta_table1", "ACMOJ", "Pool Size", "85.12", ""),
        ("debugta_table2", "DeepSeek (16B): Debug with S", "Code4Bench: Plag.", "75.86", ""),
        ("debugta_table3", "Qwen (7B): AC@all", "ACMOJ: Logic", "23.66", ""),
    ],
)
def test_a_cell_reads_as_in_the_paper(stem: str, row: str, column: str, printed: str, note: str) -> None:
    found = {(cell["row"], cell["column"]): (cell["printed"], cell["note"]) for cell in rows(PUBLISHED / f"{stem}.csv")}
    assert found[row, column] == (printed, note)
