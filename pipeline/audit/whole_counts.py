"""Which counts and totals a printed share or mean leaves possible: it must be a whole number over a whole number.

Source: Brown and Heathers (2017), The GRIM test, Social Psychological and Personality Science 8(4).
"""

import math
from collections.abc import Callable, Iterable

from pipeline.audit.printed import Printed
from protocol import DataError

Fits = Callable[[Printed, float], bool]
"""Whether a number is printed like this."""


def rounded_or_cut(printed: Printed, number: float) -> bool:
    """Whether a number is printed like this when it is rounded, or when its further digits are cut off."""
    return printed.rounds_from(number) or printed.is_cut_from(number)


def counts(printed: Printed, total: int, *, scale: float = 1.0, fits: Fits = Printed.rounds_from) -> list[int]:
    """Whole counts that, over a total and times a scale, are printed like this.

    Args:
        printed: The share, or the mean.
        total: How many are counted.
        scale: 100 for per cent.
        fits: How numbers are brought to the printed digits.
    """
    middle, reach = printed.value * total / scale, 2 * printed.half_a_digit * total / scale
    nearby = range(max(math.floor(middle - reach), 0), math.ceil(middle + reach) + 1)
    return [count for count in nearby if fits(printed, scale * count / total)]


def count(printed: Printed, total: int, *, scale: float = 1.0) -> int:
    """The whole count behind a printed share.

    Raises:
        DataError: there is none, or the digits leave several.
    """
    found = counts(printed, total, scale=scale)
    if len(found) != 1:
        raise DataError(f"{printed.text} is the share of {len(found)} counts of {total}, not of one")
    return found[0]


def totals(
    cells: Iterable[Printed], candidates: Iterable[int], *, scale: float = 1.0, fits: Fits = Printed.rounds_from
) -> list[int]:
    """Totals of which all printed numbers can be whole counts.

    Args:
        cells: The printed shares, or means.
        candidates: Totals to try.
        scale: 100 for per cent.
        fits: How numbers are brought to the printed digits.
    """
    printed = [*cells]
    return [total for total in candidates if all(counts(cell, total, scale=scale, fits=fits) for cell in printed)]
