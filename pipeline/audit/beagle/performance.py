"""BEAGLE's solve rates, gaps and steps: whole runs behind the percentages (Table 1)."""

import math
from collections.abc import Iterator

import numpy as np

from metrics.programming.performance import performance_gap, solve_rate_error
from pipeline.audit.beagle.runs import BEAGLE, FLASH_2_0, MAIN, OURS, SIMSTUDENT, longest, runs, solved
from pipeline.audit.chance import ALPHA, fisher_p, p_text
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.printed import Printed, cell, column_of, in_words, spread
from pipeline.audit.whole_counts import counts

REAL = "Real students"


def claims() -> Iterator[Claim]:
    """What Table 1 prints of solving, and what sections 4 and E say of it."""
    yield from of_rates()
    yield from of_gaps()
    yield from of_steps()
    problems = in_words("beagle_appendix_e", "Problems", "evaluated")
    yield BEAGLE.holds(
        "section 4; App. E.1",
        "the runs of a condition are shared out evenly over the problems",
        f"{runs()} runs, {problems.text} problems",
        f"{runs() / problems.value:.2f} runs a problem",
        runs() % problems.value == 0,
        "quotient",
        otherwise=Verdict.UNDETERMINED,
        note="Section 4 names one problem, the particle simulator.",
    )


def of_rates() -> Iterator[Claim]:
    """Solve, and what its ± is."""
    rates = column_of(MAIN, "Solve")
    whole = [method for method, rate in rates.items() if counts(rate, runs(), scale=100)]
    yield BEAGLE.holds(
        "Table 1",
        f"every Solve is a whole number of {runs()} runs",
        f"{len(rates)} rates",
        f"{len(whole)} are",
        len(whole) == len(rates),
        "whole counts",
        otherwise=Verdict.IMPOSSIBLE,
    )
    for method in rates:
        error = 100 * solve_rate_error(solved(method) / runs(), runs())
        yield BEAGLE.number(
            "Table 1",
            f"{method}: ± of Solve",
            spread(MAIN, method, "Solve"),
            error,
            f"Wald's standard error of {runs()} runs",
        )


def of_gaps() -> Iterator[Claim]:
    """Gap, with Solve, and whether it is more than chance."""
    gaps = column_of(MAIN, "Gap")
    split = {method: by_level(method, gap) for method, gap in gaps.items()}
    fits = [method for method, gap in gaps.items() if _gap(*split[method]) == gap.value]
    yield BEAGLE.holds(
        "Table 1",
        "every Gap, with its Solve, is of whole numbers of as many HIGH as LOW runs",
        ", ".join(gap.text for gap in gaps.values()),
        "; ".join(f"{method}: {high} and {low}" for method, (high, low) in split.items()),
        len(fits) == len(gaps),
        f"runs solved, of {runs() // 2} HIGH and {runs() // 2} LOW ones",
        otherwise=Verdict.IMPOSSIBLE,
    )
    least, most = (cell("beagle_appendix_e", REAL, f"{end} gap").value for end in ("least", "greatest"))
    for method in OURS:
        high, low = split[method]
        p = fisher_p(high, runs() // 2, low, runs() // 2)
        yield BEAGLE.holds(
            "section 4.1",
            f"{method} tells HIGH from LOW performers: their gap is more than chance",
            gaps[method].text,
            f"{high} and {low} of {runs() // 2}: {p_text(p)}",
            p < ALPHA,
            "Fisher's exact test",
            note="The paper prints no test. Table 2 ablates Flash 2.0; the gap of the text is Flash 2.5's.",
        )
        yield BEAGLE.bounded(
            "App. E.3",
            f"{method}: the gap of real students",
            gaps[method],
            least,
            most,
            "App. E.3 on Eq. 19",
            otherwise=Verdict.DISAGREES,
        )


def by_level(method: str, gap: Printed) -> tuple[int, int]:
    """HIGH and LOW runs solved: their sum is told by Solve, their difference by Gap."""
    difference = round(gap.value / 100 * runs() / 2)
    return (solved(method) + difference) // 2, (solved(method) - difference) // 2


def _gap(high: int, low: int) -> float:
    of_each = np.array(runs() / 2)
    return round(100 * float(performance_gap(np.array(high), of_each, np.array(low), of_each)), 9)


def of_steps() -> Iterator[Claim]:
    """Steps: of the runs that solve the problem, as Eq. 18 has it, or of all."""
    eq_18 = "Table 1 against Eq. 18"
    steps = column_of(MAIN, "Steps")
    yield BEAGLE.possible(
        eq_18,
        f"{SIMSTUDENT}: steps of the runs that solve the problem",
        steps[SIMSTUDENT],
        range(1, longest() + 1) if solved(SIMSTUDENT) else [],
        "means over the solved runs, of which there are none",
        note="The column counts unsolved runs at the limit of steps.",
    )
    yield BEAGLE.bounded(
        eq_18,
        f"{FLASH_2_0}: ± of the steps of the runs that solve the problem",
        spread(MAIN, FLASH_2_0, "Steps"),
        0,
        most_spread(steps[FLASH_2_0], solved(FLASH_2_0)),
        f"greatest SD (of n - 1) of {solved(FLASH_2_0)} whole numbers up to {longest()} whose mean is printed so",
    )
    mixed = [method for method in steps if 0 < solved(method) < runs()]
    fits = [method for method in mixed if counts_unsolved(method)]
    yield BEAGLE.holds(
        "Table 1",
        f"Steps is a mean over all runs, unsolved ones at {longest()}",
        ", ".join(steps[method].text for method in mixed),
        f"possible for {len(fits)} of {len(mixed)} methods",
        len(fits) == len(mixed),
        "mean of the solved runs between 1 and the limit, SD at least that between solved and unsolved runs",
        otherwise=Verdict.IMPOSSIBLE,
    )


def most_spread(mean: Printed, n: int) -> float:
    """The greatest SD (of n - 1) of whole steps up to the limit: what lacks to the limit, lacks in one run."""
    lacking = n * longest() - math.ceil(n * mean.low)
    return float(np.std([longest()] * (n - 1) + [longest() - lacking], ddof=1))


def counts_unsolved(method: str) -> bool:
    """Whether mean and SD of the steps are possible if unsolved runs count at the limit."""
    share, mean, sd = solved(method) / runs(), cell(MAIN, method, "Steps"), spread(MAIN, method, "Steps")
    when_solved = [(end - (1 - share) * longest()) / share for end in (mean.low, mean.high)]
    between = math.sqrt(share * (1 - share)) * (longest() - when_solved[1])
    return when_solved[1] >= 1 and when_solved[0] <= longest() and between <= sd.high
