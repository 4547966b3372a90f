"""The networks behind EduVerse's Tables 2, 3 and A11: who is in them, and which ones the printed rows admit."""

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np

from metrics.classroom.realization import networks_as_printed
from metrics.counting import BoolArray
from pipeline.audit.eduverse.lessons import LAYOUTS, PUPILS, TEXTS
from pipeline.audit.printed import Printed, cell, rows
from pipeline.published import PublishedTable

IN, OUT, DEGREE, BETWEENNESS = PLACES = ("In", "Out", "Degree", "Betweenness")

_TABLE_3 = "Argumentative Essay"
_SHORT = {IN: "In", OUT: "Out", DEGREE: "Deg.", BETWEENNESS: "Betw."}

Arcs = frozenset[tuple[str, str]]
"""Who turns to whom."""


@cache
def places(text: str, layout: str) -> Mapping[str, Mapping[str, Printed]]:
    """The printed centralities of each pupil in a lesson's network (Tables 3 and A11)."""
    return {pupil: {place: _place(text, layout, pupil, place) for place in PLACES} for pupil in _pupils(text, layout)}


@cache
def admitted(text: str, layout: str) -> BoolArray:
    """Every network of a lesson that prints its centralities and its edges, shape (K, P, P)."""
    of_pupils = places(text, layout).values()
    received, sent, between = (
        np.array([of_pupil[place].value for of_pupil in of_pupils]) for place in (IN, OUT, BETWEENNESS)
    )
    return networks_as_printed(received, sent, between, edges=network(text, layout)["Edges"])


def network(text: str, layout: str) -> Mapping[str, int]:
    """Nodes and edges of a lesson's network (Table 2)."""
    row = f"{text}: {layout}"
    return {column: int(cell("eduverse_table2", row, column).value) for column in ("Nodes", "Edges")}


def admitted_arcs(text: str, layout: str) -> Iterator[Arcs]:
    """The same networks, by the pupils' names."""
    names = [*places(text, layout)]
    for arcs in admitted(text, layout):
        yield frozenset((names[sender], names[receiver]) for sender, receiver in np.argwhere(arcs))


def all_places() -> Iterator[Mapping[str, Printed]]:
    """The printed centralities of every pupil in every lesson."""
    for text in TEXTS:
        for layout in LAYOUTS:
            yield from places(text, layout).values()


def table_of(text: str) -> str:
    """Which table prints the centralities of a text."""
    return "Table 3" if text == _TABLE_3 else "Table A11"


def _pupils(text: str, layout: str) -> tuple[str, ...]:
    if text == _TABLE_3:
        cells = PublishedTable.read("eduverse_table3").cells
        return tuple(pupil for pupil in PUPILS if cells[pupil, f"{layout}: In"].value is not None)
    labels = [label.rsplit(": ", 1) for label in rows("eduverse_table_a11")]
    return tuple(pupil for lesson, pupil in labels if lesson == f"{text}: {layout}")


def _place(text: str, layout: str, pupil: str, place: str) -> Printed:
    if text == _TABLE_3:
        return cell("eduverse_table3", pupil, f"{layout}: {_SHORT[place]}")
    return cell("eduverse_table_a11", f"{text}: {layout}: {pupil}", place)
