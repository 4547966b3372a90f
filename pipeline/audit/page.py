"""The audit for a reader: Markdown, and one HTML page that needs no other file."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.records import BY_WEIGHT, TITLES, papers_of, tally
from pipeline.grid import Grid

FINDINGS = (Verdict.IMPOSSIBLE, Verdict.DISAGREES)
"""What comes before all else."""

MEANING = {
    Verdict.IMPOSSIBLE: "no data at all could give it under the definition that is printed beside it",
    Verdict.DISAGREES: "something else that is printed gives another number, or says otherwise",
    Verdict.UNDETERMINED: "it holds under one reading and not under another, or what is printed leaves it open",
    Verdict.ROUNDING: "it differs by what the rounding of the printed inputs, or cutting digits off, accounts for",
    Verdict.AGREES: "what else is printed gives it, to its last digit",
}

HOW = (
    "Each row takes numbers that a paper prints (results/published), recomputes from them, with the functions of "
    "metrics/, what else it prints, and compares the two. Nothing is simulated, and no verdict is typed in."
)

HEADINGS = ("Where", "Claim", "Printed", "Recomputed", "How", "Note")


def findings(claims: Sequence[Claim], verdict: Verdict) -> list[Claim]:
    """The claims of a verdict, in order."""
    return [claim for claim in claims if claim.verdict is verdict]


def rest(claims: Sequence[Claim], paper: str) -> list[Claim]:
    """The claims of a paper that are no findings, the weightier first."""
    others = [claim for claim in claims if claim.paper == paper and claim.verdict not in FINDINGS]
    return sorted(others, key=lambda claim: BY_WEIGHT.index(claim.verdict))


def to_markdown(claims: Sequence[Claim]) -> str:
    """The summary, the findings, and the rest by paper."""
    summary = tally(claims)
    notes = (HOW, *(f"{verdict}: {MEANING[verdict]}" for verdict in BY_WEIGHT))
    grids = [Grid(f"Audit: {summary.title}", summary.headings, summary.groups, notes)]
    for verdict in FINDINGS:
        found = findings(claims, verdict)
        rows = tuple((TITLES[claim.paper], *_cells(claim)) for claim in found)
        grids.append(
            Grid(f"{verdict.capitalize()} ({len(found)})", ("Paper", *HEADINGS), (rows,), labels=len(HEADINGS) + 1)
        )
    for paper in papers_of(claims):
        others = rest(claims, paper)
        rows = tuple((str(claim.verdict), *_cells(claim)) for claim in others)
        title = f"{TITLES[paper]}: the other claims ({len(others)})"
        grids.append(Grid(title, ("Verdict", *HEADINGS), (rows,), labels=len(HEADINGS) + 1))
    return "\n".join(grid.to_markdown() for grid in grids)


def _cells(claim: Claim) -> tuple[str, ...]:
    return (claim.location, claim.claim, claim.printed, claim.recomputed, claim.method, claim.note)


def to_html(claims: Sequence[Claim]) -> str:
    """The same, to be filtered by paper, verdict and words."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    counts = Counter((claim.paper, claim.verdict) for claim in claims)
    papers = papers_of(claims)
    return templates.get_template("page.html.j2").render(
        counts={paper: {str(verdict): counts[paper, verdict] for verdict in BY_WEIGHT} for paper in papers},
        titles=TITLES,
        verdicts={str(verdict): MEANING[verdict] for verdict in BY_WEIGHT},
        findings={str(verdict): findings(claims, verdict) for verdict in FINDINGS},
        rest={paper: rest(claims, paper) for paper in papers},
        how=HOW,
        total=len(claims),
    )
