"""Whether backbones matter less to DebugTA than to others (Table 2, sections 1, 5.4 (3), 5.5 and 5.6)."""

from collections.abc import Iterator

import numpy as np

from metrics.debugging.cost import bubble
from pipeline.audit.chance import ALPHA, fisher_p, p_text
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.debugta.tables import (
    AC_AT_ALL,
    AC_RATE,
    BACKBONES,
    DATASETS,
    DEBUGTA,
    DIRECT_DEBUG,
    DIRECT_TEACH,
    OURS,
    baselines,
    programs,
    rate,
    teachers,
    whole,
)

ROUNDING = 0.02
"""Points by which two ranges of rates can differ for their last digits' sake."""


def claims() -> Iterator[Claim]:
    """What is said of backbones."""
    yield from of_gap()
    yield from of_impact()
    yield from of_stability()
    yield of_small_models()


def of_gap() -> Iterator[Claim]:
    """Whether DebugTA narrows the gap between backbones."""
    for measure in (AC_RATE, AC_AT_ALL):
        for dataset in DATASETS:
            spans = {
                teacher: float(np.ptp([rate(b, teacher, dataset, measure).value for b in BACKBONES]))
                for teacher in teachers()
            }
            narrower = [teacher for teacher in baselines() if spans[teacher] < spans[OURS] - ROUNDING]
            yield DEBUGTA.holds(
                "section 1",
                f"DebugTA narrows the gap between teacher models: {measure}, {dataset}",
                "narrows",
                f"{spans[OURS]:.2f} points; " + ", ".join(f"{teacher} {spans[teacher]:.2f}" for teacher in baselines()),
                not narrower,
                "Table 2: range over the backbones",
                note=f"Narrower: {', '.join(narrower)}." if narrower else "",
            )


def of_impact() -> Iterator[Claim]:
    """Whether backbones differ by more than chance."""
    for dataset in DATASETS:
        solved = {backbone: whole(backbone, OURS, dataset, AC_AT_ALL) for backbone in BACKBONES}
        first, last = (choose(solved, key=solved.__getitem__) for choose in (max, min))
        p = fisher_p(solved[first], programs(dataset), solved[last], programs(dataset))
        yield DEBUGTA.holds(
            "section 5.4 (3)",
            f"the backbone has minimal impact: best and worst differ by no more than chance on {dataset}",
            "minimal",
            f"{first} {solved[first]}, {last} {solved[last]} of {programs(dataset)}, {p_text(p)}",
            p >= ALPHA,
            "Fisher's exact test of AC@all",
            note="Of one dataset; the tasks are the same, which the test does not use." if p < ALPHA else "",
        )


def of_stability() -> Iterator[Claim]:
    """Figure 4: mean and variance over the backbones, on ACMOJ."""
    found = {
        teacher: bubble(
            np.full(len(BACKBONES), np.nan), np.array([rate(b, teacher, "ACMOJ", AC_RATE).value for b in BACKBONES])
        )
        for teacher in teachers()
    }
    for teacher in (DIRECT_DEBUG, DIRECT_TEACH):
        yield DEBUGTA.holds(
            "section 5.6; Figure 4",
            f"{teacher} is less stable between backbones than DebugTA",
            "highly unstable",
            f"variance {found[teacher].variance:.2f}, DebugTA {found[OURS].variance:.2f}",
            found[teacher].variance > found[OURS].variance,
            "Table 2: variance over the backbones of AC Rate on ACMOJ",
        )
    others = {teacher: found[teacher].ac_rate for teacher in baselines()}
    yield DEBUGTA.holds(
        "section 5.6; Figure 4",
        "all other methods underperform DebugTA on average",
        "underperform",
        f"{found[OURS].ac_rate:.2f}; " + ", ".join(f"{teacher} {mean:.2f}" for teacher, mean in others.items()),
        max(others.values()) < found[OURS].ac_rate,
        "Table 2: mean over the backbones of AC Rate on ACMOJ",
    )


def of_small_models() -> Claim:
    """Whether the smallest backbone that Table 2 prints beats the best baseline: its own, or any."""
    small, dataset = "Qwen (7B)", "Code4Bench"
    ours = rate(small, OURS, dataset, AC_RATE)
    own = max(rate(small, teacher, dataset, AC_RATE).value for teacher in baselines())
    any_ = max(rate(backbone, teacher, dataset, AC_RATE).value for backbone in BACKBONES for teacher in baselines())
    return DEBUGTA.holds(
        "section 5.5",
        f"even small models outperform the best baseline: {small} on {dataset}",
        ours.text,
        f"best baseline {own:.2f} with the same backbone, {any_:.2f} with any",
        ours.value > any_,
        "Table 2, AC Rate",
        otherwise=Verdict.UNDETERMINED if ours.value > own else Verdict.DISAGREES,
        note="The points of Figure 3 are not printed.",
    )
