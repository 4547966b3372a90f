"""TreeInstruct without its parts: what sections 4.3 and 5.2 say of Table 2."""

from collections.abc import Iterator, Sequence

from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import Printed, cell
from pipeline.audit.together import texts
from pipeline.audit.treeinstruct.tables import (
    ABLATIONS,
    BUGS,
    NO_SIBLINGS,
    NO_STATE,
    SCORE,
    SETUP,
    SUBSET,
    SUCCESS,
    TEXT,
    TREEINSTRUCT,
    TURNS,
    of,
    problems,
    problems_of_ablations,
)


def claims() -> Iterator[Claim]:
    """What sections 4.3 and 5.2 say of Table 2."""
    yield from drops()
    yield from ablations()
    yield from of_siblings()
    yield subset()


def drops() -> Iterator[Claim]:
    """What the state representation is worth (section 5.2)."""
    for bugs in BUGS:
        full, without = of(SUBSET, bugs, SUCCESS).value, of(NO_STATE, bugs, SUCCESS).value
        yield TREEINSTRUCT.readings(
            "section 5.2",
            f"{bugs} SR: drop without the state representation",
            cell(TEXT, "Drop without the state representation", f"{bugs} {SUCCESS}"),
            {"percentage points": full - without, "per cent": 100 * (1 - without / full)},
            "Table 2",
        )


def ablations() -> Iterator[Claim]:
    """Whether performance drops as components are removed (section 5.2)."""
    for bugs in BUGS:
        for measure in (SCORE, SUCCESS):
            known = [of(method, bugs, measure) for method in ABLATIONS]
            yield TREEINSTRUCT.holds(
                "section 5.2",
                f"{bugs} {measure} steadily drops as each component is removed",
                "steadily drops",
                texts(known),
                known[0].value > known[1].value > known[2].value,
                "Table 2, from top to bottom",
                note="" if known[0].value > known[1].value else "It rises without conditional siblings.",
            )


def of_siblings() -> Iterator[Claim]:
    """What is said of the ablation without conditional siblings (section 5.2)."""
    scores, turns = (
        [(of(SUBSET, bugs, each), of(NO_SIBLINGS, bugs, each)) for bugs in BUGS] for each in (SCORE, TURNS)
    )
    described = "The text describes sequential siblings, which are TreeInstruct's own (section 4.3)."
    yield TREEINSTRUCT.holds(
        "section 5.2",
        "questions of - Conditional Siblings are less Socratic",
        "less socratic",
        "; ".join(f"{ours.text} to {theirs.text}" for ours, theirs in scores),
        all(theirs.value < ours.value for ours, theirs in scores),
        "AS of Table 2, TreeInstruct-Subset and - Conditional Siblings",
        note=described,
    )
    yield TREEINSTRUCT.holds(
        "section 5.2",
        "- Conditional Siblings leads to a smaller number of turns",
        "smaller number of turns",
        "; ".join(f"{ours.text} to {theirs.text}" for ours, theirs in turns),
        all(theirs.value < ours.value for ours, theirs in turns),
        "AT of Table 2, TreeInstruct-Subset and - Conditional Siblings",
        note=described,
    )
    yield TREEINSTRUCT.holds(
        "section 5.2",
        "sequential siblings trade Socratic score for fewer turns",
        "trade-off between AS and AT",
        f"AS {in_digits(_mean_change(scores), 2)}, AT {in_digits(_mean_change(turns), 2)}",
        all(ours.value < theirs.value for ours, theirs in (*scores, *turns)),
        "Table 2, TreeInstruct-Subset less - Conditional Siblings, mean of both types of bugs",
        note="The numbers bear out the trade-off, with the names the other way round than in the sentences after it.",
    )
    ratios = [theirs.value / ours.value for ours, theirs in turns]
    yield TREEINSTRUCT.holds(
        "section 5.2",
        "conditional siblings make only a slight difference in performance",
        "slight difference",
        "turns times " + " and ".join(in_digits(ratio, 2) for ratio in ratios),
        max(ratios) < 1.1,
        "AT of Table 2, - Conditional Siblings over TreeInstruct-Subset; slight if within a tenth",
        otherwise=Verdict.UNDETERMINED,
    )


def subset() -> Claim:
    """Which share of the data the ablations have."""
    return TREEINSTRUCT.number(
        "sections 4.3 and 5.2",
        "share of the data that the ablations have",
        cell(SETUP, "Ablations", "share of the data"),
        100 * problems_of_ablations() / problems(),
        f"{problems_of_ablations()} of {problems()} problems",
    )


def _mean_change(pairs: Sequence[tuple[Printed, Printed]]) -> float:
    return sum(ours.value - theirs.value for ours, theirs in pairs) / len(pairs)
