"""What BEAGLE's behavioural profile does: shares, transitions, solving (Table 13, Figures 6 and 16, App. F.3)."""

from collections.abc import Iterator

from metrics.statistics.intervals import rate_difference_interval
from metrics.statistics.multiplicity import holm
from pipeline.audit.beagle.runs import BEAGLE, longest, said
from pipeline.audit.chance import ALPHA, correlation_p, fisher_p, p_text
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.printed import Printed, cell, column_of, rows
from pipeline.audit.together import repeated
from pipeline.audit.whole_counts import count
from protocol import Metacognition

TABLE, PERSONA, TEXT, MEDIATION = "beagle_table13", "beagle_table14", "beagle_appendix_f3", "beagle_figure16"
LEVELS = {"LOW": "Low Markov", "HIGH": "High Markov"}
BEHAVIOURS = {"Pla": "Planning %", "Ena": "Enacting %", "Mon": "Monitoring %", "Ref": "Reflecting %"}


def claims() -> Iterator[Claim]:
    """What is printed of rho_behav."""
    yield from of_shares()
    yield from of_differences()
    yield from of_flows()
    yield from of_solving()
    yield from of_mediation()
    yield from of_text()


def share(behaviour: str, level: str) -> Printed:
    """Share of the steps, in per cent."""
    return cell(TABLE, BEHAVIOURS[behaviour], LEVELS[level])


def of_shares() -> Iterator[Claim]:
    """Shares of the four behaviours, and what Figure 6 and App. C.3 print of them."""
    for level in LEVELS:
        parts = [share(behaviour, level) for behaviour in BEHAVIOURS]
        yield BEAGLE.holds(
            "Table 13",
            f"{level}: the four behaviours are all there are",
            " + ".join(part.text for part in parts),
            f"{sum(part.value for part in parts):.1f} %",
            sum(part.low for part in parts) <= 100 <= sum(part.high for part in parts),
            "sum, as far as rounding allows",
        )
    yield BEAGLE.same(
        "section 4.1; Figure 6",
        "LOW: share of ENACTING",
        cell("beagle_figure6", "LOW", "ENACTING"),
        share("Ena", "LOW"),
        "Table 13",
    )
    yield BEAGLE.follows(
        "section 4.1; Figure 6",
        "HIGH: share of PLANNING and MONITORING",
        cell("beagle_figure6", "HIGH", "PLANNING and MONITORING"),
        lambda planning, monitoring: planning + monitoring,
        [share("Pla", "HIGH"), share("Mon", "HIGH")],
        "sum of Table 13",
    )
    for level in LEVELS:
        yield of_trap(level)


def of_trap(level: str) -> Claim:
    """ENACTING x Debugging: all of ENACTING but the first step of the segments that begin with Constructing."""
    begins = cell("beagle_table5", "ENACTING: start → Constructing", level)
    enacting, stay = share("Ena", level), cell("beagle_table6", f"{level} ENACTING", "Mean")
    return BEAGLE.bounded(
        "App. C.3 against Tables 5, 6 and 13",
        f"{level}: steps in ENACTING x Debugging",
        cell("beagle_appendix_c", "ENACTING × Debugging", level),
        0,
        enacting.high * (1 - begins.low / 100 / stay.high),
        f"{enacting.text} of the steps, less one step of {begins.text} of the segments of {stay.text} steps",
        otherwise=Verdict.DISAGREES,
        note=f"Table 13 leaves {enacting.value:g} % for all of ENACTING." if level == "HIGH" else "",
    )


def of_differences() -> Iterator[Claim]:
    """Column Diff, and the p-values together."""
    for row in column_of(TABLE, "Diff"):
        low, high = (cell(TABLE, row, column) for column in LEVELS.values())
        yield BEAGLE.follows(
            "Table 13",
            f"{row}: difference",
            cell(TABLE, row, "Diff"),
            lambda low, high: high - low,
            [low, high],
            f"{high.text} - {low.text}",
        )
    tested = len(Metacognition) + len(Metacognition) ** 2
    p_values = [cell(TABLE, row, "p-value").value for row in column_of(TABLE, "Diff")]
    adjusted = holm([*p_values, *[1.0] * (tested - len(p_values))])[: len(p_values)]
    kept = sum(p < ALPHA for p in adjusted)
    yield BEAGLE.holds(
        "caption of Table 13",
        "all differences shown are significant, also among as many tests as there are shares and transitions",
        f"{len(p_values)} of {tested} at 5 %",
        f"{kept} after Holm's correction",
        kept == len(p_values),
        f"Holm over {tested} tests, those not shown taken as 1, < .001 as .001",
        otherwise=Verdict.UNDETERMINED,
        note="The paper corrects nothing.",
    )


