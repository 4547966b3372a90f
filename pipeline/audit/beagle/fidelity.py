"""BEAGLE's divergences, recurrence and lag: what their definitions allow (Tables 1 and 2 against App. E.3)."""

import math
from collections.abc import Iterator

import numpy as np

from metrics.programming.behaviour import cognitive_divergence, debugging_divergence
from pipeline.audit.beagle.runs import (
    ABLATIONS,
    BEAGLE,
    MAIN,
    NO_SEMI_MARKOV,
    OURS,
    baselines,
    longest,
    real_students,
    runs,
    said,
)
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.gradings import greatest_spread
from pipeline.audit.printed import Printed, cell, column_of, spread

STRUCTURED = ("SimStudent (Rule-based)", "LLMSS", "CoderAgent")


def claims() -> Iterator[Claim]:
    """What the columns of fidelity print, and what they can."""
    yield from of_divergence()
    yield from of_debugging()
    yield from of_spreads()
    yield from of_lag()
    yield from of_baselines()


def greatest(column: str, number: int = 3) -> list[str]:
    """The methods that a column of Table 1 prints the greatest numbers of, in the print's order."""
    printed = column_of(MAIN, column)
    last = sorted((each.value for each in printed.values()), reverse=True)[number - 1]
    return [method for method, each in printed.items() if each.value >= last]


def of_divergence() -> Iterator[Claim]:
    """D_KL: finite only if a run shows both behaviours of real students."""
    rarest = np.array([1.0, 1.0, longest() - 2.0])
    nats = float(cognitive_divergence(rarest, real_students(), floor=0.0))
    rows = [(MAIN, method) for method in greatest("D_KL")] + [(ABLATIONS, NO_SEMI_MARKOV)]
    for stem, row in rows:
        yield BEAGLE.bounded(
            f"Table {stem[-1]} against Eq. 21",
            f"{row}: a mean D_KL of runs of at most {longest()} steps is finite",
            cell(stem, row, "D_KL"),
            0,
            nats / math.log(2),
            f"one step of Constructing, one of Debugging, {longest() - 2} of Assessing; in bits ({nats:.2f} nats)",
            note="A run that lacks one of the two has an infinite D_KL, and so has the mean. Eq. 21 has no floor. "
            "(Over all runs together, as in Eq. 20, there would be no ±.)",
        )
    finite = [method for method in (*baselines(), *OURS) if not math.isnan(cell(MAIN, method, "D_KL").spread)]
    yield BEAGLE.holds(
        "Table 1 against Eq. 20",
        "D_KL is one number of all runs together, which has no ±",
        cell(MAIN, finite[0], "D_KL").text if finite else "no ±",
        f"{len(finite)} cells print one",
        not finite,
        "Eq. 20 sums over all trajectories before it divides",
        note="What is printed must be the mean and the SD of a D_KL of each run.",
    )


def of_debugging() -> Iterator[Claim]:
    """D_debug: no run can exceed a bound, so no mean can."""
    most = greatest_debugging_divergence(longest())
    real = [
        cell("beagle_appendix_a4", "Debugging", "share"),
        cell("beagle_appendix_a4", "Debugging → Debugging", "stickiness"),
    ]
    for method in greatest("D_debug"):
        yield BEAGLE.bounded(
            "Table 1 against Eq. 22",
            f"{method}: a mean D_debug",
            cell(MAIN, method, "D_debug"),
            0,
            most,
            f"greatest of all runs of up to {longest()} steps, beside {real[0].text} and {real[1].text}, in nats",
            note=f"Share and stickiness are read as distributions of two values. Bits: {most / math.log(2):.2f}.",
        )


