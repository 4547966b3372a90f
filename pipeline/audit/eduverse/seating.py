"""EduVerse's seats: whether the printed networks keep to its layouts, and whether its printed cases are of them."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.eduverse.lessons import CLASS, EDUVERSE, LAYOUTS, PUPILS, TEXTS
from pipeline.audit.eduverse.sociograms import Arcs, admitted_arcs
from pipeline.audit.printed import marked, rows, words

CASES, TURNS_TO = "eduverse_appendix_e", "turns to"
LESSON_TEXTS = {
    "Spring": "Lyrical Prose",
    "Dedication and Joy": "Argumentative Essay",
    "The Emperor’s New Clothes": "Foreign Fiction",
}
"""Which text of the tables each lesson is about (App. D.1)."""

ADJACENT_OR_OPPOSITE = {1, CLASS // 2, CLASS - 1}
"""How many seats on two pupils at a round table of six sit who are linked (App. C.1.3)."""


def claims() -> Iterator[Claim]:
    """What C.1.3 and App. E say of who turns to whom."""
    yield two_tables()
    yield round_table()
    for title in LESSON_TEXTS:
        yield case(title)


def two_tables() -> Claim:
    """Whether two tables of three can hold all links of the Collab lessons."""
    halves = [frozenset(table) for table in combinations(PUPILS, CLASS // 2) if PUPILS[0] in table]
    seated = [table for table in halves if all(_any_within(table, text) for text in TEXTS)]
    shown = ["; ".join(" ".join(sorted(half)) for half in (table, set(PUPILS) - table)) for table in seated]
    return EDUVERSE.holds(
        "App. C.1.3",
        "Collab has no link across tables",
        "across-group edges are suppressed",
        f"{len(seated)} of {len(halves)} ways to seat six at two tables: {' or '.join(shown)}",
        bool(seated),
        "every split of the class into threes, against all networks that Tables 2, 3 and A11 admit",
        otherwise=Verdict.IMPOSSIBLE,
        note="Gives who sits with whom, which the paper prints nowhere.",
    )


def round_table() -> Claim:
    """Whether one round table of six can hold all links of the Round lessons."""
    seatings = [{name: seat for seat, name in enumerate((PUPILS[0], *rest))} for rest in permutations(PUPILS[1:])]
    seated = [seats for seats in seatings if all(_any_around(seats, text) for text in TEXTS)]
    return EDUVERSE.holds(
        "App. C.1.3",
        "Round links neighbours and opposite seats only",
        "neighbor or opposite",
        f"{len(seated)} of {len(seatings)} seatings",
        bool(seated),
        "every seating of six, kept for the three Round lessons, against all networks that the tables admit",
        otherwise=Verdict.UNDETERMINED,
        note="That pupils keep their seats from text to text, and turn to linked seats only, is not said.",
    )


def case(title: str) -> Claim:
    """Whether a printed case can be part of a printed lesson."""
    labels = [row for row in rows(CASES) if row.startswith(f"{title}: ")]
    arcs: Arcs = frozenset((label.rsplit(": ", 1)[1], words(CASES, label, TURNS_TO)) for label in labels)
    text, talk = LESSON_TEXTS[title], set(labels) <= {*marked(CASES, TURNS_TO, "side talk")}
    least = min((arcs - network for layout in LAYOUTS for network in admitted_arcs(text, layout)), key=len)
    return EDUVERSE.holds(
        f"App. E, {title}",
        "the case is sampled from a printed lesson",
        _shown(arcs),
        f"at best {len(least)} of {len(arcs)} missing: {_shown(least)}" if least else "a network holds all",
        not least,
        f"who turns to whom in {'side talk' if talk else 'chats'}, against all networks that the tables admit",
        otherwise=Verdict.DISAGREES if talk else Verdict.UNDETERMINED,
        note=f"Unless the case is of another run{'' if talk else ', or a chat that nobody answers is no tie'}.",
    )


def _any_within(table: Iterable[str], text: str) -> bool:
    sits = {*table}
    return any(
        all((sender in sits) == (receiver in sits) for sender, receiver in arcs)
        for arcs in admitted_arcs(text, "Collab")
    )


def _any_around(seats: dict[str, int], text: str) -> bool:
    return any(
        all((seats[sender] - seats[receiver]) % CLASS in ADJACENT_OR_OPPOSITE for sender, receiver in arcs)
        for arcs in admitted_arcs(text, "Round")
    )


def _shown(arcs: Arcs) -> str:
    return "; ".join(sorted(f"{sender} to {receiver}" for sender, receiver in arcs))
