"""The conversations behind TreeInstruct's rates: how many there can have been, and whether tests or problems count."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.stats import binomtest

from metrics.socratic.preference import preference
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import Printed, cell
from pipeline.audit.treeinstruct.tables import (
    ABLATIONS,
    BUGS,
    METHODS,
    OURS,
    SUCCESS,
    TEXT,
    TREEINSTRUCT,
    TURNS,
    of,
    problems,
    problems_of_ablations,
    table_of,
)
from pipeline.audit.whole_counts import Fits, counts, rounded_or_cut, totals

PER_CENT = 100.0


def claims() -> Iterator[Claim]:
    """What section 4.4 and Tables 1 and 2 can be counts of."""
    for method in (*METHODS, *ABLATIONS):
        for bugs in BUGS:
            yield whole(method, bugs)
    yield from columns()
    yield full_data()
    for method in ABLATIONS:
        yield part_of_data(method)
    for method in (OURS, *ABLATIONS):
        for bugs in BUGS:
            yield same_conversations(method, bugs)
    yield strict()
    yield from preferred()
    yield remainder()


def whole(method: str, bugs: str) -> Claim:
    """Whether a success rate is a share of whole conversations."""
    rate = of(method, bugs, SUCCESS)
    found, cut = _totals([rate]), _totals([rate], rounded_or_cut)
    return TREEINSTRUCT.holds(
        f"{table_of(method)}, {method}",
        f"{bugs} SR is the share of conversations whose code passes all tests",
        rate.text,
        _few(found, "conversations"),
        bool(found),
        f"section 4.4, first sentence on SR; whole counts of up to {problems()}, rounded",
        otherwise=Verdict.IMPOSSIBLE,
        note="" if found else f"{_fractions(rate, cut)}, its further digits cut off.",
    )


def columns() -> Iterator[Claim]:
    """Whether the methods of a column can have had the same conversations."""
    for bugs in BUGS:
        rates = [of(method, bugs, SUCCESS) for method in METHODS]
        found, cut = _totals(rates), _totals(rates, rounded_or_cut)
        yield TREEINSTRUCT.holds(
            "Table 1",
            f"the three {bugs} SR are over the same conversations",
            ", ".join(rate.text for rate in rates),
            _few(found, "conversations"),
            bool(found),
            f"numbers up to {problems()} of which all three are whole counts, rounded",
            otherwise=Verdict.IMPOSSIBLE,
            note="" if found else f"With digits cut off: {_few(cut, 'conversations')}.",
        )


def full_data() -> Claim:
    """Whether Table 1 can be over all problems."""
    by_bugs = [_totals([of(method, bugs, SUCCESS) for method in METHODS], rounded_or_cut) for bugs in BUGS]
    sums = _sums(*by_bugs)
    return TREEINSTRUCT.holds(
        "section 4.4",
        "Table 1 is over the full data set",
        str(problems()),
        f"at nearest {_nearest(sums, problems())}",
        problems() in sums,
        "sums of the conversations that each column can have had, digits rounded or cut off",
        otherwise=Verdict.IMPOSSIBLE,
        note="If SR counts problems; as a share of tests it can be over any number.",
    )


def part_of_data(method: str) -> Claim:
    """Whether a row of Table 2 can be over the problems of the ablations."""
    sums = _sums(*(_conversations(method, bugs) for bugs in BUGS))
    return TREEINSTRUCT.holds(
        "section 4.3; Table 2",
        f"{method} is over the problems of the ablations",
        str(problems_of_ablations()),
        f"at nearest {_nearest(sums, problems_of_ablations())}",
        problems_of_ablations() in sums,
        "sums of the conversations that SR and AT of each type of bug can be over, digits rounded or cut off",
        otherwise=Verdict.IMPOSSIBLE,
        note="If SR counts problems; the three rows are then not over the same ones.",
    )


def same_conversations(method: str, bugs: str) -> Claim:
    """Whether turns and success can be over the same conversations."""
    found = _conversations(method, bugs)
    return TREEINSTRUCT.holds(
        f"{table_of(method)}, {method}",
        f"{bugs} AT and SR are over the same conversations",
        f"{of(method, bugs, TURNS).text} and {of(method, bugs, SUCCESS).text}",
        _few(found, "conversations"),
        bool(found),
        "numbers of conversations that make turns and successes whole, digits rounded or cut off",
        otherwise=Verdict.IMPOSSIBLE,
    )


def strict() -> Claim:
    """Whether success rates look like shares of tests."""
    rates = [of(method, bugs, SUCCESS) for method in (*METHODS, *ABLATIONS) for bugs in BUGS]
    few = _totals([of(method, BUGS[0], SUCCESS) for method in METHODS])[0]
    fitting = sum(bool(totals([rate], range(1, few + 1), scale=PER_CENT)) for rate in rates)
    chance = _share_of_rates(few)
    p = float(binomtest(fitting, len(rates), chance, alternative="greater").pvalue)
    return TREEINSTRUCT.holds(
        "section 4.4",
        "SR is the ratio of tests passed to tests",
        "ratio of tests passed",
        f"{fitting} of {len(rates)} rates are shares of {few} conversations or fewer; by chance p = {p:.1g}",
        p >= 0.05,
        f"rates that fit, against the {chance:.1%} of all rates of 50 to 100 % with two decimals that do",
        note="So the sentence before it holds: a conversation succeeds if its code passes all tests.",
    )


def preferred() -> Iterator[Claim]:
    """What the side-by-side comparison rests on."""
    share = cell(TEXT, "TreeInstruct over Baseline", "preferred")
    found = _totals([share])
    yield TREEINSTRUCT.holds(
        "section 5.1; Table 1, caption",
        "the preference is a share of whole comparisons",
        share.text,
        _few(found, "comparisons"),
        bool(found),
        f"numbers up to {problems()} of which it is a whole count, rounded",
        otherwise=Verdict.IMPOSSIBLE,
        note=f"The {problems_of_ablations()} problems of the ablations, not the {problems()} of the data.",
    )
    (wins,) = counts(share, found[0], scale=PER_CENT)
    choices = preference(np.repeat([1.0, 0.0], [wins, found[0] - wins]))
    yield TREEINSTRUCT.holds(
        "section 5.1; Table 1, caption",
        "TreeInstruct is preferred over the baseline",
        share.text,
        f"95 % interval {_shown(choices.interval)}, p = {choices.p_value:.1g}",
        choices.interval.low > 0.5,
        f"Wilson's interval and exact binomial test of {wins} of {found[0]}, one choice a problem",
    )


def remainder() -> Claim:
    """How the problems outside the ablations' part must have gone."""
    bugs = BUGS[0]
    everyone = min(_totals([of(method, bugs, SUCCESS) for method in METHODS]))
    part = min(_conversations(ABLATIONS[0], bugs))
    (all_won,), (part_won,) = (
        counts(of(method, bugs, SUCCESS), n, scale=PER_CENT) for method, n in ((OURS, everyone), (ABLATIONS[0], part))
    )
    turns = of(OURS, bugs, TURNS).value * everyone - of(ABLATIONS[0], bugs, TURNS).value * part
    others = everyone - part
    return TREEINSTRUCT.holds(
        "section 4.3; Tables 1 and 2",
        f"the {bugs} problems of the ablations are a part of the full data's",
        f"{of(ABLATIONS[0], bugs, TURNS).text} and {of(OURS, bugs, TURNS).text} turns",
        f"the other {others} take {in_digits(turns / others, 1)} turns and succeed in {all_won - part_won}",
        others > 0 and 0 <= all_won - part_won <= others,
        f"Table 1 less Table 2, {everyone} and {part} conversations",
        note="Possible, but then the ablations were run on much easier problems.",
    )


