import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.audit.claims import Claim, Paper, Verdict, in_digits, means, shares
from pipeline.audit.printed import Printed

AGREES, ROUNDING, DISAGREES, IMPOSSIBLE, UNDETERMINED = Verdict
PAPER = Paper("beagle")
numbers = st.floats(-1000, 1000, allow_nan=False)
digits = st.integers(0, 4)


def printed(text: str) -> Printed:
    return Printed(text, float(text), len(text.partition(".")[2]))


def rounded(number: float, decimals: int) -> Printed:
    return printed(f"{number:.{decimals}f}")


def number(text: str, recomputed: float, **ends: float) -> Verdict:
    return PAPER.number("", "", printed(text), recomputed, "", **ends).verdict


@pytest.mark.parametrize(
    ("text", "recomputed", "verdict"),
    [
        ("0.054", 0.05365, AGREES),
        ("0.053", 0.05365, ROUNDING),  # cut off
        ("0.055", 0.05365, DISAGREES),
        ("72", 71.5, AGREES),  # a half goes up ...
        ("71", 71.5, AGREES),  # ... or down
        ("71.5", 71.5, AGREES),
        ("-24.8", -24.8, AGREES),
        ("-1.78", -1.789, ROUNDING),  # cut off towards 0
        ("-1.79", -1.781, DISAGREES),
        ("-39", -38.06, DISAGREES),
        ("0", -0.4, AGREES),
        ("5", math.nan, DISAGREES),
    ],
)
def test_a_number_agrees_if_it_is_the_other_rounded(text: str, recomputed: float, verdict: Verdict) -> None:
    assert number(text, recomputed) is verdict


def test_what_the_inputs_rounding_allows_is_rounding() -> None:
    # Table 13: 10.1 - 4.8 = 5.3; with up to 0.05 at either end 5.2 to 5.4, and 5.4 is printed
    assert number("5.4", 5.3, low=5.2, high=5.4) is ROUNDING
    assert number("5.6", 5.3, low=5.2, high=5.4) is DISAGREES  # 5.55 at least
    assert number("-39", -38.06, low=-38.6, high=-37.5) is ROUNDING  # -38.6 is rounded to -39


@given(x=numbers, decimals=digits)
def test_a_rounded_number_agrees_with_itself(x: float, decimals: int) -> None:
    assert PAPER.number("", "", rounded(x, decimals), x, "").verdict is AGREES


@given(whole=st.integers(-1000, 1000), lost=st.floats(0, 0.999), decimals=digits)
def test_a_number_cut_off_never_disagrees(whole: int, lost: float, decimals: int) -> None:
    x = (whole + math.copysign(lost, whole)) / 10**decimals
    assert PAPER.number("", "", rounded(whole / 10**decimals, decimals), x, "").verdict in (AGREES, ROUNDING)


@given(x=numbers, decimals=digits, off=st.floats(1.6, 100), sign=st.sampled_from([-1, 1]))
def test_a_number_more_than_a_digit_away_disagrees(x: float, decimals: int, off: float, sign: int) -> None:
    away = rounded(x + sign * off * 10**-decimals, decimals)
    assert PAPER.number("", "", away, x, "").verdict is DISAGREES


@given(x=numbers, y=numbers, decimals=digits)
def test_a_sign_changes_no_verdict(x: float, y: float, decimals: int) -> None:
    there, back = (
        PAPER.number("", "", rounded(sign * x, decimals), sign * y, "", low=sign * y - 0.1, high=sign * y + 0.1).verdict
        for sign in (1, -1)
    )
    assert there is back


@given(a=numbers, b=numbers, decimals=digits)
def test_what_follows_from_rounded_numbers_never_disagrees(a: float, b: float, decimals: int) -> None:
    claim = PAPER.follows(
        "", "", rounded(a - b, decimals), lambda x, y: x - y, [rounded(a, decimals), rounded(b, decimals)], ""
    )
    assert claim.verdict in (AGREES, ROUNDING)


def test_what_follows_takes_the_ends_of_its_inputs_in_every_combination() -> None:
    # 1.92 x 4.01 = 7.6992; 1.915 x 4.005 = 7.670 to 1.925 x 4.015 = 7.729: 7.69 may be, 7.74 may not
    inputs = [printed("1.92"), printed("4.01")]
    product = [PAPER.follows("", "", printed(text), lambda x, y: x * y, inputs, "") for text in ("7.69", "7.74")]
    assert [claim.verdict for claim in product] == [ROUNDING, DISAGREES]


@given(total=st.integers(1, 500), data=st.data())
def test_a_share_of_whole_counts_is_possible(total: int, data: st.DataObject) -> None:
    share = 100 * data.draw(st.integers(0, total)) / total
    assert PAPER.possible("", "", rounded(share, 1), shares(total), "").verdict is AGREES


def test_a_share_of_no_whole_count_is_impossible_and_its_neighbours_are_shown() -> None:
    claim = PAPER.possible("", "", printed("62.6"), shares(426), "")
    assert (claim.verdict, claim.recomputed) == (IMPOSSIBLE, "62.441 or 62.676")  # 266/426 and 267/426


