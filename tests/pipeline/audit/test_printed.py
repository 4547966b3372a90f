import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.audit.printed import (
    Printed,
    cell,
    column_of,
    columns,
    decimals_of,
    in_words,
    marked,
    rows,
    spread,
    words,
)
from protocol import DataError


@pytest.mark.parametrize(
    ("place", "text", "value", "decimals"),
    [
        (("beagle_table1", "Vanilla+M", "Solve"), "92.00 ± 3.84%", 92.0, 2),
        (("beagle_table6", "LOW ENACTING", "Scale"), "8.30", 8.3, 2),
        (("beagle_appendix_h", "Accuracy", "responses"), "450/852", 450, 0),
        (("beagle_appendix_h", "TOST", "margin"), "±0.3", 0.3, 1),
        (("beagle_appendix_h", "Difficulty", "value"), "4.16/5", 4.16, 2),
        (("beagle_figure11", "LOW MONITORING", "against geometric"), "-39%", -39, 0),
        (("beagle_table13", "Ena→Ena vs Solved", "r"), "r = -0.194", -0.194, 3),
        (("beagle_table13", "Ena→Ena", "p-value"), "<.001", 0.001, 3),
    ],
)
def test_a_cell_is_read_with_its_digits(place: tuple[str, str, str], text: str, value: float, decimals: int) -> None:
    found = cell(*place)
    assert (found.text, found.value, found.decimals) == (text, value, decimals)


def test_the_number_after_the_sign_has_digits_of_its_own() -> None:
    assert cell("beagle_table1", "CoT+M", "Steps").spread == 8
    found = spread("beagle_table1", "Vanilla", "P_recur")
    assert (found.text, found.value, found.decimals) == ("± 20.3%", 20.3, 1)
    assert math.isnan(cell("beagle_table6", "LOW ENACTING", "Mean").spread)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: cell("beagle_table1", "Vanilla", "Grace"), "nothing is printed there"),
        (lambda: cell("beagle_table1", "SimStudent (Rule-based)", "Lag"), "no number is printed there"),
        (lambda: spread("beagle_table1", "Vanilla", "Gap"), "no spread is printed there"),
        (lambda: in_words("beagle_table7", "Off-Topic", "Primary Trigger"), "is no number in words"),
        (lambda: cell("beagle_table99", "a", "b"), "no such published table"),
    ],
)
def test_what_is_not_printed_is_told_by_its_place(ask: object, told: str) -> None:
    with pytest.raises(DataError, match=told):
        ask()  # type: ignore[operator]


def test_a_column_leaves_out_rows_that_print_no_number() -> None:
    lags = column_of("beagle_table1", "Lag")
    assert set(rows("beagle_table1")) - lags.keys() == {"SimStudent (Rule-based)"}
    assert columns("beagle_table15") == ("Solved", "Solve Rate", "Mean Steps")


def test_words_are_read_as_numbers_where_they_are_numbers() -> None:
    assert words("debugta_section5", "DebugTA", "times the input tokens") == "twice"
    assert in_words("debugta_section5", "DebugTA", "times the input tokens").value == 2
    assert in_words("debugta_section5", "Participants", "problems") == Printed("eight", 8, 0)


def test_marks_are_those_of_the_print() -> None:
    assert marked("beagle_table1", "D_KL", "bold") == ("BEAGLE (Flash 2.0)",)
    assert marked("beagle_table1", "D_debug", "bold") == ()
    assert marked("beagle_table1", "Lang", "underlined") == ("BEAGLE (Flash 2.0)", "BEAGLE (Flash 2.5)")


@given(number=st.floats(-1e3, 1e3), decimals=st.integers(0, 4))
def test_a_number_lies_between_the_ends_that_its_rounding_leaves(number: float, decimals: int) -> None:
    text = f"{number:.{decimals}f}"
    found = Printed(text, float(text), decimals_of(text))
    assert decimals_of(text) == decimals
    assert found.rounds_from(number)
    assert found.rounds_from(found.low)
    assert found.rounds_from(found.high)
    assert not found.rounds_from(found.high + 0.1 * 10**-decimals)
    assert not found.rounds_from(found.low - 0.1 * 10**-decimals)


@pytest.mark.parametrize(
    ("text", "number", "cut"),
    [
        ("0.053", 0.05365, True),
        ("0.054", 0.05365, False),
        ("-1.78", -1.789, True),
        ("-1.79", -1.789, False),
        ("3", 3.0, True),
        ("3", math.nan, False),
    ],
)
def test_cutting_off_goes_towards_zero(text: str, number: float, cut: bool) -> None:
    assert Printed(text, float(text), decimals_of(text)).is_cut_from(number) is cut
