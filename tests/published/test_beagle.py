import pytest

from pipeline.published import PublishedTable


def cells(table: str, column: str) -> dict[str, float | None]:
    found = PublishedTable.read(f"beagle_{table}").cells.items()
    return {row: cell.value for (row, name), cell in found if name == column}


def numbers(table: str, column: str) -> dict[str, float]:
    return {row: value for row, value in cells(table, column).items() if value is not None}


def spreads(table: str, column: str) -> dict[str, float | None]:
    found = PublishedTable.read(f"beagle_{table}").cells.items()
    return {row: cell.spread for (row, name), cell in found if name == column}


def test_the_correlations_stand_below_the_15_metrics_of_table_13() -> None:
    table = PublishedTable.read("beagle_table13")
    assert len(table.rows) == 15 + 2
    assert len(table.cells) == 15 * 4 + 2 * 2


def test_the_spread_of_solve_is_walds_standard_error_of_50_runs() -> None:
    errors = spreads("table1", "Solve")
    for row, rate in numbers("table1", "Solve").items():
        assert errors[row] == pytest.approx((rate * (100 - rate) / 50) ** 0.5, abs=0.0051), row


def test_solve_and_gap_give_whole_numbers_of_25_high_and_25_low_runs() -> None:
    rates = numbers("table1", "Solve")
    for row, gap in numbers("table1", "Gap").items():
        high, low = (25 * (rates[row] + sign * gap / 2) / 100 for sign in (1, -1))
        assert (high, low) == (pytest.approx(round(high)), pytest.approx(round(low))), row
        assert 0 <= low <= 25
        assert 0 <= high <= 25


def test_means_and_cvs_of_table_6_follow_from_shape_and_scale() -> None:
    shape, scale, mean, cv = (numbers("table6", name) for name in ("Shape", "Scale", "Mean", "Fitted CV"))
    for row in shape:
        assert mean[row] == pytest.approx(shape[row] * scale[row], abs=0.05)
        assert cv[row] == pytest.approx(shape[row] ** -0.5, abs=0.0051)


@pytest.mark.parametrize(
    ("table", "low", "high"), [("table13", "Low Markov", "High Markov"), ("table14", "Low Persona", "HIGH Persona")]
)
def test_printed_differences_are_high_minus_low(table: str, low: str, high: str) -> None:
    lows, highs, differences = (numbers(table, column) for column in (low, high, "Diff"))
    for row, difference in differences.items():
        assert difference == pytest.approx(highs[row] - lows[row], abs=0.101), row  # three rounded numbers


def test_rates_of_table_15_are_its_counts() -> None:
    assert {row: 10 * count for row, count in numbers("table15", "Solved").items()} == cells("table15", "Solve Rate")


def test_the_confusion_matrix_sums_to_its_observations() -> None:
    answers = ("classified as AI", "classified as Real")
    counts = [count for answer in answers for count in numbers("figure17", answer).values()]
    shares = [share for answer in answers for share in numbers("figure17", f"{answer}, share").values()]
    assert sum(counts) == 852
    assert shares == pytest.approx([100 * count / 852 for count in counts], abs=0.051)


def test_interrupt_rates_agree_between_tables_7_and_8() -> None:
    peaks = numbers("table8", "r_peak")
    for level in ("LOW", "HIGH"):
        for state, rate in numbers("table7", level).items():
            assert 100 * peaks[f"{state} ({level})"] == pytest.approx(rate)
