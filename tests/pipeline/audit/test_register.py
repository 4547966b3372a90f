"""What holds for the audit as a whole."""

from collections import Counter

import pytest

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.records import TITLES
from pipeline.audit.register import all_claims


@pytest.fixture(scope="module")
def claims() -> tuple[Claim, ...]:
    return all_claims()


def test_every_paper_is_audited(claims: tuple[Claim, ...]) -> None:
    counts = Counter(claim.paper for claim in claims)
    assert counts.keys() == TITLES.keys()
    assert counts["beagle"] >= 130
    assert counts["debugta"] >= 50
    assert sum(counts.values()) >= 120


def test_no_claim_is_made_twice(claims: tuple[Claim, ...]) -> None:
    places = Counter((claim.paper, claim.location, claim.claim) for claim in claims)
    assert [place for place, times in places.items() if times > 1] == []


def test_every_claim_says_what_is_printed_what_comes_out_and_how(claims: tuple[Claim, ...]) -> None:
    for claim in claims:
        assert all((claim.location, claim.claim, claim.printed, claim.recomputed, claim.method)), claim
        assert "nan" not in claim.recomputed, claim


def test_every_verdict_occurs(claims: tuple[Claim, ...]) -> None:
    assert {claim.verdict for claim in claims} == {*Verdict}


def test_the_audit_repeats_itself(claims: tuple[Claim, ...]) -> None:
    assert all_claims() == claims
