"""TreeInstruct's dialogues: what is said of turns, of questions and of the student, against Tables 1 and 2."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import Printed, cell
from pipeline.audit.together import texts
from pipeline.audit.treeinstruct.tables import (
    ABLATIONS,
    BASELINES,
    BUGS,
    OURS,
    SCORE,
    SETUP,
    STRONG_BASELINE,
    SUCCESS,
    TEXT,
    TREEINSTRUCT,
    TURNS,
    WEAK_BASELINE,
    of,
    problems,
)


def claims() -> Iterator[Claim]:
    """What abstract and sections 4.2, 4.4, 5.1 and 5.3 say of dialogues."""
    yield from of_baselines()
    yield from of_turns()


def of_baselines() -> Iterator[Claim]:
    """What is said of the baselines."""
    limit = cell(SETUP, "Baseline", "turn limit")
    turns = [of(method, bugs, TURNS) for method in BASELINES for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "section 4.2",
        "baselines are limited to a number of turns",
        limit.text,
        texts(turns),
        all(each.low <= limit.value for each in turns),
        "AT of Table 1",
        note="Every conversation takes all of them.",
    )
    immediate = [of(STRONG_BASELINE, bugs, TURNS) for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "section 4.4; section 5.1",
        "AT is the turns to reach the code, though the strong student names the bugs within the first",
        "within the first turn",
        texts(immediate),
        any(each.high < limit.value for each in immediate),
        "AT of Table 1, Baseline (Claude, Claude), below the limit of turns",
        note="So a baseline's AT counts its turns, whenever the fix was found.",
    )
    effects = [of(STRONG_BASELINE, bugs, SUCCESS).value - of(WEAK_BASELINE, bugs, SUCCESS).value for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "section 5.1",
        "a stronger student leads to a higher success rate",
        "higher success rate",
        " and ".join(f"{effect:+.2f} points" for effect in effects),
        min(effects) > 0,
        "SR of Table 1, one baseline less the other",
    )
    least, most = (cell(SETUP, "Socratic score", end).value for end in ("least", "most"))
    scores = [of(method, bugs, SCORE) for method in (*BASELINES, OURS, *ABLATIONS) for bugs in BUGS]
    for end in (min(scores, key=_value), max(scores, key=_value)):
        yield TREEINSTRUCT.bounded(
            "Tables 1 and 2",
            f"AS lies on its scale, {'least' if end.value == min(map(_value, scores)) else 'greatest'} of twelve",
            end,
            least,
            most,
            "0 to 3 of section 4.4",
        )
    yield TREEINSTRUCT.bounded(
        "section 5.1",
        "baseline questions fail indirectness alone",
        min((of(method, bugs, SCORE) for method in BASELINES for bugs in BUGS), key=_value),
        most - 1,
        most,
        "least AS of the baselines: one attribute failed at most, of three",
    )


def of_turns() -> Iterator[Claim]:
    """What is said of turns."""
    for method in (OURS, *ABLATIONS):
        conceptual, syntactical = (of(method, bugs, TURNS) for bugs in BUGS)
        yield TREEINSTRUCT.holds(
            "section 5.3",
            f"{method}: syntactical bugs need more turns",
            "more interactions",
            f"{syntactical.text}, and {conceptual.text} for conceptual ones",
            syntactical.value > conceptual.value,
            f"AT of {'Table 1' if method == OURS else 'Table 2'}",
        )
    times = [of(OURS, bugs, TURNS).value / of(WEAK_BASELINE, bugs, TURNS).value for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "abstract",
        "debugging takes a moderate amount of turns",
        "moderate",
        f"{in_digits(times[0], 1)} and {in_digits(times[1], 1)} times the baselines'",
        max(times) <= 1,
        "AT of Table 1, TreeInstruct over the baselines; moderate at least if no more",
        otherwise=Verdict.UNDETERMINED,
    )
    said = cell(TEXT, "Longest conversations", "turns")
    shares = [of(OURS, bugs, TURNS).value / (said.value + 1) for bugs in BUGS]
    yield TREEINSTRUCT.holds(
        "section 5.3",
        "several conversations are longer than a number of turns",
        said.text,
        f"at most {shares[0]:.1%} and {shares[1]:.1%} of them",
        min(shares) * problems() > 2,
        "Markov's bound on the share of so long conversations, from AT of Table 1: it leaves room for several",
    )


def _value(printed: Printed) -> float:
    return printed.value
