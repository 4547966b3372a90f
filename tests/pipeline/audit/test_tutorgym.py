"""Contradictions and agreements of TutorGym that can be worked by hand are found, and by the right name."""

from collections import Counter

import pytest

from pipeline.audit import tutorgym
from pipeline.audit.claims import Claim, Verdict

AGREES, ROUNDING, DISAGREES, IMPOSSIBLE, UNDETERMINED = Verdict
WORST = "the best model at correct actions is the worst at incorrect ones"


@pytest.fixture(scope="module")
def claims() -> list[Claim]:
    return [*tutorgym.claims()]


def test_claims_are_many_and_none_is_made_twice(claims: list[Claim]) -> None:
    assert len(claims) >= 30
    assert max(Counter((claim.location, claim.claim) for claim in claims).values()) == 1


def test_every_claim_says_what_is_printed_what_comes_out_and_how(claims: list[Claim]) -> None:
    assert all(claim.printed and claim.recomputed and claim.method for claim in claims)
    assert {claim.paper for claim in claims} == {"tutorgym"}


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        ("abstract; sections 3.1 and 5", "domains, by Table 2", AGREES),  # 10 + 30 + 183 = 223
        ("abstract; sections 3.1 and 5", "domains, by section 2.1", DISAGREES),  # 10 + 30 + 188 + 2 = 230
        ("section 2.1", "domains of OATutor", DISAGREES),  # 188 and 183
        ("section 2.1", "domains of CTAT Mathtutors", AGREES),  # 10 and 10
        # 64.20, 58.35, 56.50 and 52.10 lie within; 70.75 above, and seven below
        ("section 3.2", "all models produce next steps with accuracies around the range", DISAGREES),
        # 36.49 at least; the best of each platform 56.50, 70.75 and 52.10
        ("abstract", "next-step actions are correct, at least", UNDETERMINED),
        ("abstract", "next-step actions are correct, at most", ROUNDING),  # 70.75, cut off
        ("abstract; section 3.2", "no model exceeds chance at identifying incorrect actions", AGREES),  # 49.80
        # (88.36 + 22.34) / 2 = 55.35 and so on: all four above 50
        ("abstract; section 3.2", "Apprentice: no model grades better than chance", UNDETERMINED),
        # (28.11 + 42.63) / 2 = 35.37
        ("section 3.2", "all models grade poorly, but none worse than blindly", UNDETERMINED),
        ("section 3.2", f"CTAT Mathtutors: {WORST}", AGREES),  # Haiku: 81.06 and 25.05
        ("section 3.2", f"OATutor: {WORST}", AGREES),  # Haiku: 92.36 and 10.82
        ("Table 2", "the best Demo Accuracy of each platform is bold", AGREES),
        ("section 3.2", "next steps are starkly less accurate than final answers", AGREES),  # 70.75 and 80
        # 2424 states are 2.65 a problem of 5 x 183
        ("section 2.1; Table 2", "OATutor's problems mostly have one step, by Demo Accuracy", UNDETERMINED),
        ("section 1", "each tutoring system permits a variety of solutions", DISAGREES),  # yes, no, no
        ("section 2.1", "the Apprentice Tutors included have purely sequential steps", DISAGREES),  # partial
        (
            "section 2.1",
            "control flow of CTAT is considerably more complex than that of Apprentice Tutors",
            DISAGREES,  # partial and partial
        ),
        ("section 2.1", "open-ended inputs: CTAT Example-Tracing, Apprentice Tutors", AGREES),  # yes and yes
        ("section 4.1", "earlier experience of a domain is usually retained in the prompt", UNDETERMINED),
    ],
)
def test_a_claim_has_its_verdict(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    assert [found.verdict for found in claims if (found.location, found.claim) == (location, claim)] == [verdict]


def test_nine_of_twelve_graders_are_better_than_blind_ones(claims: list[Claim]) -> None:
    """Correct and Incorrect Accuracy together exceed 100 for all but Sonnet, GPT-4o and DeepSeek on CTAT."""
    better = [
        claim.note.split(" ")[0] for claim in claims if claim.claim.endswith("no model grades better than chance")
    ]
    assert better == ["1", "4", "4"]