def of_flows() -> Iterator[Claim]:
    """What leaves a behaviour must have entered it, or begun the run."""
    for level, column in LEVELS.items():
        excess = {}
        for behaviour in ("Ena", "Ref"):
            leaves = share(behaviour, level).value * (1 - cell(TABLE, f"{behaviour}→{behaviour}", column).value / 100)
            enters = sum(
                share(other, level).value * cell(TABLE, f"{other}→{behaviour}", column).value / 100
                for other in BEHAVIOURS
                if other != behaviour
            )
            excess[BEHAVIOURS[behaviour]] = (leaves, enters)
        surplus = sum(leaves - enters for leaves, enters in excess.values())
        yield BEAGLE.holds(
            "Table 13",
            f"{level}: rates are of all steps together: what leaves ENACTING and REFLECTING has entered them",
            "; ".join(f"{name} left in {leaves:.1f} % of the steps" for name, (leaves, _) in excess.items()),
            "; ".join(f"{name} entered in {enters:.1f} %" for name, (_, enters) in excess.items()),
            surplus <= 100 / longest(),
            f"share x (1 - self-loop) against the shares and rates into it; a run begins once, {100 / longest():.1f} %",
            otherwise=Verdict.UNDETERMINED,
            note="They hold only as means of each run's own percentage, 0 where a behaviour was never left.",
        )


def of_solving() -> Iterator[Claim]:
    """Whether LOW and HIGH solve differently."""
    n, p = int(cell(TEXT, "Runs", "a level").value), cell(MEDIATION, "ρ_behav", "p, solve rate")
    total = sum(count(cell(PERSONA, "Solve Rate", column), n, scale=100) for column in ("Low Persona", "HIGH Persona"))
    split = [low for low in range(total // 2 + 1) if p.rounds_from(fisher_p(low, n, total - low, n))]
    yield BEAGLE.possible(
        "App. F.3",
        "p of the solve rates of LOW and HIGH is that of whole runs, as many as Table 14 has",
        p,
        [fisher_p(low, n, total - low, n) for low in range(total // 2 + 1)],
        f"Fisher's exact test of all ways to share {total} solved runs out over {n} and {n}",
        note="; ".join(f"{low} and {total - low} solved" for low in split),
    )
    yield BEAGLE.holds(
        "App. F.3",
        "Table 13 shows the p of the solve rates",
        p.text,
        "no such row" if p.text not in {each.text for each in column_of(TABLE, "p-value").values()} else p.text,
        p.text in {each.text for each in column_of(TABLE, "p-value").values()},
        "p-values of Table 13",
    )
    yield BEAGLE.holds(
        "section 4.4", "behaviour drives task outcomes", "drives", f"p = {p.text}", p.value < ALPHA, "App. F.3"
    )
    for low in split[:1]:
        interval = rate_difference_interval(total - low, n, low, n)
        yield BEAGLE.bounded(
            "section 4.1 against App. F.3",
            "gap of HIGH and LOW",
            said("BEAGLE", "gap"),
            100 * interval.low,
            100 * interval.high,
            f"95 % interval of {total - low} and {low} of {n} runs solved, the only ones with the p of App. F.3",
            otherwise=Verdict.DISAGREES,
            note="The gap of the text is that of another model, Flash 2.5, with 25 runs a level.",
        )


def of_mediation() -> Iterator[Claim]:
    """Correlations with the self-loop of ENACTING."""
    n = cell(TEXT, "Runs", "in all")
    for row in rows(TABLE):
        if row.startswith("Ena→Ena vs"):
            r, bound = cell(TABLE, row, "r"), cell(TABLE, row, "p-value")
            p = correlation_p(r.value, int(n.value))
            yield BEAGLE.holds(
                "Table 13", f"{row}: p", bound.text, p_text(p), p < bound.value, f"t of {r.text} over {n.text} runs"
            )
    r = cell(MEDIATION, "Ena→Ena vs Solved", "r")
    yield BEAGLE.holds(
        "caption of Figure 16",
        "the realized pattern determines performance: it explains most of who solves",
        r.text,
        f"{100 * r.value**2:.1f} % of the variance",
        r.value**2 > 0.5,
        "r squared",
    )


def of_text() -> Iterator[Claim]:
    """Numbers of App. F.3 and of section 4.4."""
    n = cell(TEXT, "Runs", "in all")
    yield BEAGLE.number(
        "App. F.3",
        "runs of two by two conditions",
        n,
        4 * cell(TEXT, "Runs", "a condition").value,
        "4 x runs a condition",
    )
    places = (
        ("Ena→Ena", "Low Markov"),
        ("Ena→Ena", "High Markov"),
        ("Enacting %", "Low Markov"),
        ("Ena→Ena vs Steps", "r"),
        ("Ena→Ena vs Solved", "r"),
    )
    yield repeated(
        BEAGLE, "App. F.3", "rates and correlations", [(cell(TEXT, *at), cell(TABLE, *at)) for at in places], "Table 13"
    )
