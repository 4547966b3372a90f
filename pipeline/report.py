"""The stage that shows a whole run on one HTML page, which needs no other file."""

import asyncio
import base64
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from environments.sandbox.connection import connect
from environments.sandbox.walls import Wall, inspect
from pipeline import behaviour_table, table
from pipeline.audit.records import read_claims, tally
from pipeline.certificate import Certificate, read_certificates
from pipeline.frozen import FrozenStudy
from pipeline.grid import Grid
from pipeline.layout import POOLED, Layout
from pipeline.records import read_summary
from pipeline.stage import required, stage
from pipeline.writing import write


@dataclass(frozen=True)
class Page:
    """What the report says of a study.

    Args:
        frozen: The study.
        pooled: Tables over all tasks.
        tasks: Tables by task.
        figures: Figures by name, as data URLs.
        backend: Settings of the backend, as YAML.
        certificates: Whether the backends repeat themselves, as measured.
    """

    frozen: FrozenStudy
    pooled: tuple[Grid, ...]
    tasks: Mapping[str, tuple[Grid, ...]]
    figures: Mapping[str, str]
    backend: str
    certificates: Sequence[Certificate]


def page(frozen: FrozenStudy, layout: Layout) -> Page:
    """Collect what there is to show of a study."""
    figures = {name.replace("_", " "): _image(layout.figure(frozen.name, name, "svg")) for name in frozen.study.figures}
    backend = next(iter(frozen.components.values()))["backend"]
    return Page(
        frozen,
        pooled=_grids(frozen, layout, POOLED),
        tasks={task: _grids(frozen, layout, task) for task in frozen.study.tasks},
        figures=figures,
        backend=yaml.safe_dump(backend, sort_keys=False),
        certificates=read_certificates(layout.certificate(frozen.name)),
    )


def _grids(frozen: FrozenStudy, layout: Layout, scope: str) -> tuple[Grid, ...]:
    summary = read_summary(layout, frozen.name, scope)
    grids = table.grids(frozen, summary, scope)
    return (*grids, behaviour_table.grid(frozen, summary, scope)) if frozen.study.published_behaviour else grids


def _image(path: Path) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(path.read_bytes()).decode()}"


async def walls() -> tuple[Wall, ...]:
    """Which of the sandbox's walls stand here."""
    connection = await connect()
    try:
        return await inspect(connection.run, connection.pid)
    finally:
        await connection.close()


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the page."""
    results, studies = required(words, "results", "studies")
    layout = Layout(Path(results))
    pages = [page(FrozenStudy.read(Path(study)), layout) for study in str(studies).split()]
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, autoescape=True, trim_blocks=True
    )
    text = templates.get_template("report.html.j2").render(
        pages=pages, walls=asyncio.run(walls()), results=results, audit=tally(read_claims(layout.audit("csv")))
    )
    write(layout.report, text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
