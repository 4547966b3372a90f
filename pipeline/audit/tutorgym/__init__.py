"""TutorGym: domains, accuracies and tutor paradigms."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim
from pipeline.audit.tutorgym import accuracies, domains, paradigms

PARTS = (domains, accuracies, paradigms)


def claims() -> Iterator[Claim]:
    """Every claim of the paper that is audited."""
    for part in PARTS:
        yield from part.claims()
