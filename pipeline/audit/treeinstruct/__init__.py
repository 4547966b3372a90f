"""TreeInstruct: gains and ablations, dialogues, the counts behind its rates, and its algorithm and examples, run."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim
from pipeline.audit.treeinstruct import ablations, conversations, dialogues, gains, runs

PARTS = (gains, ablations, dialogues, conversations, runs)


def claims() -> Iterator[Claim]:
    """Every claim of the paper that is audited."""
    for part in PARTS:
        yield from part.claims()
