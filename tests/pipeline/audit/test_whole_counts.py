import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.audit.printed import Printed
from pipeline.audit.whole_counts import count, counts, rounded_or_cut, totals
from protocol import DataError


@given(total=st.integers(1, 400), data=st.data())
def test_a_count_is_among_those_that_its_rounded_share_leaves(total: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, total))
    share = round(k / total, 3)
    assert k in counts(Printed(f"{share:.3f}", share, 3), total)


@given(total=st.integers(1, 400), data=st.data())
def test_counts_in_per_cent_are_those_of_trying_every_count(total: int, data: st.DataObject) -> None:
    printed = Printed("", data.draw(st.integers(0, 10_000)) / 100, 2)
    for fits in (Printed.rounds_from, rounded_or_cut):
        expected = [k for k in range(total + 1) if fits(printed, 100 * k / total)]
        assert counts(printed, total, scale=100, fits=fits) == expected


def test_a_share_cut_off_has_a_count_only_if_cutting_is_allowed() -> None:
    share = Printed("78.09%", 78.09, 2)  # 82/105 is 78.0952 %, rounded 78.10 %
    assert counts(share, 105, scale=100) == []
    assert counts(share, 105, scale=100, fits=rounded_or_cut) == [82]


def test_totals_are_those_that_all_shares_have_in_common() -> None:
    # 8/15, 10/15 and 4/15; no smaller number has a 0.533 and a 0.267, and of those up to 40 only 30 has them too
    shares = [Printed(text, float(text), 3) for text in ("0.533", "0.667", "0.267")]
    assert totals(shares, range(1, 41)) == [15, 30]


def test_a_count_that_the_digits_leave_open_is_refused() -> None:
    with pytest.raises(DataError, match=r"0\.5 is the share of 3 counts of 30"):  # 14, 15 and 16 of 30
        count(Printed("0.5", 0.5, 1), 30)
    assert count(Printed("0.50", 0.5, 2), 30) == 15
