"""TreeInstruct against its baselines: per cent and points of Table 1."""

import operator
from collections.abc import Iterator

from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import cell
from pipeline.audit.together import texts
from pipeline.audit.treeinstruct.tables import (
    BASELINES,
    BUGS,
    OURS,
    SCORE,
    STRONG_BASELINE,
    SUCCESS,
    TEXT,
    TREEINSTRUCT,
    WEAK_BASELINE,
    of,
)


def claims() -> Iterator[Claim]:
    """What sections 5.1 and 5.3 say of Table 1."""
    yield from over_baselines()
    yield same_unit()


def over_baselines() -> Iterator[Claim]:
    """Gains over the baselines (section 5.1)."""
    for bugs in BUGS:
        best = max((of(method, bugs, SCORE) for method in BASELINES), key=lambda score: score.value)
        yield TREEINSTRUCT.follows(
            "section 5.1",
            f"{bugs} AS: gain over the best baseline",
            cell(TEXT, "TreeInstruct over the best baseline", f"{bugs} {SCORE}"),
            _per_cent_more,
            [of(OURS, bugs, SCORE), best],
            "Table 1, in per cent of the baseline",
        )
    for bugs in BUGS:
        ours, theirs = of(OURS, bugs, SUCCESS), of(WEAK_BASELINE, bugs, SUCCESS)
        yield TREEINSTRUCT.follows(
            "section 5.1",
            f"{bugs} SR: improvement over the baseline with the same student",
            cell(TEXT, f"TreeInstruct over {WEAK_BASELINE}", f"{bugs} {SUCCESS}"),
            operator.sub,
            [ours, theirs],
            "Table 1, in percentage points",
            note=f"In per cent of the baseline: {in_digits(_per_cent_more(ours.value, theirs.value), 2)}.",
        )
    for bugs in BUGS:
        scores = [of(method, bugs, SCORE) for method in (OURS, *BASELINES)]
        yield TREEINSTRUCT.holds(
            "section 5.3",
            f"{bugs}: TreeInstruct is more Socratic than the baselines",
            "more Socratic",
            texts(scores),
            scores[0].value > max(score.value for score in scores[1:]),
            "AS of Table 1: TreeInstruct, then the baselines",
        )
    ahead = [_ahead(bugs) for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "section 5.3",
        "the difference in AS is more prominent for syntactical problems",
        "more prominent",
        f"{in_digits(ahead[1], 2)}, and {in_digits(ahead[0], 2)} for conceptual ones",
        ahead[1] > ahead[0],
        "AS of Table 1, TreeInstruct less the best baseline",
    )
    behind = [of(STRONG_BASELINE, bugs, SUCCESS).value - of(OURS, bugs, SUCCESS).value for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "section 5.1",
        "TreeInstruct is quite competitive against the baselines",
        "quite competitive",
        f"SR {in_digits(behind[0], 2)} and {in_digits(behind[1], 2)} points below the best baseline",
        max(behind) <= 0,
        "Table 1: no baseline is ahead in SR",
        otherwise=Verdict.UNDETERMINED,
        note="That baseline has the stronger student; over the other TreeInstruct is ahead.",
    )


def same_unit() -> Claim:
    """Whether the gains of one paragraph are of one kind."""
    score = cell(TEXT, "TreeInstruct over the best baseline", f"{BUGS[1]} {SCORE}")
    success = cell(TEXT, f"TreeInstruct over {WEAK_BASELINE}", f"{BUGS[1]} {SUCCESS}")
    best = max(of(method, BUGS[1], SCORE).value for method in BASELINES)
    in_score = _per_cent_more(of(OURS, BUGS[1], SCORE).value, best)
    in_success = _per_cent_more(of(OURS, BUGS[1], SUCCESS).value, of(WEAK_BASELINE, BUGS[1], SUCCESS).value)
    return TREEINSTRUCT.holds(
        "section 5.1",
        "increases of AS and improvements of SR are per cent of the baseline",
        f"{score.text} and {success.text}",
        f"{in_digits(in_score, 2)}% and {in_digits(in_success, 2)}%",
        score.rounds_from(in_score) and success.rounds_from(in_success),
        "Table 1, syntactical, both in per cent of the baseline",
        note="AS is given in per cent, SR in points, by one sign and in one paragraph.",
    )


def _per_cent_more(value: float, than: float) -> float:
    return 100 * (value / than - 1)


def _ahead(bugs: str) -> float:
    return of(OURS, bugs, SCORE).value - max(of(method, bugs, SCORE).value for method in BASELINES)
