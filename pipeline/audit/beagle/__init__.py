"""BEAGLE: human Turing test, performance, fidelity, ablations, real students, durations, profiles and tutors."""

from collections.abc import Iterator

from pipeline.audit.beagle import (
    ablations,
    aggregation,
    behaviour_model,
    comparisons,
    dwell_times,
    fidelity,
    interrupts,
    judge,
    knowledge,
    participants,
    performance,
    persona,
    setting,
    turing_test,
    tutors,
)
from pipeline.audit.claims import Claim

PARTS = (
    turing_test,
    participants,
    performance,
    fidelity,
    judge,
    comparisons,
    ablations,
    aggregation,
    dwell_times,
    interrupts,
    behaviour_model,
    persona,
    tutors,
    knowledge,
    setting,
)


def claims() -> Iterator[Claim]:
    """Every claim of the paper that is audited."""
    for part in PARTS:
        yield from part.claims()