def _totals(rates: Sequence[Printed], fits: Fits = Printed.rounds_from) -> list[int]:
    return totals(rates, range(1, problems() + 1), scale=PER_CENT, fits=fits)


def _conversations(method: str, bugs: str) -> list[int]:
    most = problems() if method in METHODS else problems_of_ablations()
    won = totals([of(method, bugs, SUCCESS)], range(1, most + 1), scale=PER_CENT, fits=rounded_or_cut)
    return totals([of(method, bugs, TURNS)], won, fits=rounded_or_cut)


def _sums(first: Sequence[int], second: Sequence[int]) -> set[int]:
    return {one + other for one in first for other in second}


def _nearest(sums: set[int], wanted: int) -> str:
    gap = min((abs(each - wanted) for each in sums), default=0)
    return _few(sorted(each for each in sums if abs(each - wanted) == gap), "conversations")


def _few(numbers: Sequence[int], of_what: str) -> str:
    known = " or ".join(map(str, numbers[:3]))
    return f"{known}{' ...' if len(numbers) > 3 else ''} {of_what}" if numbers else "none"


def _fractions(rate: Printed, found: Sequence[int]) -> str:
    total = found[0]
    return " or ".join(f"{won}/{total}" for won in counts(rate, total, scale=PER_CENT, fits=rounded_or_cut))


def _share_of_rates(most: int) -> float:
    """Share of the rates from 50 to 100 %, with two decimals, that some total up to this one gives."""
    fitting = {round(1e4 * won / total) for total in range(1, most + 1) for won in range(-(-total // 2), total + 1)}
    return len(fitting) / 5001


def _shown(interval: tuple[float, float]) -> str:
    return " to ".join(f"{end:.1%}" for end in interval)
