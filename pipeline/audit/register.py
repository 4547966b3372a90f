"""Every claim that is audited, paper by paper."""

from pipeline.audit import beagle, debugta, eduverse, treeinstruct, tutorgym
from pipeline.audit.claims import Claim

PAPERS = (beagle, eduverse, treeinstruct, tutorgym, debugta)


def all_claims() -> tuple[Claim, ...]:
    """Recompute every claim from results/published."""
    return tuple(claim for paper in PAPERS for claim in paper.claims())
