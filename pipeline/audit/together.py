"""Claims about several printed numbers at once."""

from collections.abc import Iterable, Sequence

from pipeline.audit.claims import Claim, Paper, in_digits
from pipeline.audit.printed import Printed


def ends(
    paper: Paper,
    location: str,
    claim: str,
    least: Printed,
    most: Printed,
    values: Iterable[float],
    method: str,
    *,
    note: str = "",
) -> Claim:
    """A range that numbers must span, rounded.

    Args:
        paper: Makes the claim.
        location: Where it stands.
        claim: What it is.
        least: The printed lower end.
        most: The printed upper end.
        values: The numbers.
        method: Where they come from.
        note: What a reader should know.
    """
    known = [*values]
    low, high = min(known), max(known)
    fact = least.rounds_from(low) and most.rounds_from(high)
    shown = f"{in_digits(low, least.decimals + 1)} to {in_digits(high, most.decimals + 1)}"
    return paper.holds(location, claim, f"{least.text} to {most.text}", shown, fact, method, note=note)


def repeated(
    paper: Paper, location: str, claim: str, pairs: Iterable[tuple[Printed, Printed]], method: str, *, note: str = ""
) -> Claim:
    """Numbers that are printed in two places.

    Args:
        paper: Makes the claim.
        location: Where the first of each pair stands.
        claim: What they are.
        pairs: Each number, and its twin.
        method: Where the twins stand.
        note: What a reader should know.
    """
    known = [*pairs]
    unlike = [f"{first.text} and {twin.text}" for first, twin in known if not first.may_be(twin)]
    shown = "; ".join(unlike) or f"all {len(known)} equal"
    return paper.holds(location, claim, texts(first for first, _ in known), shown, not unlike, method, note=note)


def texts(cells: Iterable[Printed]) -> str:
    """Printed numbers in a row; of many, the first and the last."""
    known = [cell.text for cell in cells]
    return ", ".join(known if len(known) <= 12 else [known[0], "...", known[-1]])


def listed(values: Sequence[float], decimals: int = 3) -> str:
    """Numbers in a row."""
    return ", ".join(in_digits(value, decimals) for value in values)
