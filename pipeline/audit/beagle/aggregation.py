"""BEAGLE's real students: pauses, segments, transitions and shares (App. A.1, A.4 and E.3, Figures 1, 4 and 10)."""

import math
from collections.abc import Iterator, Sequence

from pipeline.audit.beagle.runs import BEAGLE, VANILLA, real_students
from pipeline.audit.claims import Claim, Verdict, in_digits, shares
from pipeline.audit.printed import Printed, cell, rows, words
from pipeline.audit.together import repeated
from pipeline.audit.whole_counts import counts
from protocol import Cognition, Metacognition

GAPS, LOGS, TRANSITIONS, DATA = "beagle_figure9", "beagle_appendix_a1", "beagle_table5", "beagle_appendix_e"
REFERENCE, SNYDER, LEVELS = "beagle_appendix_a4", "Data of Snyder et al.", ("LOW", "HIGH")


def claims() -> Iterator[Claim]:
    """What is printed of the data that BEAGLE is built from and judged against."""
    yield from of_logs()
    yield from of_segments()
    yield from of_shares()
    yield from of_figures()
    yield from of_sources()


def of_logs() -> Iterator[Claim]:
    """Entries and pauses."""
    length, interval = cell(LOGS, "Debugging without a pause", "length"), cell(LOGS, "Logging", "interval")
    yield BEAGLE.number(
        "App. A.1",
        "entries of an uninterrupted stretch of Debugging",
        cell(LOGS, "Debugging without a pause", "entries"),
        60 * length.value / interval.value,
        f"{length.text} minutes, an entry every {interval.text} seconds",
    )
    least, most = (cell(LOGS, "Same to different action", f"{end} ratio") for end in ("least", "greatest"))
    same, different = (cell(GAPS, f"{kind} action", "pairs") for kind in ("Same", "Different"))
    ratio = same.value / different.value
    yield BEAGLE.holds(
        "App. A.1",
        "ratio of same-action to different-action pauses",
        f"{least.text} to {most.text}",
        in_digits(ratio, 2),
        least.low <= ratio <= most.high,
        f"{same.text} / {different.text}, over all pauses",
    )


def of_segments() -> Iterator[Claim]:
    """How many observations 227 segments can hold."""
    segments, least = cell(DATA, SNYDER, "segments"), cell(DATA, SNYDER, "observations a pair of states")
    profiles = cell(DATA, SNYDER, "profiles").value
    same, different = (cell(GAPS, f"{kind} action", "pairs").value for kind in ("Same", "Different"))
    longer, pause = math.ceil(0.1 * same), cell(GAPS, "Same action", "90th percentile")
    yield BEAGLE.bounded(
        "App. E.3",
        "segments of the aggregated logs",
        segments,
        different,
        different + longer + profiles,
        f"a segment ends at a change, at a pause of the longest tenth ({pause.text} s and more), and with the log",
    )
    enough = int(least.value) + 1
    needed = {
        "cognitive pairs": len(Cognition) ** 2,
        "metacognitive changes": len(Metacognition) * (len(Metacognition) - 1),
    }
    needed |= {f"{name}, by level": len(LEVELS) * pairs for name, pairs in needed.items()}
    fits = [pairs * enough <= segments.value for pairs in needed.values()]
    yield BEAGLE.holds(
        "App. E.3",
        f"{segments.text} segments hold more than {least.value:g} observations of each pair of states",
        least.text,
        "; ".join(f"{name}: {pairs * enough} needed" for name, pairs in needed.items()),
        all(fits),
        f"{enough} of each pair",
        otherwise=Verdict.UNDETERMINED if any(fits) else Verdict.IMPOSSIBLE,
        note="The semi-Markov transition matrix is metacognitive, and there is one a level.",
    )
    yield from _of_table_5(segments, enough)


def _of_table_5(segments: Printed, enough: int) -> Iterator[Claim]:
    of_row = {
        f"{behaviour}, {level}": [
            cell(TRANSITIONS, row, level) for row in rows(TRANSITIONS) if row.startswith(behaviour)
        ]
        for behaviour in dict.fromkeys(row.split(":")[0] for row in rows(TRANSITIONS))
        for level in LEVELS
    }
    for each, verdict, note in (
        (1, Verdict.DISAGREES, "At least so few observations would print these percentages."),
        (enough, Verdict.IMPOSSIBLE, "If App. E.3 means the pairs of states that Table 5 prints."),
    ):
        least = {name: least_total(printed, each) for name, printed in of_row.items()}
        yield BEAGLE.bounded(
            "Table 5 against App. E.3",
            f"the rows of Table 5 are of the segments, with {each} observations or more of each printed transition",
            segments,
            sum(least.values()),
            math.inf,
            "fewest observations that print so: " + ", ".join(f"{name} {n}" for name, n in least.items()),
            otherwise=verdict,
            note=note,
        )
    over = [name for name, printed in of_row.items() if sum(each.low for each in printed) > 100]
    yield BEAGLE.holds(
        "Table 5",
        "no row exceeds 100 %",
        f"{len(of_row)} rows",
        "; ".join(f"{name}: {sum(each.value for each in printed):.1f} %" for name, printed in of_row.items()),
        not over,
        "sum of the printed cells of a row; the rest is not printed",
        otherwise=Verdict.IMPOSSIBLE,
    )


