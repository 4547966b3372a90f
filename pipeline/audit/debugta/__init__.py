"""DebugTA: datasets, effectiveness, backbones, plagiarism, kinds of errors, and interaction."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim
from pipeline.audit.debugta import backbones, corpora, effectiveness, faults, interaction, plagiarism

PARTS = (corpora, effectiveness, backbones, plagiarism, faults, interaction)


def claims() -> Iterator[Claim]:
    """Every claim of the paper that is audited."""
    for part in PARTS:
        yield from part.claims()
