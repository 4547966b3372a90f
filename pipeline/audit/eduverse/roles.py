"""Who is central in EduVerse's networks: what sections 4.2 and D.4 say of pupils, against Tables 3 and A11."""

from collections.abc import Iterator, Sequence

import numpy as np

from metrics.classroom.interaction import reciprocity
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import EDUVERSE, LAYOUTS
from pipeline.audit.eduverse.sociograms import BETWEENNESS, DEGREE, IN, OUT, admitted, places
from pipeline.audit.printed import cell, rows
from pipeline.audit.together import listed, repeated
from pipeline.published import PublishedTable

ESSAY, FICTION, PROSE = "Argumentative Essay", "Foreign Fiction", "Lyrical Prose"
TEXT = "eduverse_appendix_d4"
IN_WORDS = {OUT: "out-degree", DEGREE: "degree", BETWEENNESS: "betweenness"}


def claims() -> Iterator[Claim]:
    """What the text says of pupils' places."""
    yield from in_essay()
    yield from in_fiction()
    yield from in_prose()
    yield from numbers_of_the_text()
    yield from course()


def in_essay() -> Iterator[Claim]:
    """Section 4.2, of the argumentative essay."""
    lecture = places(ESSAY, "Lecture")
    initiators = ("Zhang Tao", "Zhang Yan")
    yield EDUVERSE.holds(
        "section 4.2",
        f"{ESSAY}, Lecture: Zhang Jie is turned to and turns to nobody, Zhang Tao and Zhang Yan the opposite",
        "high in-degree but no initiative; the opposite",
        "In/Out " + "; ".join(f"{name} {lecture[name][IN].text}/{lecture[name][OUT].text}" for name in lecture),
        _leaders(ESSAY, "Lecture", IN) == ["Zhang Jie"]
        and lecture["Zhang Jie"][OUT].value == 0
        and all(lecture[name][IN].value == 0 < lecture[name][OUT].value for name in initiators),
        "Table 3",
    )
    yield _leads("section 4.2", ESSAY, "Collab", BETWEENNESS, ["Zhang Tao"], "the connector", Verdict.UNDETERMINED)
    for place in (OUT, DEGREE, BETWEENNESS):
        yield _leads("section 4.2", ESSAY, "Round", place, ["Zhang Tao"], "the most central")
    degrees = {name: of[DEGREE].value for name, of in places(ESSAY, "Round").items()}
    least = [name for name, value in degrees.items() if value == min(degrees.values())]
    yield EDUVERSE.holds(
        "section 4.2",
        f"{ESSAY}, Round: Liu Li is marginalized",
        "marginalized",
        f"least degree: {', '.join(least)} ({in_digits(min(degrees.values()), 2)})",
        least == ["Liu Li"],
        "Table 3, the least Deg. of the lesson",
    )


def in_fiction() -> Iterator[Claim]:
    """Section D.4, of Foreign Fiction."""
    yield _leads("App. D.4", FICTION, "Lecture", DEGREE, ["Liu Li", "Zhang Yan"], "core participants")
    yield _leads("App. D.4", FICTION, "Lecture", OUT, ["Zhang Tao"], "the one with stronger initiative")
    about = cell(TEXT, f"{FICTION}: Collab: most students", DEGREE)
    degrees = [of[DEGREE] for of in places(FICTION, "Collab").values()]
    yield EDUVERSE.holds(
        "App. D.4",
        f"{FICTION}, Collab: most pupils have about one degree",
        about.text,
        f"{sum(about.may_be(degree) for degree in degrees)} of {len(degrees)}",
        sum(about.may_be(degree) for degree in degrees) > len(degrees) / 2,
        "Table A11",
    )
    bridging = [name for name, of in places(FICTION, "Round").items() if of[BETWEENNESS].value]
    yield EDUVERSE.holds(
        "App. D.4",
        f"{FICTION}, Round: Zhang Tao and Wang Fang are the connectors",
        "key connectors",
        ", ".join(bridging),
        set(bridging) == {"Zhang Tao", "Wang Fang"},
        "Table A11, who has a betweenness above 0",
    )


