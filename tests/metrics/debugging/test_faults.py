import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.debugging.accuracy import ac_rate
from metrics.debugging.faults import by_fault, overall

NAN = np.nan


def sessions(*rows: tuple[str, float, float, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["fault", "origin", "score", "plagiarised"])


def test_each_kind_of_error_has_its_row() -> None:
    table = by_fault(sessions(("syntax", 0, 1, 0), ("logic", 0.5, 0, 1), ("logic", 0.1, 0.5, 0), ("logic", 0, 1, 0)))
    assert table.loc["syntax"].tolist() == [1, 0, 1, 1, 0]
    assert table.loc["logic"].tolist() == pytest.approx([3, 0.2, 0.5, 1 / 3, 1 / 3])


def test_a_kind_that_no_program_has_is_undefined() -> None:
    # Table 3 prints a dash for the 0 syntax errors of CodeApex
    table = by_fault(sessions(("logic", 0, 1, NAN)))
    assert table.loc["syntax"].tolist() == pytest.approx([0, NAN, NAN, NAN, NAN], nan_ok=True)
    assert table.loc["logic"].tolist() == pytest.approx([1, 0, 1, 1, NAN], nan_ok=True)


def test_table_3_put_together_gives_a_cell_of_table_2() -> None:
    # GPT-4o-mini on ACMOJ, AC@all: 14.29 of 7 and 44.09 of 93 are 1 and 41 programs, together the 42.00 of Table 2
    assert overall(np.array([14.29, 44.09]), np.array([7, 93])) == pytest.approx(42.00, abs=0.01)


def test_a_kind_without_programs_weighs_nothing() -> None:
    assert overall(np.array([NAN, 0.4]), np.array([0, 108])) == pytest.approx(0.4)
    assert np.isnan(overall(np.array([NAN, NAN]), np.array([0, 0])))
    assert np.isnan(overall(np.array([NAN, 0.4]), np.array([1, 3])))


@given(rows=st.lists(st.tuples(st.sampled_from(["syntax", "logic"]), st.floats(0, 1)), min_size=1, max_size=30))
def test_the_kinds_together_are_all_programs(rows: list[tuple[str, float]]) -> None:
    table = by_fault(sessions(*((fault, 0.0, score, 0.0) for fault, score in rows)))
    whole = overall(table["ac_rate"].to_numpy(), table["n"].to_numpy())
    assert whole == pytest.approx(float(ac_rate(np.array([score for _, score in rows]))))