def least_total(printed: Sequence[Printed], each: int) -> int:
    """The fewest observations of which all shares are printed so, and are at least so many."""
    total = 1
    while True:
        found = [[count for count in counts(share, total, scale=100) if count >= each] for share in printed]
        if all(found) and sum(map(min, found)) <= total:
            return total
        total += 1


def of_shares() -> Iterator[Claim]:
    """Shares and counts of the combined test data."""
    combined = cell(REFERENCE, "Combined", "episodes")
    parts = [cell(REFERENCE, cohort, "episodes") for cohort in ("Block-based", "Python-based")]
    yield BEAGLE.number(
        "section 4",
        "episodes of both cohorts",
        combined,
        sum(part.value for part in parts),
        "App. A.4: sum of its cohorts",
    )
    for behaviour in ("Constructing", "Debugging"):
        yield BEAGLE.possible(
            "App. A.4",
            f"{behaviour} is a whole number of the {combined.text} episodes",
            cell(REFERENCE, behaviour, "share"),
            shares(int(combined.value)),
            "whole counts",
        )


def of_figures() -> Iterator[Claim]:
    """Transitions that text and captions print."""
    real = real_students()
    debugging = float(real.shares[1])
    yield BEAGLE.readings(
        "Figure 1",
        "D→D of real students",
        cell("beagle_figure1", "Real", "D→D"),
        {"of the steps in D": 100 * real.stickiness, "of all steps": 100 * real.stickiness * debugging},
        "App. A.4: stickiness, and its product with the share of Debugging",
        note="App. A.4 pools two cohorts, Figure 1 shows the data of Snyder et al.; both stand for real students.",
    )
    loop = cell("beagle_figure4", VANILLA, "C→C")
    yield BEAGLE.holds(
        "section 4.1",
        "Vanilla's self-loop of Constructing is dominant",
        loop.text,
        f"if of the steps in C: {100 - loop.value:.1f} % go to Assessing, as none go to Debugging",
        loop.value > 100 - loop.value,
        "Figure 4: C→C and C→D",
        otherwise=Verdict.UNDETERMINED,
        note="It may be dominant if the percentages are of all transitions; but see the next row.",
    )
    there, back = (cell("beagle_figure4", "BEAGLE", arrow) for arrow in ("C→D", "D→C"))
    rest = 100 - there.low - back.low
    yield BEAGLE.bounded(
        "Figure 4",
        "BEAGLE closely matches the stickiness of real students, if the percentages are of all transitions",
        cell(REFERENCE, "Debugging → Debugging", "stickiness"),
        -math.inf,
        100 * rest / (rest + back.low),
        "at most what C→D and D→C leave, over that and D→C",
        otherwise=Verdict.UNDETERMINED,
        note="As shares of the steps in C and in D there is room for it; but see the row before.",
    )
    yield repeated(
        BEAGLE,
        "caption of Figure 10",
        "self-loop and escape in MONITORING",
        [
            (
                cell("beagle_figure10", level, f"Debugging → {to}"),
                cell(TRANSITIONS, f"MONITORING: Debugging → {to}", level),
            )
            for level, to in (("LOW", "Debugging"), ("HIGH", "Constructing"))
        ],
        "Table 5",
    )


def of_sources() -> Iterator[Claim]:
    """What data the metrics are computed against, and who is HIGH."""
    yield BEAGLE.same(
        "section 4; App. E.3",
        "real students that D_KL is computed against: episodes or segments",
        cell(REFERENCE, "Combined", "episodes"),
        cell(DATA, SNYDER, "segments"),
        "caption of Table 1 and App. A.4 name the combined test data, App. E.3 the data of Snyder et al.",
        note="Which of the two D_KL was computed with decides every number of its column.",
    )
    yield BEAGLE.same(
        "section 4",
        "segments of Snyder et al.",
        cell("beagle_section4", SNYDER, "segments"),
        cell(DATA, SNYDER, "segments"),
        "App. E.3",
    )
    yield BEAGLE.same_words(
        "section 4; App. E.3",
        "what tells HIGH from LOW students",
        words("beagle_section4", "HIGH and LOW", "told apart by"),
        words(DATA, "Real students", "told apart by"),
        "printed twice",
        note="Quartiles leave out half of the students; a threshold leaves out none.",
    )
