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
# A number, perhaps after < ~ ± or "r = ", with perhaps a spread, a per cent sign, a denominator or words in brackets
NUMBER = re.compile(
    r"(?:[<~±]|[^\d\s]+ = )?(?P<value>[+-]?\d*\.?\d+)(?: ± (?P<spread>\d*\.?\d+))?%?(?:/\d+)?(?: \(.*\))?"
)


def rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            row | {key: float(row[key]) if row[key] else None for key in ("value", "spread")}
            for row in csv.DictReader(lines)
        ]


def cells(name: str, column: str) -> dict[str, float]:
    return {row["row"]: row["value"] for row in rows(PUBLISHED / f"{name}.csv") if row["column"] == column}


def spreads(name: str, column: str) -> dict[str, float]:
    return {row["row"]: row["spread"] for row in rows(PUBLISHED / f"{name}.csv") if row["column"] == column}


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
        printed = {key: float(text) for key, text in found.groupdict().items() if text} if found else {}
        assert (row["value"], row["spread"]) == (printed.get("value"), printed.get("spread")), row
        assert ("%" in row["printed"]) == (row["unit"] == "%"), row


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_each_cell_of_one_table_once(path: Path) -> None:
    places = [(row["row"], row["column"]) for row in rows(path)]
    assert len(places) == len(set(places))
    assert {f"{row['paper']}_{row['table']}" for row in rows(path)} == {path.stem}


def test_every_table_of_the_issue_is_there() -> None:
    tables = {f"beagle_table{number}" for number in (1, 2, 5, 6, 7, 8, 10, 13, 14, 15)}
    figures = {f"beagle_figure{number}" for number in (1, 4, 5, 6, 17)}
    assert {path.stem for path in FILES} >= tables | figures | {"beagle_appendix_a4"}


# Numbers of cells: rows times columns of the print
@pytest.mark.parametrize(
    ("name", "count"),
    [("table1", 132), ("table2", 42), ("table5", 14), ("table6", 32), ("table8", 12), ("table13", 64), ("table15", 15)],
)
def test_no_cell_of_a_table_is_left_out(name: str, count: int) -> None:
    assert len(rows(PUBLISHED / f"beagle_{name}.csv")) == count


@pytest.mark.parametrize(
    ("name", "row", "column", "printed", "note"),
    [
        ("table1", "Vanilla", "P_recur", "7.8 ± 20.3%", ""),
        ("table1", "SimStudent (Rule-based)", "P_recur", "92.0 ± 18.3%", "bold"),
        ("table1", "SimStudent (Rule-based)", "Lag", "-", "not printed"),
        ("table1", "FewShot+M", "Gap", "-20%", ""),
        ("table1", "BEAGLE (Flash 2.0)", "D_KL", "0.35 ± 0.37", "bold"),
        ("table1", "BEAGLE (Flash 2.5)", "D_debug", "0.07 ± 0.08", "underlined"),
        ("table2", "No semi-Markov", "D_KL", "6.76 ± 2.02", ""),
        ("table5", "MONITORING: Debugging → Debugging", "LOW", "86.7%", "bold"),
        ("table6", "HIGH MONITORING", "Mean", "12.56", ""),
        ("table7", "Off-Topic", "Peak Position", "μ = 0.73 (late session)", ""),
        ("table8", "Assistance (LOW)", "r_peak", "0.117", ""),
        ("table10", "0.3 - 0.5", "Scaffold Level", "GUIDING", ""),
        ("table13", "Ena→Ena", "Low Markov", "77.5%", ""),
        ("table13", "Ena→Ena vs Solved", "r", "r = -0.194", ""),
        ("table14", "Certainty Words", "Diff", "+5.5", ""),
        ("table15", "ZPD", "Solved", "4/10", ""),
        ("figure17", "Real", "classified as Real", "265", "hit"),
        ("appendix_a4", "Debugging → Debugging", "stickiness", "54.1%", ""),
        ("figure4", "Vanilla", "C→C", "49.4%", "section 4.1"),
        ("figure6", "LOW", "ENACTING", "50.8%", "section 4.1"),
    ],
)
def test_a_cell_reads_as_in_the_paper(name: str, row: str, column: str, printed: str, note: str) -> None:
    found = {(r["row"], r["column"]): (r["printed"], r["note"]) for r in rows(PUBLISHED / f"beagle_{name}.csv")}
    assert found[row, column] == (printed, note)


def test_the_spread_of_solve_is_walds_standard_error_of_50_runs() -> None:
    rates, errors = cells("beagle_table1", "Solve"), spreads("beagle_table1", "Solve")
    for row, rate in rates.items():
        assert errors[row] == pytest.approx((rate * (100 - rate) / 50) ** 0.5, abs=0.0051), row


def test_solve_and_gap_give_whole_numbers_of_25_high_and_25_low_runs() -> None:
    rates, gaps = cells("beagle_table1", "Solve"), cells("beagle_table1", "Gap")
    for row, gap in gaps.items():
        if gap is not None:
            high, low = (25 * (rates[row] + sign * gap / 2) / 100 for sign in (1, -1))
            assert (high, low) == (pytest.approx(round(high)), pytest.approx(round(low))), row
            assert 0 <= low <= 25
            assert 0 <= high <= 25


def test_means_and_cvs_of_table_6_follow_from_shape_and_scale() -> None:
    shape, scale, mean, cv = (cells("beagle_table6", name) for name in ("Shape", "Scale", "Mean", "Fitted CV"))
    for row in shape:
        assert mean[row] == pytest.approx(shape[row] * scale[row], abs=0.05)
        assert cv[row] == pytest.approx(shape[row] ** -0.5, abs=0.0051)


@pytest.mark.parametrize(
    ("table", "low", "high"), [("table13", "Low Markov", "High Markov"), ("table14", "Low Persona", "HIGH Persona")]
)
def test_printed_differences_are_high_minus_low(table: str, low: str, high: str) -> None:
    lows, highs, differences = (cells(f"beagle_{table}", column) for column in (low, high, "Diff"))
    for row, difference in differences.items():
        assert difference == pytest.approx(highs[row] - lows[row], abs=0.101), row  # three rounded numbers


def test_rates_of_table_15_are_its_counts() -> None:
    solved, rate = cells("beagle_table15", "Solved"), cells("beagle_table15", "Solve Rate")
    assert {row: 10 * count for row, count in solved.items()} == rate


def test_the_confusion_matrix_sums_to_its_observations() -> None:
    answers = ("classified as AI", "classified as Real")
    counts = [count for answer in answers for count in cells("beagle_figure17", answer).values()]
    shares = [share for answer in answers for share in cells("beagle_figure17", f"{answer}, share").values()]
    assert sum(counts) == 852
    assert shares == pytest.approx([100 * count / 852 for count in counts], abs=0.051)


def test_interrupt_rates_agree_between_tables_7_and_8() -> None:
    peaks = cells("beagle_table8", "r_peak")
    for level in ("LOW", "HIGH"):
        for state, rate in cells("beagle_table7", level).items():
            assert 100 * peaks[f"{state} ({level})"] == pytest.approx(rate)
