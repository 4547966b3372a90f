"""TutorGym's tutor paradigms: what sections 1, 1.2 and 2.1 say of them, against Table 1."""

from collections.abc import Iterator

from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import columns, rows, words
from pipeline.audit.tutorgym.domains import PLATFORMS, TUTORGYM, domains_of

TABLE = "tutorgym_table1"
CTAT, APPRENTICE, OATUTOR = PARADIGMS = ("CTAT Example-Tracing", "Apprentice Tutors", "OATutor")
YES, PARTIAL, NO = "yes", "partial", "no"


def claims() -> Iterator[Claim]:
    """What the text says of features."""
    yield sequential()
    yield from strategies()
    yield from supported()
    yield from control_flow()
    yield comprehensive()


def sequential() -> Claim:
    """Whether Apprentice Tutors have unordered actions."""
    return TUTORGYM.holds(
        "section 2.1",
        "the Apprentice Tutors included have purely sequential steps",
        "purely sequential steps",
        f"Unordered Actions: {_of('Unordered Actions', APPRENTICE)}",
        _of("Unordered Actions", APPRENTICE) == NO,
        "Table 1",
    )


def strategies() -> Iterator[Claim]:
    """Whether tutors accept several strategies."""
    accepting = [paradigm for paradigm in PARADIGMS if _of("Accept Multiple Strategies", paradigm) != NO]
    total = sum(domains_of(platform).value for platform in PLATFORMS)
    share = sum(domains_of(PLATFORMS[PARADIGMS.index(paradigm)]).value for paradigm in accepting) / total
    yield TUTORGYM.holds(
        "section 1",
        "each tutoring system permits a variety of solutions",
        "each permits a variety of solutions",
        f"{', '.join(accepting)}: {share:.1%} of the domains",
        len(accepting) == len(PARADIGMS),
        "Accept Multiple Strategies of Table 1, with the domains of Table 2",
    )
    yield TUTORGYM.holds(
        "section 1.2",
        "many tutors can support multiple solution strategies",
        "many",
        f"{share:.1%} of the domains",
        share > 0.5,
        "Accept Multiple Strategies of Table 1, with the domains of Table 2; many if more than half",
        otherwise=Verdict.UNDETERMINED,
    )


def supported() -> Iterator[Claim]:
    """Features that section 2.1 gives to paradigms."""
    for claim, said, feature, having, otherwise in (
        (
            "tools for arbitrary problem instances",
            "All three",
            "Tutor Any Problem Instance",
            PARADIGMS,
            Verdict.UNDETERMINED,
        ),
        ("open-ended inputs", "both of these", "Adapt to Open-Ended Inputs", (CTAT, APPRENTICE), Verdict.DISAGREES),
        ("unordered groups of actions", "augmented with", "Unordered Actions", (CTAT,), Verdict.DISAGREES),
        ("skippable actions", "augmented with", "Optional Steps", (CTAT,), Verdict.DISAGREES),
        ("tutor-performed actions", "augmented with", "Tutor Performed Actions", (CTAT,), Verdict.DISAGREES),
        ("flexible matching of answers", "flexibly", "Flexible Answers", PARADIGMS, Verdict.DISAGREES),
    ):
        yield TUTORGYM.holds(
            "section 2.1",
            f"{claim}: {', '.join(having)}",
            said,
            _shown(feature),
            all(_of(feature, paradigm) == YES for paradigm in having),
            f"{feature} of Table 1, yes of each",
            otherwise=otherwise,
        )


def control_flow() -> Iterator[Claim]:
    """Whose control flow is the more complex."""
    feature, rank = "Contextual Control Flow", {NO: 0, PARTIAL: 1, YES: 2}
    levels = {paradigm: rank[_of(feature, paradigm)] for paradigm in PARADIGMS}
    yield TUTORGYM.holds(
        "section 2.1",
        "control flow of CTAT is considerably more complex than that of Apprentice Tutors",
        "considerably greater",
        _shown(feature),
        levels[CTAT] > levels[APPRENTICE],
        f"{feature} of Table 1",
        note="Apprentice Tutors of purely sequential steps have none to speak of.",
    )
    yield TUTORGYM.holds(
        "section 2.1",
        "control flow of OATutor is simple next to the two others",
        "relatively simple",
        _shown(feature),
        levels[OATUTOR] < min(levels[CTAT], levels[APPRENTICE]),
        f"{feature} of Table 1",
    )


def comprehensive() -> Claim:
    """Which paradigm has most features."""
    features = [feature for feature in rows(TABLE) if {_of(feature, each) for each in PARADIGMS} <= {YES, PARTIAL, NO}]
    having = {paradigm: sum(_of(feature, paradigm) == YES for feature in features) for paradigm in columns(TABLE)}
    return TUTORGYM.holds(
        "section 2.1",
        "CTAT is the most comprehensive in adaptive tutoring",
        "most comprehensive",
        "; ".join(f"{paradigm} {in_digits(number, 0)}" for paradigm, number in having.items()),
        all(having[CTAT] > having[paradigm] for paradigm in (APPRENTICE, OATUTOR)),
        f"how often each has a yes among {len(features)} features of Table 1",
    )


def _of(feature: str, paradigm: str) -> str:
    return words(TABLE, feature, paradigm)


def _shown(feature: str) -> str:
    return "; ".join(f"{paradigm} {_of(feature, paradigm)}" for paradigm in PARADIGMS)
