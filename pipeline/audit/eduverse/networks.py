"""EduVerse's networks: density, degree, and whether nodes, edges and centralities are of one network."""

from collections.abc import Iterator, Sequence

import numpy as np

from metrics.classroom.interaction import average_degree, degree_centrality, density
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import CLASS, EDUVERSE, LAYOUTS, TEXTS
from pipeline.audit.eduverse.sociograms import (
    BETWEENNESS,
    DEGREE,
    IN,
    OUT,
    admitted,
    all_places,
    network,
    places,
    table_of,
)
from pipeline.audit.printed import cell, rows
from pipeline.audit.together import ends, listed

CHINESE, HISTORY = "eduverse_table2", "eduverse_table6"
PAIRS = CLASS * (CLASS - 1) / 2
DENSITY, MEAN_DEGREE = "Density", "Avg. Deg."


def claims() -> Iterator[Claim]:
    """What abstract, sections 4.2, 4.4 and D.6.2 and Tables 2, 3, 6 and A11 say of networks."""
    for stem, table in ((CHINESE, "Table 2"), (HISTORY, "Table 6")):
        for row in rows(stem):
            yield from of_counts(stem, table, row)
    yield from ranges()
    yield from isolates()
    yield from effects()
    for text in TEXTS:
        for layout in LAYOUTS:
            yield one_network(text, layout)
    yield from centralities()


def of_counts(stem: str, table: str, row: str) -> Iterator[Claim]:
    """Density and average degree of a network, from its nodes and edges."""
    edges, nodes = (np.array(cell(stem, row, column).value) for column in ("Edges", "Nodes"))
    for column, measure, formula in (
        (DENSITY, density, "2E / N(N - 1)"),
        (MEAN_DEGREE, average_degree, "2E / N"),
    ):
        yield EDUVERSE.number(
            f"{table}, {row}", column, cell(stem, row, column), float(measure(edges, nodes)), f"{formula}, of its row"
        )


def ranges() -> Iterator[Claim]:
    """Ranges of density and degree in the text."""
    for location, stem, row, twin, column in (
        ("abstract; section 1", "eduverse_section1", DENSITY, CHINESE, DENSITY),
        ("section 4.2", "eduverse_section4", DENSITY, CHINESE, DENSITY),
        ("section 4.2", "eduverse_section4", MEAN_DEGREE, CHINESE, MEAN_DEGREE),
        ("section 4.4", "eduverse_section4", "Density: History", HISTORY, DENSITY),
        ("App. D.6.2", "eduverse_appendix_d6", "Density: History", HISTORY, DENSITY),
        ("App. D.6.2", "eduverse_appendix_d6", "Avg. Deg.: History", HISTORY, MEAN_DEGREE),
    ):
        yield ends(
            EDUVERSE,
            location,
            f"range of {row}",
            cell(stem, row, "least"),
            cell(stem, row, "most"),
            [cell(twin, lesson, column).value for lesson in rows(twin)],
            f"least and greatest of {'Table 6' if twin is HISTORY else 'Table 2'}",
        )
    yield ends(
        EDUVERSE,
        "section 4.2",
        "range of the ties realized",
        cell("eduverse_section4", "Ties realized", "least"),
        cell("eduverse_section4", "Ties realized", "most"),
        [100 * value for value in _densities(CHINESE)],
        "densities of Table 2, in per cent",
    )


def isolates() -> Iterator[Claim]:
    """What changes if pupils without a tie are counted too."""
    stem = "eduverse_section4"
    printed = [cell(stem, "Ties realized", end) for end in ("least", "most")]
    of_class = [cell(CHINESE, row, "Edges").value / PAIRS for row in rows(CHINESE)]
    low, high = 100 * min(of_class), 100 * max(of_class)
    without = sum(count < CLASS for count in _nodes(CHINESE))
    yield EDUVERSE.holds(
        "section 4.2",
        "range of the ties realized, of all in the class",
        f"{printed[0].text} to {printed[1].text}",
        f"{in_digits(low, 1)}% to {in_digits(high, 1)}%",
        printed[0].rounds_from(low) and printed[1].rounds_from(high),
        f"edges of Table 2 over the {in_digits(PAIRS, 0)} pairs of the class",
        otherwise=Verdict.UNDETERMINED,
        note=f"Table 2 leaves out pupils without a tie, in {without} of its lessons.",
    )
    takers, everyone = float(np.mean(_densities(CHINESE))), float(np.mean(of_class))
    yield EDUVERSE.holds(
        "abstract; section 1",
        "about one third of peer links is realized",
        "about one-third",
        f"{in_digits(takers, 3)} of those who take part; {in_digits(everyone, 3)} of the class",
        all(abs(share - 1 / 3) < abs(share - 1 / 4) for share in (takers, everyone)),
        "mean over Table 2, with its nodes and with all six pupils; nearer to a third than to a quarter",
        otherwise=Verdict.UNDETERMINED,
    )
    nodes = _nodes(HISTORY)
    yield EDUVERSE.holds(
        "Table 6, caption",
        "nodes denote student agents",
        "student agents",
        f"{listed(nodes, 0)} of {CLASS}",
        all(count == CLASS for count in nodes),
        "nodes against the class of App. D.1",
        note="Only pupils with a tie are nodes, which raises density.",
    )