def greatest_debugging_divergence(steps: int) -> float:
    """The greatest D_debug that a run of at most so many steps can have."""
    total, debugging, blocks, last = np.meshgrid(*[np.arange(1, steps + 1)] * 3, [0, 1], indexing="ij")
    others = total - debugging
    # Blocks of Debugging need a step of another kind between them, and one more unless the last ends the run
    possible = (blocks <= debugging) & (others >= blocks - last) & (debugging - last >= 1)
    debugging, others, blocks, last = (each[possible].astype(float) for each in (debugging, others, blocks, last))
    occupancy = np.stack([others, debugging, np.zeros_like(others)], axis=-1)
    transitions = np.zeros((debugging.size, 3, 3))
    transitions[:, 1, 1], transitions[:, 1, 0] = debugging - blocks, blocks - last
    return float(np.nanmax(debugging_divergence(occupancy, transitions, real_students())))


def of_spreads() -> Iterator[Claim]:
    """P_recur: a share, whose spread its mean bounds, and of all runs together."""
    recurrence = column_of(MAIN, "P_recur")
    beyond = [method for method, mean in recurrence.items() if spread(MAIN, method, "P_recur").low > _most(mean)]
    nearest = max(recurrence, key=lambda method: spread(MAIN, method, "P_recur").value / _most(recurrence[method]))
    yield BEAGLE.holds(
        "Table 1",
        "no P_recur has a greater ± than a share of its mean can",
        f"{nearest}: {recurrence[nearest].text}",
        f"at most {_most(recurrence[nearest]):.2f}",
        not beyond,
        "sqrt(p (1 - p)), every run 0 or 1",
        otherwise=Verdict.IMPOSSIBLE,
        note="At the bound: each run has 0 or 1, one in three 1, and the ± is the SD of the population.",
    )
    yield BEAGLE.holds(
        "Table 1 against Eq. 26",
        "P_recur is one number of all runs together, which has no ±",
        cell(MAIN, OURS[0], "P_recur").text,
        f"{len(recurrence)} cells print one",
        all(math.isnan(each.spread) for each in recurrence.values()),
        "Eq. 26 sums over all runs before it divides",
        note="What is printed must be the mean and the SD of a share of each run.",
    )


def _most(mean: Printed) -> float:
    return 100 * greatest_spread(mean.value / 100)


def of_lag() -> Iterator[Claim]:
    """Lag: whole steps."""
    mean, sd = cell(MAIN, "CoT+M", "Lag"), spread(MAIN, "CoT+M", "Lag")
    least = greatest_spread(mean.value, math.floor(mean.value), math.ceil(mean.value))
    yield BEAGLE.holds(
        "Table 1",
        "CoT+M: ± of Lag is the SD of the population",
        mean.text,
        f"at least {least:.3f} of n, {least * math.sqrt(runs() / (runs() - 1)):.3f} of n - 1",
        sd.rounds_from(least) and not sd.rounds_from(least * math.sqrt(runs() / (runs() - 1))),
        f"least SD of whole steps of this mean, of at most {runs()} runs",
    )
    few = cell(MAIN, "Vanilla+M", "Lag")
    share = round((few.value - 1) * runs()) / runs()
    yield BEAGLE.number(
        "Table 1",
        "Vanilla+M: ± of Lag",
        spread(MAIN, "Vanilla+M", "Lag"),
        greatest_spread(share),
        f"one run of {runs()} with a lag of 2, the others 1",
    )


def of_baselines() -> Iterator[Claim]:
    """What the text says of all baselines."""
    divergence, most = column_of(MAIN, "D_KL"), said("Standard LLMs", "D_KL")
    least = min(divergence[method].value for method in baselines())
    yield BEAGLE.holds(
        "section 4.1", "D_KL of standard LLMs", most.text, f"at least {least}", least > most.value, "Table 1, baselines"
    )
    prompted = [method for method in baselines() if method not in STRUCTURED]
    back = max(column_of(MAIN, "Nonlin")[method].value for method in prompted)
    yield BEAGLE.holds(
        "App. E.3",
        "pure LLM baselines score near 0 in nonlinearity",
        "near zero",
        f"at most {back}",
        back < min(cell(MAIN, method, "Nonlin").value for method in OURS) / 5,
        "Table 1; below a fifth of BEAGLE's",
    )
