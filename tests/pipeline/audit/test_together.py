from pipeline.audit.claims import Paper, Verdict
from pipeline.audit.printed import Printed
from pipeline.audit.together import ends, listed, repeated, texts

PAPER = Paper("eduverse")


def printed(text: str) -> Printed:
    return Printed(text, float(text), len(text.partition(".")[2]))


def test_a_range_is_compared_rounded_at_both_ends() -> None:
    values = [0.336, 0.554, 0.379]
    right = ends(PAPER, "", "", printed("0.34"), printed("0.55"), values, "")
    wrong = ends(PAPER, "", "", printed("0.34"), printed("0.56"), values, "")
    assert (right.verdict, wrong.verdict) == (Verdict.AGREES, Verdict.DISAGREES)
    assert (right.printed, right.recomputed) == ("0.34 to 0.55", "0.336 to 0.554")


def test_numbers_printed_twice_agree_if_one_may_be_the_other_rounded() -> None:
    claim = repeated(PAPER, "", "", [(printed("0.53"), printed("0.533")), (printed("0.40"), printed("0.400"))], "")
    assert (claim.verdict, claim.recomputed) == (Verdict.AGREES, "all 2 equal")


def test_numbers_printed_twice_and_unlike_are_named() -> None:
    claim = repeated(PAPER, "", "", [(printed("0.080"), printed("0.080")), (printed("0.256"), printed("0.389"))], "")
    assert (claim.verdict, claim.recomputed) == (Verdict.DISAGREES, "0.256 and 0.389")


def test_many_numbers_are_shortened_in_a_row() -> None:
    cells = [printed(f"{n}") for n in range(13)]
    assert texts(cells[:3]) == "0, 1, 2"
    assert texts(cells) == "0, ..., 12"
    assert listed([0.5, 1 / 3]) == "0.5, 0.333"
