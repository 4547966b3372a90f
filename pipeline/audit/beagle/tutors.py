"""BEAGLE's comparison of tutors: what ten runs each can print, and what they show (Table 15, App. G)."""

from collections.abc import Iterator

from pipeline.audit.beagle.runs import BEAGLE
from pipeline.audit.chance import ALPHA, fisher_p, p_text
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import cell, column_of, in_words, rows
from pipeline.audit.together import ends

TABLE, TEXT = "beagle_table15", "beagle_appendix_g"


def claims() -> Iterator[Claim]:
    """What App. G and Table 15 print."""
    yield from of_rates()
    yield from of_steps()
    yield from of_help()


def runs() -> int:
    """Runs of each tutor."""
    return int(cell(TEXT, "Runs", "a tutor").value)


def limit() -> int:
    """Steps that a run has at most."""
    return int(cell(TEXT, "Runs", "steps at most").value)


def solved(tutor: str) -> int:
    """Runs with a tutor that solve the problem."""
    return int(cell(TABLE, tutor, "Solved").value)


def steps_when_solved(tutor: str) -> tuple[float, float, float]:
    """Mean steps of the solved runs if unsolved ones count at the limit: from the printed mean, and from its ends."""
    mean = cell(TABLE, tutor, "Mean Steps")
    least, likely, most = (
        (runs() * value - (runs() - solved(tutor)) * limit()) / solved(tutor)
        for value in (mean.low, mean.value, mean.high)
    )
    return least, likely, most


def of_rates() -> Iterator[Claim]:
    """Solve rates, and whether they differ by more than chance."""
    for tutor, rate in column_of(TABLE, "Solve Rate").items():
        yield BEAGLE.number(
            "Table 15", f"{tutor}: Solve Rate", rate, 100 * solved(tutor) / runs(), "Solved over all runs"
        )
    first, second, *_ = sorted(rows(TABLE), key=solved, reverse=True)
    p = fisher_p(solved(first), runs(), solved(second), runs())
    yield BEAGLE.holds(
        "App. G",
        f"{first} and {second} do not differ significantly",
        f"{cell(TABLE, first, 'Solve Rate').text} and {cell(TABLE, second, 'Solve Rate').text}",
        p_text(p),
        p >= ALPHA,
        "Fisher's exact test",
    )


def of_steps() -> Iterator[Claim]:
    """Mean steps: of solved runs, as Eq. 18 has it, or of all."""
    for tutor, mean in column_of(TABLE, "Mean Steps").items():
        yield BEAGLE.possible(
            "Table 15 against Eq. 18",
            f"{tutor}: Mean Steps is of the {solved(tutor)} runs that solve the problem",
            mean,
            [total / solved(tutor) for total in range(limit() * solved(tutor) + 1)],
            f"means of {solved(tutor)} whole numbers",
            note=f"Over all {runs()} runs it is whole: {in_digits(runs() * mean.value, 1)} steps.",
        )
    least, most = cell(TEXT, "Mean Steps", "least"), cell(TEXT, "Mean Steps", "greatest")
    means = [mean.value for mean in column_of(TABLE, "Mean Steps").values()]
    yield ends(BEAGLE, "App. G", "mean steps of all conditions", least, most, means, "Table 15")
    of_solved = {tutor: steps_when_solved(tutor) for tutor in rows(TABLE)}
    yield BEAGLE.holds(
        "App. G",
        "solutions were reached at comparable points",
        f"{least.text} to {most.text}",
        "; ".join(f"{tutor}: {likely:.1f}" for tutor, (_, likely, _) in of_solved.items()),
        all(low <= most.high and high >= least.low for low, _, high in of_solved.values()),
        f"mean steps of the solved runs, unsolved ones counting {limit()}",
        note="The unsolved runs, which all take as long, hide the difference.",
    )


def of_help() -> Iterator[Claim]:
    """Help at fixed steps: who solves before the last of them gets less."""
    events, last = in_words(TEXT, "Help", "events"), cell(TEXT, "Help", "last step")
    for tutor in rows(TABLE):
        _, likely, most = steps_when_solved(tutor)
        yield BEAGLE.holds(
            "App. G",
            f"{tutor}: every run has exactly {events.text} tutor interactions",
            f"{events.text}, the last in step {last.text}",
            f"solved in {likely:.1f} steps on average",
            most >= last.value,
            f"(runs x Mean Steps - unsolved x {limit()}) / solved",
            otherwise=Verdict.IMPOSSIBLE,
            note="" if most >= last.value else "Some run ended before the last interaction.",
        )