def effects() -> Iterator[Claim]:
    """What the text says of texts, layouts and subjects."""
    for text in ("Argumentative Essay", "Lyrical Prose"):
        by_layout = [cell(CHINESE, f"{text}: {layout}", DENSITY).value for layout in LAYOUTS]
        yield EDUVERSE.holds(
            "section 4.2",
            f"{text} shows lower density in Lecture",
            "lower",
            listed(by_layout),
            by_layout[0] < min(by_layout[1:]),
            "Table 2: Lecture, Collab, Round",
        )
    around = cell("eduverse_section4", "Foreign Fiction", DENSITY)
    fiction = [cell(CHINESE, f"Foreign Fiction: {layout}", DENSITY).value for layout in LAYOUTS]
    yield EDUVERSE.holds(
        "section 4.2",
        "density of fiction stays around one value",
        around.text,
        listed(fiction),
        all(around.rounds_from(value) for value in fiction),
        "Table 2: Lecture, Collab, Round, each rounded",
    )
    chinese, history = _densities(CHINESE), _densities(HISTORY)
    yield EDUVERSE.holds(
        "section 4.4",
        "densities of history closely match those of Chinese lessons",
        f"{in_digits(min(history), 3)} to {in_digits(max(history), 3)}",
        f"Chinese: {in_digits(min(chinese), 3)} to {in_digits(max(chinese), 3)}",
        min(chinese) <= min(history) and max(history) <= max(chinese),
        "Table 6 within the range of Table 2",
        note="The history lecture is denser than all nine Chinese lessons, as two of its six pupils are left out.",
    )


def one_network(text: str, layout: str) -> Claim:
    """Whether a lesson's centralities, nodes and edges are those of any network."""
    members, counts = places(text, layout), network(text, layout)
    found = len(admitted(text, layout)) if len(members) == counts["Nodes"] else 0
    return EDUVERSE.holds(
        f"Table 2; {table_of(text)}, {text}: {layout}",
        "nodes, edges, degrees and betweenness are those of one network",
        f"{counts['Nodes']} nodes, {counts['Edges']} edges",
        f"{found} networks fit",
        found > 0,
        "all directed networks with the printed in- and out-degrees, kept if their betweenness, over (N - 1)(N - 2), "
        "and their pairs with an arc either way are the printed ones",
        otherwise=Verdict.IMPOSSIBLE,
    )


def centralities() -> Iterator[Claim]:
    """How degree is made of its parts, and between what it lies."""
    students = [*all_places()]
    fitting = sum(np.isclose(of[IN].value + of[OUT].value, of[DEGREE].value) for of in students)
    yield EDUVERSE.holds(
        "Tables 3 and A11",
        "degree is in-degree and out-degree together",
        "in+out",
        f"{fitting} of {len(students)} rows",
        bool(fitting == len(students)),
        "sum of the two columns",
    )
    everyone = ~np.eye(CLASS, dtype=bool)
    most = float(degree_centrality(everyone).max())
    yield EDUVERSE.holds(
        "Tables 3 and A11, captions",
        "degree centrality is normalized to [0, 1]",
        "[0, 1]",
        f"[0, {in_digits(most, 0)}]",
        most <= 1,
        "in-degree and out-degree of pupils who all turn to all",
        note=f"No printed value exceeds {in_digits(max(of[DEGREE].value for of in students), 2)}.",
    )
    greatest = max(of[BETWEENNESS].value for of in students)
    yield EDUVERSE.bounded(
        "Tables 3 and A11, captions",
        "betweenness is normalized to [0, 1]",
        max((of[BETWEENNESS] for of in students), key=lambda place: place.value),
        0.0,
        1.0,
        "greatest of all rows",
        note=f"{in_digits(greatest, 2)} in a directed network.",
    )


def _densities(stem: str) -> Sequence[float]:
    return [cell(stem, row, DENSITY).value for row in rows(stem)]


def _nodes(stem: str) -> Sequence[float]:
    return [cell(stem, row, "Nodes").value for row in rows(stem)]
