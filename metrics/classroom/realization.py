"""Which networks a printed table of centralities admits: the test of whether it can be right, and with what."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from metrics.classroom.interaction import betweenness, ties
from metrics.counting import BoolArray, FloatArray, IntArray


def networks_with(received: IntArray, sent: IntArray) -> BoolArray:
    """Every network in which each pupil receives and sends so many arcs.

    A search of all cases: some hundred for the tables of six pupils that the paper prints.

    Args:
        received: Arcs to each pupil, shape (P,).
        sent: Arcs from each pupil, shape (P,).

    Returns:
        Shape (K, P, P); K is 0 where there is none.

    Source:
        None: enumeration, on which `networks_as_printed` is built.
    """
    found = [*_rows(tuple(received), tuple(sent))]
    return np.array(found, dtype=bool).reshape(len(found), len(sent), len(sent))


def _rows(left: tuple[int, ...], sent: tuple[int, ...], row: int = 0) -> Iterator[list[list[bool]]]:
    if row == len(sent):
        if not any(left):
            yield []
        return
    takers = [pupil for pupil, count in enumerate(left) if count > 0 and pupil != row]
    for taken in combinations(takers, sent[row]):
        arcs = [pupil in taken for pupil in range(len(left))]
        remaining = tuple(count - arc for count, arc in zip(left, arcs, strict=True))
        for rest in _rows(remaining, sent, row + 1):
            yield [arcs, *rest]


def networks_as_printed(
    in_degrees: FloatArray, out_degrees: FloatArray, bridging: FloatArray, *, edges: int, decimals: int = 3
) -> BoolArray:
    """Every network whose centralities and ties round to the printed ones.

    Args:
        in_degrees: Over the others, shape (P,).
        out_degrees: Over the others, shape (P,).
        bridging: Betweenness, shape (P,).
        edges: How many pairs are tied, as Table 2 prints it for the same lesson.
        decimals: To how many betweenness is printed.

    Returns:
        Shape (K, P, P); K is 0 where the tables contradict each other. All nine lessons of Tables 2, 3 and A11 are
        realized, by one to six networks each.

    Source:
        EduVerse, Tables 2, 3 and A11.
    """
    received, sent = (np.rint(shares * (len(shares) - 1)).astype(int) for shares in (in_degrees, out_degrees))
    networks = networks_with(received, sent)
    fitting = [
        network for network in networks[ties(networks) == edges] if _prints(betweenness(network), bridging, decimals)
    ]
    return np.array(fitting, dtype=bool).reshape(len(fitting), *networks.shape[1:])


def _prints(values: FloatArray, printed: FloatArray, decimals: int) -> bool:
    return bool((np.abs(values - printed) <= 0.5 * 10.0**-decimals + 1e-9).all())
