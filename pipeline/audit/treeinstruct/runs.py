"""TreeInstruct's algorithm and example programs, run as they are printed or described."""

import ast
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pipeline.audit.claims import Claim
from pipeline.audit.printed import cell, words
from pipeline.audit.treeinstruct.tables import TREEINSTRUCT

LIMIT, PATIENCE = 3, 20
"""The k of Algorithm 1, and after how many answers a run of it is broken off."""

CALL = r"search\((-?\d+), (\[.*\])\) =>(\d+)"

BASE_VALUES = range(-9, 10)
OFFSETS = (1, 2)


class Asked(NamedTuple):
    """What is known when a question is generated: how many questions and turns are in Q and H."""

    questions: int
    turns: int


class Run(NamedTuple):
    """A run of Algorithm 1: its questions, and the tree level at its end."""

    asked: Sequence[Asked]
    level: int


def claims() -> Iterator[Claim]:
    """What Algorithm 1, Figure 1 and Tables 3 and 4 come to when they are run."""
    yield at_most_k()
    yield reset()
    yield conditioned()
    yield from example()
    yield fibonacci()


def at_most_k() -> Claim:
    """Whether a level has at most k questions."""
    runs = {said: played([right] * PATIENCE, LIMIT).asked for said, right in (("wrong", False), ("right", True))}
    return TREEINSTRUCT.holds(
        "Algorithm 1, line 7",
        "a level has at most k candidate questions",
        "at max k",
        "; ".join(f"{len(asked)} where all answers are {said}" for said, asked in runs.items()),
        all(len(asked) <= LIMIT for asked in runs.values()),
        f"lines 2 to 28 run with k = {LIMIT}, for {PATIENCE} answers",
        note="The loop goes on while the level stands OR Q is short. No line adds to Q; if one did, k were the least.",
    )


def reset() -> Claim:
    """Whether a resolved task leaves the tree at its first level."""
    level = played([True], LIMIT).level
    return TREEINSTRUCT.holds(
        "Algorithm 1, lines 22 to 24",
        "a resolved task resets the tree level",
        "level 0, as at the start",
        f"level {level}",
        level == played([], LIMIT).level,
        "lines 2 to 28 run, for one right answer",
        note="Line 24 adds one to the level that line 23 has just reset.",
    )


def conditioned() -> Claim:
    """Whether sibling questions can depend on the wrong answers before them."""
    known = [each.questions + each.turns for each in played([False] * PATIENCE, LIMIT).asked]
    return TREEINSTRUCT.holds(
        "section 3.3; Algorithm 1, lines 8 to 15",
        "siblings are generated from the earlier questions of their level and why answers to them were wrong",
        "previous questions from the same level",
        f"after {len(known) - 1} wrong answers {known[-1]} questions and answers are known",
        known[-1] > 0,
        f"what GenerateQuestion is given, lines 2 to 28 run for {PATIENCE} wrong answers",
        note="Only right answers enter H, and nothing enters Q.",
    )


def example() -> Iterator[Claim]:
    """What the search of Tables 3 and 4 returns."""
    ((x, text, result),) = re.findall(CALL, words("treeinstruct_table3", "Example", "search"))
    seq = ast.literal_eval(text)
    how = "first element not less than x (section 3.2 mends < to ≤), else the length"
    yield TREEINSTRUCT.holds(
        "Tables 3 and 4",
        f"search({x}, {text})",
        result,
        f"{search(int(x), seq, operator.le)}; the student's program {search(int(x), seq, operator.lt)}",
        search(int(x), seq, operator.le) == int(result),
        f"run: {how}",
    )
    least = min(seq)
    yield TREEINSTRUCT.holds(
        "Table 4",
        "the student's program fails where x is the smallest element",
        "not the correct index",
        f"{search(least, seq, operator.lt)}, not {seq.index(least)}",
        search(least, seq, operator.lt) != seq.index(least),
        "run on the printed example, with < for ≤",
    )
    said = words("treeinstruct_table4", "x at i > 0", "returned")
    off = {search(value, seq, operator.lt) - i for i, value in enumerate(seq) if i}
    yield TREEINSTRUCT.holds(
        "Table 4",
        "where x stands at i > 0 the student's program returns",
        said,
        " or ".join(f"i{each:+d}" for each in sorted(off)),
        {f"i{each:+d}" for each in off} == {said},
        "run on the printed example, with < for ≤",
        note="The dialogue shown as a good one goes on from a wrong answer.",
    )


def fibonacci() -> Claim:
    """Whether the fix of Figure 1 can explain its numbers."""
    wrong, right = (int(cell("treeinstruct_figure1", "fibonacci(5)", name).value) for name in ("output", "expected"))
    before, after = (int(words("treeinstruct_figure1", "Fix", end).removeprefix("n-")) for end in ("from", "to"))
    fitting = [
        (offsets, bases)
        for offsets in product(OFFSETS, repeat=2)
        if before in offsets
        for bases in product(BASE_VALUES, repeat=max(offsets))
        if recur(5, offsets, bases) == wrong and recur(5, _mended(offsets, before, after), bases) == right
    ]
    return TREEINSTRUCT.holds(
        "Figure 1",
        f"one term n-{before} mended to n-{after} turns {wrong} into {right}",
        f"{wrong}, {right}",
        f"{len(fitting)} recursions",
        bool(fitting),
        "every f(n - a) + f(n - b) with a, b of 1 or 2, and base values of -9 to 9",
        note=f"A base case explains it: with f(0) = f(1) = 1 the right recursion gives {recur(5, (1, 2), (1, 1))}.",
    )


def played(answers: Sequence[bool], limit: int) -> Run:
    """Algorithm 1, as printed, on a task that a right answer resolves, until it ends or no answer is left.

    Args:
        answers: Whether the student answers each question rightly.
        limit: k.
    """
    level, questions, history, asked = 0, list[str](), list[str](), list[Asked]()  # lines 2 to 4
    entered = level
    for right in answers:
        if level != entered and len(questions) >= limit:  # line 7
            break
        asked.append(Asked(len(questions), len(history)))  # line 8
        if right:
            history += ["question", "response"]  # lines 14 and 15
            level = 0  # line 23
            level += 1  # line 24
    return Run(asked, level)


def search(x: int, seq: Sequence[int], found: Callable[[int, int], bool]) -> int:
    """The index of the first element that x is found before, or at."""
    return next((i for i, value in enumerate(seq) if found(x, value)), len(seq))


def recur(n: int, offsets: tuple[int, ...], bases: Sequence[int]) -> int:
    """The n-th term of a sequence that sums the terms so far back, from its first terms on."""
    terms = [*bases]
    while len(terms) <= n:
        terms.append(sum(terms[-offset] for offset in offsets))
    return terms[n]


def _mended(offsets: tuple[int, ...], before: int, after: int) -> tuple[int, ...]:
    where = offsets.index(before)
    return (*offsets[:where], after, *offsets[where + 1 :])
