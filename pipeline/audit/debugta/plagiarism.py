"""Plagiarism: who copies more, and what Algorithm 2 finds (section 5.4, App. E)."""

from collections.abc import Iterator

import numpy as np

from metrics.debugging.plagiarism import (
    ALIKE,
    APART,
    Similarities,
    plagiarised_as_described,
    plagiarised_as_printed,
    similarities,
)
from pipeline.audit.chance import fisher_p
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.debugta.effectiveness import of_chance
from pipeline.audit.debugta.tables import (
    DEBUGTA,
    GIVEN_S,
    OURS,
    PLAGIARISM,
    TEXT,
    places,
    plagiarism_printed,
    programs,
    rate,
    whole,
)
from pipeline.audit.printed import in_words, words

ALGORITHM = "Algorithm 2 against App. E"


def claims() -> Iterator[Claim]:
    """What Table 2 and App. E say of copies."""
    yield from of_rates()
    yield from of_algorithm()


def of_rates() -> Iterator[Claim]:
    """Whether the baselines that are given the standard code leak more of it."""
    pairs = [(backbone, teacher, dataset) for backbone, dataset in places() for teacher in GIVEN_S]
    more = [at for at in pairs if rate(*at, PLAGIARISM).value > rate(at[0], OURS, at[2], PLAGIARISM).value]
    location = "section 5.4 (4)"
    yield DEBUGTA.holds(
        location,
        "baselines that are given the standard code have higher plagiarism rates than DebugTA",
        "higher",
        f"{len(more)} of {len(pairs)}",
        len(more) == len(pairs),
        "Table 2",
    )
    tested = {}
    for backbone, teacher, dataset in pairs:
        theirs, ours = (whole(backbone, each, dataset, PLAGIARISM) for each in (teacher, OURS))
        tested[f"{teacher}, {backbone}, {dataset}: {theirs} and {ours}"] = fisher_p(
            theirs, programs(dataset), ours, programs(dataset)
        )
    yield of_chance(
        location,
        "baselines that are given the standard code have significantly higher plagiarism rates than DebugTA",
        "significantly",
        tested,
        Verdict.DISAGREES,
    )
    given = [teacher for teacher in plagiarism_printed() if teacher != OURS]
    yield DEBUGTA.number(
        location,
        "baselines that are given the standard code",
        in_words(TEXT, "Baselines", "given the standard code"),
        len(given),
        "baselines that Table 2 prints a plagiarism rate of",
    )


def grid() -> Similarities:
    """All triples of similarities, a twentieth apart."""
    axis = np.linspace(0, 1, 21)
    return Similarities(*(each.ravel() for each in np.meshgrid(axis, axis, axis, indexing="ij")))


def of_algorithm() -> Iterator[Claim]:
    """The rule as it is printed against the rule as it is described."""
    found = grid()
    printed, described = plagiarised_as_printed(found), plagiarised_as_described(found)
    copies = found.standard_final == 1
    yield DEBUGTA.holds(
        ALGORITHM,
        "a final program that is the standard one is plagiarised",
        "described: significantly resembles the standard code",
        f"in {printed[copies].sum()} of {copies.sum()} cases by Algorithm 2, in {described[copies].sum()} as described",
        bool(printed[copies].any()),
        "both rules, of all similarities to the erroneous program, a twentieth apart",
        note="Line 5 lets pass whatever is nearer to the standard program than the erroneous one was.",
    )
    yield DEBUGTA.holds(
        ALGORITHM,
        "the algorithm is the rule that is described: some program is plagiarised by both",
        "one rule",
        f"{printed.sum()} cases by Algorithm 2, {described.sum()} as described, {(printed & described).sum()} by both",
        bool((printed & described).any()),
        f"both rules, of all triples of similarities, a twentieth apart; thresholds, not printed, {ALIKE} and {APART}",
    )
    foreign = similarities("abcdefghij", "abcdezzzzz", "q")
    yield DEBUGTA.holds(
        ALGORITHM,
        "a final program that is like neither other program is no plagiarism",
        "described: returns False",
        f"Algorithm 2 returns {bool(plagiarised_as_printed(foreign))}",
        not plagiarised_as_printed(foreign),
        "standard abcdefghij, erroneous abcdezzzzz, final q",
        note="The second half of line 7 compares the erroneous program with the others, whatever became of it.",
    )
    yield of_line_7(found)
    yield DEBUGTA.same_words(
        "Algorithm 2, line 12",
        "what is returned",
        words("debugta_appendix_e", "Algorithm 2", "returned"),
        words("debugta_appendix_e", "Algorithm 2", "result"),
        "its line Ensure",
        note="Nothing sets D.",
    )


def of_line_7(found: Similarities) -> Claim:
    """The first half of line 7 asks for more than lines 3 and 5 leave, whatever the threshold."""
    thresholds = np.linspace(0, 1, 21)
    reached = 0
    for alike in thresholds:
        passed = (found.standard_erroneous <= alike) & (found.erroneous_final <= alike)
        passed &= found.standard_final <= found.standard_erroneous
        reached += int((passed & (found.standard_final > alike)).sum())
    return DEBUGTA.holds(
        "Algorithm 2, line 7",
        "the first condition, s_SF > tau_sim, can be met",
        "condition",
        f"met in {reached} of {thresholds.size * found.standard_final.size} cases",
        reached > 0,
        "lines 3 and 5 leave s_SF <= s_SE <= tau_sim; all triples of similarities and thresholds, a twentieth apart",
        otherwise=Verdict.IMPOSSIBLE,
    )
