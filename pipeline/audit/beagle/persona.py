"""What BEAGLE's linguistic persona does: words, and nothing else (Table 14, App. F.3)."""

from collections.abc import Iterator

from pipeline.audit.beagle.runs import BEAGLE, OURS, runs, solved
from pipeline.audit.chance import ALPHA, fisher_p, p_text
from pipeline.audit.claims import Claim, in_digits, shares
from pipeline.audit.printed import cell, rows
from pipeline.audit.together import repeated
from pipeline.audit.whole_counts import count

TABLE, TEXT, BEHAVIOUR = "beagle_table14", "beagle_appendix_f3", "beagle_table13"
LEVELS = ("Low Persona", "HIGH Persona")


def claims() -> Iterator[Claim]:
    """What is printed of rho_persona."""
    yield from of_differences()
    yield from of_solving()
    yield of_both_factors()
    places = [(row, "p") for row in ("Uncertainty Words", "ENACTING → ENACTING Rate", "Solve Rate")]
    places += [("Certainty Words", level) for level in LEVELS]
    yield repeated(
        BEAGLE, "App. F.3", "rates and p-values", [(cell(TEXT, *at), cell(TABLE, *at)) for at in places], "Table 14"
    )


def of_differences() -> Iterator[Claim]:
    """Column Diff."""
    for row in rows(TABLE):
        low, high = (cell(TABLE, row, level) for level in LEVELS)
        yield BEAGLE.follows(
            "Table 14",
            f"{row}: difference",
            cell(TABLE, row, "Diff"),
            lambda low, high: high - low,
            [low, high],
            f"{high.text} - {low.text}",
        )


def of_solving() -> Iterator[Claim]:
    """Solve rates: whole runs, their test, and whose they are."""
    n = int(cell(TEXT, "Runs", "a level").value)
    for level in LEVELS:
        yield BEAGLE.possible(
            "Table 14",
            f"{level}: Solve Rate is a whole number of {n} runs",
            cell(TABLE, "Solve Rate", level),
            shares(n),
            "whole counts",
        )
    low, high = (count(cell(TABLE, "Solve Rate", level), n, scale=100) for level in LEVELS)
    yield BEAGLE.number(
        "Table 14",
        "Solve Rate: p",
        cell(TABLE, "Solve Rate", "p"),
        fisher_p(low, n, high, n),
        f"Fisher's exact test of {low} and {high} of {n}",
    )
    for model in OURS:
        p = fisher_p(low + high, 2 * n, solved(model), runs())
        yield BEAGLE.holds(
            "App. F.3 against Table 1",
            f"the runs of App. F.3 are of {model}: they solve as often",
            f"{cell(TABLE, 'Solve Rate', LEVELS[0]).text}, {cell(TABLE, 'Solve Rate', LEVELS[1]).text}",
            f"{low + high} of {2 * n} and {solved(model)} of {runs()}: {p_text(p)}",
            p >= ALPHA,
            "Fisher's exact test",
            note="App. F.3 names no model.",
        )


def of_both_factors() -> Claim:
    """The mean over persona levels is that over behaviour levels: they are the same runs."""
    persona = [cell(TABLE, "ENACTING → ENACTING Rate", level) for level in LEVELS]
    behaviour = [cell(BEHAVIOUR, "Ena→Ena", level) for level in ("Low Markov", "High Markov")]
    ends = [sum(each.low for each in both) / 2 for both in (persona, behaviour)]
    digits = persona[0].half_a_digit + behaviour[0].half_a_digit
    return BEAGLE.holds(
        "Table 14 against Table 13",
        "mean self-loop of ENACTING over all runs",
        f"{' and '.join(each.text for each in persona)}: {in_digits(sum(each.value for each in persona) / 2, 2)}",
        f"{' and '.join(each.text for each in behaviour)}: {in_digits(sum(each.value for each in behaviour) / 2, 2)}",
        abs(ends[0] - ends[1]) <= digits,
        "mean of both levels, as many runs each",
    )
