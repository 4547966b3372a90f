"""EduVerse: discourse, states, networks, transitions, gains, requests and parameters."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim
from pipeline.audit.eduverse import (
    cycles,
    discourse,
    gains,
    networks,
    parameters,
    requests,
    roles,
    seating,
    states,
    trajectories,
    transitions,
)

PARTS = (discourse, cycles, states, networks, roles, seating, requests, transitions, gains, trajectories, parameters)


def claims() -> Iterator[Claim]:
    """Every claim of the paper that is audited."""
    for part in PARTS:
        yield from part.claims()