def in_prose() -> Iterator[Claim]:
    """Section D.4, of Lyrical Prose."""
    for layout, leader, said in (("Lecture", "Zhang Jie", "central"), ("Collab", "Zhang Yan", "dominant")):
        for place in (DEGREE, BETWEENNESS):
            yield _leads("App. D.4", PROSE, layout, place, [leader], said)
    several = {place: cell(TEXT, f"{PROSE}: Round: several students", place) for place in (DEGREE, BETWEENNESS)}
    alike = [
        name
        for name, of in places(PROSE, "Round").items()
        if all(about.may_be(of[place]) for place, about in several.items())
    ]
    yield EDUVERSE.holds(
        "App. D.4",
        f"{PROSE}, Round: several pupils share moderate centralities",
        " and ".join(about.text for about in several.values()),
        ", ".join(alike),
        len(alike) > 1,
        "Table A11, who has both",
    )


def numbers_of_the_text() -> Iterator[Claim]:
    """Centralities that App. D.4 repeats of Table A11."""
    said = PublishedTable.read(TEXT).cells
    pupils = [(row, column) for row, column in said if row in rows("eduverse_table_a11")]
    for lesson in dict.fromkeys(row.rsplit(": ", 1)[0] for row, _ in pupils):
        twins = [(cell(TEXT, *at), cell("eduverse_table_a11", *at)) for at in pupils if at[0].startswith(lesson)]
        yield repeated(EDUVERSE, "App. D.4", f"centralities repeated, {lesson}", twins, "Table A11")


def course() -> Iterator[Claim]:
    """How networks change from layout to layout."""
    for text, location, words in (
        (ESSAY, "section 4.2", "reciprocity increased"),
        (FICTION, "App. D.4", "more reciprocal"),
    ):
        returned = [reciprocity(admitted(text, layout)) for layout in LAYOUTS[:2]]
        yield EDUVERSE.holds(
            location,
            f"{text}: reciprocity rises from Lecture to Collab",
            words,
            " to ".join(listed(sorted({float(value) for value in values})) for values in returned),
            bool(returned[0].max() < returned[1].min()),
            "share of arcs that are returned, in every network that Tables 2, 3 and A11 admit",
        )
    for text, location in ((ESSAY, "section 4.2"), (FICTION, "App. D.4")):
        spans, tops = zip(*(_centralization(text, layout) for layout in LAYOUTS[1:]), strict=True)
        yield EDUVERSE.holds(
            location,
            f"{text}: Round is more decentralized than Collab",
            "decentralized",
            f"range of degree {listed(spans, 2)}; highest betweenness {listed(tops)}",
            spans[1] <= spans[0] and tops[1] <= tops[0],
            "Collab and Round of Tables 3 and A11: neither may rise",
            note="Both rise: one pupil stands out more in Round.",
        )


def _leads(
    location: str,
    text: str,
    layout: str,
    place: str,
    named: Sequence[str],
    said: str,
    otherwise: Verdict = Verdict.DISAGREES,
) -> Claim:
    found = _leaders(text, layout, place)
    top = max(of[place].value for of in places(text, layout).values())
    return EDUVERSE.holds(
        location,
        f"{text}, {layout}: {' and '.join(named)} {'has' if len(named) == 1 else 'have'} the highest {IN_WORDS[place]}",
        f"{' and '.join(named)}, {said}",
        f"{' and '.join(found)} ({in_digits(top, 3)})",
        set(found) == set(named),
        "the highest of the lesson in " + ("Table 3" if text == ESSAY else "Table A11"),
        otherwise=otherwise,
        note="Shared." if set(named) < set(found) else "",
    )


def _leaders(text: str, layout: str, place: str) -> list[str]:
    values = {name: of[place].value for name, of in places(text, layout).items()}
    return sorted(name for name, value in values.items() if value == max(values.values()))


def _centralization(text: str, layout: str) -> tuple[float, float]:
    of_pupils = places(text, layout).values()
    return float(np.ptp([of[DEGREE].value for of in of_pupils])), max(of[BETWEENNESS].value for of in of_pupils)
