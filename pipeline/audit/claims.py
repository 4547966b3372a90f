"""What a paper claims, held against what else it prints; every verdict is computed, none is typed in."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from pipeline.audit.printed import Printed


class Verdict(StrEnum):
    """How a claim stands to what can be recomputed."""

    AGREES = "agrees"
    ROUNDING = "rounding"  # differs in digits that the inputs' own rounding, or cutting digits off, accounts for
    DISAGREES = "disagrees"
    IMPOSSIBLE = "impossible"  # no data at all could give it under the definition that is printed beside it
    UNDETERMINED = "undetermined"  # it holds under one reading and not under another, or what is printed leaves it open


@dataclass(frozen=True)
class Claim:
    """A row of the audit.

    Args:
        paper: Short name of the paper.
        location: Where it stands: section, table, caption.
        claim: What is claimed, in words.
        printed: The number or words that are printed.
        recomputed: What comes out.
        method: How it was recomputed, from what.
        verdict: How the two stand to each other.
        note: What a reader should know of it.
    """

    paper: str
    location: str
    claim: str
    printed: str
    recomputed: str
    method: str
    verdict: Verdict
    note: str = ""


Claims = Callable[[], Iterator[Claim]]
"""The claims of one part of a paper."""


@dataclass(frozen=True)
class Paper:
    """Makes the claims of one paper.

    Args:
        name: Short name of the paper.
    """

    name: str

    def number(
        self,
        location: str,
        claim: str,
        printed: Printed,
        recomputed: float,
        method: str,
        *,
        low: float = math.nan,
        high: float = math.nan,
        note: str = "",
    ) -> Claim:
        """A number that follows from others.

        Args:
            location: Where it stands.
            claim: What it is.
            printed: The number.
            recomputed: What follows from the others as they are printed.
            method: How.
            low: The least that follows from them, given how far they were rounded; NaN if they are exact.
            high: The most.
            note: What a reader should know.
        """
        verdict = Verdict.DISAGREES
        if printed.rounds_from(recomputed):
            verdict = Verdict.AGREES
        elif printed.is_cut_from(recomputed) or (low <= printed.high and printed.low <= high):
            verdict = Verdict.ROUNDING
        shown = in_digits(recomputed, printed.decimals + 2)
        return Claim(self.name, location, claim, printed.text, shown, method, verdict, note)

    def follows(
        self,
        location: str,
        claim: str,
        printed: Printed,
        formula: Callable[..., float],
        inputs: Sequence[Printed],
        method: str,
        *,
        note: str = "",
    ) -> Claim:
        """A number that a formula makes of other printed numbers, each of which may have been rounded.

        Args:
            location: Where it stands.
            claim: What it is.
            printed: The number.
            formula: Rises or falls in each input throughout, so that its ends lie at the inputs' ends.
            inputs: The printed numbers that it takes, in order.
            method: How.
            note: What a reader should know.
        """
        ends = [formula(*corner) for corner in product(*((each.low, each.high) for each in inputs))]
        value = formula(*(each.value for each in inputs))
        return self.number(location, claim, printed, value, method, low=min(ends), high=max(ends), note=note)

    def possible(
        self, location: str, claim: str, printed: Printed, candidates: Iterable[float], method: str, *, note: str = ""
    ) -> Claim:
        """A number that must be one of some: such as a share of whole counts."""
        known = sorted(candidates)
        fits = any(printed.rounds_from(candidate) for candidate in known)
        nearest = sorted(sorted(known, key=lambda candidate: abs(candidate - printed.value))[: 1 if fits else 2])
        shown = " or ".join(in_digits(candidate, printed.decimals + 2) for candidate in nearest)
        verdict = Verdict.AGREES if fits else Verdict.IMPOSSIBLE
        return Claim(self.name, location, claim, printed.text, shown or "none", method, verdict, note)

    def bounded(
        self,
        location: str,
        claim: str,
        printed: Printed,
        low: float,
        high: float,
        method: str,
        *,
        otherwise: Verdict = Verdict.IMPOSSIBLE,
        note: str = "",
    ) -> Claim:
        """A number that its definition, or something else that is printed, keeps within bounds."""
        verdict = Verdict.AGREES if printed.high >= low and printed.low <= high else otherwise
        least, most = (in_digits(end, printed.decimals + 2) for end in (low, high))
        shown = (
            f"at most {most}" if low == -math.inf else f"at least {least}" if high == math.inf else f"{least} to {most}"
        )
        return Claim(self.name, location, claim, printed.text, shown, method, verdict, note)

    def same(
        self, location: str, claim: str, printed: Printed, elsewhere: Printed, method: str, *, note: str = ""
    ) -> Claim:
        """A number that is printed twice."""
        verdict = Verdict.AGREES if printed.may_be(elsewhere) else Verdict.DISAGREES
        return Claim(self.name, location, claim, printed.text, elsewhere.text, method, verdict, note)

    def same_words(
        self, location: str, claim: str, printed: str, elsewhere: str, method: str, *, note: str = ""
    ) -> Claim:
        """Words or symbols that stand for one thing and are printed twice."""
        return self.holds(location, claim, printed, elsewhere, printed == elsewhere, method, note=note)

    def holds(
        self,
        location: str,
        claim: str,
        printed: str,
        recomputed: str,
        fact: bool,
        method: str,
        *,
        otherwise: Verdict = Verdict.DISAGREES,
        note: str = "",
    ) -> Claim:
        """A statement about numbers, such as that one is the greatest.

        Args:
            location: Where it stands.
            claim: What is stated.
            printed: Its words or number.
            recomputed: What the numbers show.
            fact: Whether it is true, computed from them.
            method: How.
            otherwise: What it is if it is not true.
            note: What a reader should know.
        """
        verdict = Verdict.AGREES if fact else otherwise
        return Claim(self.name, location, claim, printed, recomputed, method, verdict, note)

    def readings(
        self, location: str, claim: str, printed: Printed, values: Mapping[str, float], method: str, *, note: str = ""
    ) -> Claim:
        """A number whose definition can be read in several ways: what each reading gives."""
        fits = [printed.rounds_from(value) for value in values.values()]
        verdict = Verdict.AGREES if all(fits) else Verdict.UNDETERMINED if any(fits) else Verdict.DISAGREES
        shown = "; ".join(f"{name}: {in_digits(value, printed.decimals + 1)}" for name, value in values.items())
        return Claim(self.name, location, claim, printed.text, shown, method, verdict, note)


def shares(total: int, scale: float = 100.0) -> list[float]:
    """All shares that whole counts of a total can have, times a scale."""
    return [scale * count / total for count in range(total + 1)]


def means(total: int, low: int, high: int) -> list[float]:
    """All means that whole ratings of a number of raters can have."""
    return [count / total for count in range(total * low, total * high + 1)]


def in_digits(number: float, decimals: int) -> str:
    """A number with so many digits after the point, without zeros at the end."""
    text = f"{number:z.{max(decimals, 0)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
