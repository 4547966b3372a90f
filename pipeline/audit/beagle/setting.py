"""BEAGLE's setting and definitions: what is counted, named or defined in two places."""

from collections.abc import Iterator

import numpy as np

from metrics.counting import occupancy, transition_counts
from metrics.programming.behaviour import cognitive_divergence, transition_divergence
from metrics.programming.epistemics import errors_seen_and_recurrent, recurrence_rate
from pipeline.audit.beagle.runs import BEAGLE, real_students
from pipeline.audit.claims import Claim, in_digits
from pipeline.audit.printed import cell, column_of, words
from pipeline.audit.together import ends
from protocol import Cognition, Metacognition

SECTION, SETUP, PROMPTS = "beagle_section4", "beagle_appendix_e", "beagle_appendix_c"
COMPONENTS = "Knowledge components"


def claims() -> Iterator[Claim]:
    """What sections 2 and 4 and App. C and E say of the same things."""
    yield from of_problems()
    yield from of_prompts()
    yield from of_divergence()
    yield of_recurrence()


def of_problems() -> Iterator[Claim]:
    """Knowledge components and tests."""
    total = cell(SECTION, COMPONENTS, "number")
    kinds = [cell(SECTION, COMPONENTS, kind) for kind in ("coding", "physics")]
    yield BEAGLE.number(
        "section 4", "knowledge components", total, sum(kind.value for kind in kinds), "coding and physics, sum"
    )
    for problem, number in column_of(SETUP, "knowledge components").items():
        yield BEAGLE.same("section 4; App. E.1", f"knowledge components, {problem}", total, number, "App. E.1")
    tests = [number.value for number in column_of(SETUP, "tests").values()]
    least, most = (cell(SETUP, "Problems", f"{end} tests") for end in ("least", "greatest"))
    yield ends(BEAGLE, "App. E.1", "unit tests of a problem", least, most, tests, "the three problems")


def of_prompts() -> Iterator[Claim]:
    """Blocks of the prompts."""
    yield BEAGLE.number(
        "Table 11; App. C.3",
        "combinations of behaviours",
        cell(PROMPTS, "Mandate", "combinations"),
        len(Metacognition) * len(Cognition),
        "metacognitive times cognitive behaviours",
    )
    for block, here, there in (("Static", "Eq. 11", "Table 11"), ("Performer", "Table 11", "Eq. 14")):
        yield BEAGLE.same_words(
            f"{here}; {there}",
            f"what the block {block} depends on",
            words(PROMPTS, f"{block}, {here}", "argument"),
            words(PROMPTS, f"{block}, {there}", "argument"),
            "printed twice",
            note="So the prompts' style follows persona or behaviour; App. F.3 tells the two apart.",
        )


def of_divergence() -> Iterator[Claim]:
    """D_KL, which is defined twice."""
    for what in ("of", "direction"):
        yield BEAGLE.same_words(
            "section 2; Eq. 21",
            f"D_KL: {what}",
            words("beagle_section2", "D_KL", what),
            words(SETUP, "D_KL", what),
            "two definitions",
        )
    alternating = np.resize([0, 1], 30)
    states, transitions = occupancy(alternating, len(Cognition)), transition_counts(alternating, len(Cognition))
    by_state = float(cognitive_divergence(states, real_students()))
    by_transition = float(transition_divergence(transitions, real_students()))
    yield BEAGLE.holds(
        "section 2; Eq. 21",
        "both definitions of D_KL agree on a run that alternates between Constructing and Debugging",
        f"section 2: {in_digits(by_transition, 3)}",
        f"Eq. 21: {in_digits(by_state, 3)}",
        bool(np.isclose(by_state, by_transition, rtol=0.1)),
        "both, of the same 30 steps, in nats",
        note="Such a run never debugs twice in a row, and is near perfect by Eq. 21.",
    )


def of_recurrence() -> Claim:
    """P_recur, which is defined twice."""
    run = [["NameError"], ["NameError"], ["TypeError"]]
    seen, recurrent = errors_seen_and_recurrent(run)
    of_types = float(recurrence_rate(np.array(recurrent), np.array(seen)))
    of_runs = float(recurrent > 0)
    return BEAGLE.holds(
        "section 4.2; Eq. 26",
        "both definitions of P_recur agree on a run with two error types, of which one recurs",
        f"section 4.2, share of runs: {in_digits(of_runs, 2)}",
        f"Eq. 26, share of error types: {in_digits(of_types, 2)}",
        of_runs == of_types,
        "both, of one run",
    )