def test_a_mean_of_whole_ratings_is_a_sum_over_their_number() -> None:
    # 295/71 = 4.1549 and 296/71 = 4.1690; 183/44 = 4.1591
    assert PAPER.possible("", "", printed("4.16"), means(71, 1, 5), "").verdict is IMPOSSIBLE
    assert PAPER.possible("", "", printed("4.16"), means(44, 1, 5), "").verdict is AGREES
    assert (min(means(71, 1, 5)), max(means(71, 1, 5))) == (1, 5)


def test_nothing_is_possible_of_nothing() -> None:
    claim = PAPER.possible("", "", printed("30"), [], "")
    assert (claim.verdict, claim.recomputed) == (IMPOSSIBLE, "none")


@pytest.mark.parametrize(
    ("text", "low", "high", "verdict", "shown"),
    [
        ("0.70", 0, 0.6998, AGREES, "0 to 0.6998"),  # may have been 0.695
        ("0.73", 0, 0.6998, IMPOSSIBLE, "0 to 0.6998"),
        ("-3.7", -3.66, 9.12, AGREES, "-3.66 to 9.12"),  # may have been -3.65
        ("227", 585, math.inf, IMPOSSIBLE, "at least 585"),
        ("54.1", -math.inf, 52.569, IMPOSSIBLE, "at most 52.569"),
    ],
)
def test_a_number_out_of_bounds_is_impossible(text: str, low: float, high: float, verdict: Verdict, shown: str) -> None:
    claim = PAPER.bounded("", "", printed(text), low, high, "")
    assert (claim.verdict, claim.recomputed) == (verdict, shown)


def test_bounds_that_something_else_sets_are_a_matter_of_disagreement() -> None:
    assert PAPER.bounded("", "", printed("4"), 20, 40, "", otherwise=DISAGREES).verdict is DISAGREES


@pytest.mark.parametrize(
    ("first", "other", "verdict"),
    [
        ("0.76", "0.760", AGREES),
        ("0.053", "0.054", DISAGREES),
        ("87", "86.7", AGREES),
        ("87", "86.4", DISAGREES),
        ("-0.24", "-0.2", AGREES),
        ("0.24", "-0.24", DISAGREES),
        ("52.8", "52.8", AGREES),
    ],
)
def test_a_number_printed_twice_may_have_fewer_digits_once(first: str, other: str, verdict: Verdict) -> None:
    for here, there in ((first, other), (other, first)):
        assert PAPER.same("", "", printed(here), printed(there), "").verdict is verdict


@given(x=numbers, few=digits, more=st.integers(1, 3))
def test_a_number_is_the_same_with_more_digits(x: float, few: int, more: int) -> None:
    assert PAPER.same("", "", rounded(x, few), rounded(x, few + more), "").verdict is AGREES


def test_words_are_the_same_or_not() -> None:
    assert PAPER.same_words("", "", "D", "D", "").verdict is AGREES
    claim = PAPER.same_words("", "", "D", "Plag", "")
    assert (claim.verdict, claim.printed, claim.recomputed) == (DISAGREES, "D", "Plag")


@pytest.mark.parametrize("otherwise", [DISAGREES, IMPOSSIBLE, UNDETERMINED])
def test_a_statement_holds_or_is_what_is_said_otherwise(otherwise: Verdict) -> None:
    held, failed = (PAPER.holds("", "", "", "", fact, "", otherwise=otherwise).verdict for fact in (True, False))
    assert (held, failed) == (AGREES, otherwise)


@pytest.mark.parametrize(
    ("text", "values", "verdict"),
    [
        ("21", {"points": 20.9, "per cent": 24.2}, UNDETERMINED),
        ("19", {"points": 20.9, "per cent": 24.2}, DISAGREES),
        ("21", {"points": 20.9, "per cent": 21.4}, AGREES),
    ],
)
def test_readings_that_do_not_all_fit_leave_it_undetermined(
    text: str, values: dict[str, float], verdict: Verdict
) -> None:
    claim = PAPER.readings("", "", printed(text), values, "")
    assert claim.verdict is verdict
    assert all(name in claim.recomputed for name in values)


def test_a_claim_names_its_paper_and_keeps_what_was_printed() -> None:
    claim = PAPER.number("Table 1", "mean", printed("0.50"), 0.5, "sum over number", note="why")
    assert claim == Claim("beagle", "Table 1", "mean", "0.50", "0.5", "sum over number", AGREES, "why")


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (62.4413, 3, "62.441"),
        (28.0, 2, "28"),
        (-0.001, 2, "0"),
        (100.0, 0, "100"),
        (-1.5, 1, "-1.5"),
        (math.nan, 2, "nan"),
    ],
)
def test_digits_end_without_zeros(value: float, decimals: int, text: str) -> None:
    assert in_digits(value, decimals) == text
