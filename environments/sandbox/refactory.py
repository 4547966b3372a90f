"""The Refactory data set: real submissions of novices to Python assignments, with the assignments' tests.

It comes with the Refactory repair tool (Hu et al., "Re-factoring based program repair applied to programming
assignments", ASE 2019): https://github.com/githubhuyang/refactory, LGPL-3.0. Unpack its `data` folder and hand the path
to `load`; the tests look for it as the folder `refactory` of what the environment variable `PRACTICUM_DATA` names.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from environments.sandbox.verdicts import Expectation
from protocol import DataError


@dataclass(frozen=True)
class Assignment:
    """What every submission to an assignment is run with.

    Args:
        name: Such as "question_1".
        prelude: Code that goes before a submission.
        tests: What is asked of a submission.
    """

    name: str
    prelude: str
    tests: tuple[Expectation, ...]


@dataclass(frozen=True)
class Submission:
    """One program that a student handed in.

    Args:
        assignment: What it answers.
        file: Its file name.
        label: "correct", "wrong" or "fail", as the authors of the set have it.
        source: The program.
        observed: The verdict of each test under CPython 3.11, or one "timeout"; empty where nobody has observed it.
    """

    assignment: Assignment
    file: str
    label: str
    source: str
    observed: tuple[str, ...] = ()


def load(root: Path) -> tuple[Submission, ...]:
    """Read the data set, in its authors' layout (`question_*/`) or as `problems.jsonl` and `submissions.jsonl`.

    Raises:
        DataError: it is not there, or not as it should be.
    """
    try:
        read = _lines if (root / "submissions.jsonl").is_file() else _folders
        submissions = tuple(read(root))
    except (OSError, ValueError, KeyError, SyntaxError) as error:
        raise DataError(f"{root}: not the Refactory data set ({error})") from error
    if not submissions:
        raise DataError(
            f"{root}: no Refactory submissions", mend="unpack the data of github.com/githubhuyang/refactory"
        )
    return submissions


def _lines(root: Path) -> Iterator[Submission]:
    assignments = {}
    for row in _rows(root / "problems.jsonl"):
        tests = tuple(_expectation(test["call"], test["expected"]) for test in row["tests"])
        assignments[row["problem_id"]] = Assignment(row["problem_id"], row["global_code"], tests)
    for row in _rows(root / "submissions.jsonl"):
        assignment = assignments[row["problem_id"]]
        yield Submission(assignment, row["file"], row["label"], row["code"], tuple(row["observed"]))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _folders(root: Path) -> Iterator[Submission]:
    for folder in sorted(root.glob("question_*")):
        prelude = folder / "code" / "global.py"
        calls, answers = (sorted((folder / "ans").glob(f"{kind}_*.txt")) for kind in ("input", "output"))
        tests = (
            _expectation(call.read_text(), answer.read_text()) for call, answer in zip(calls, answers, strict=True)
        )
        assignment = Assignment(folder.name, prelude.read_text() if prelude.is_file() else "", tuple(tests))
        for label in ("correct", "wrong", "fail"):
            for path in sorted((folder / "code" / label).glob("*.py")):
                yield Submission(assignment, path.name, label, path.read_text(errors="replace"))


def _expectation(call: str, expected: str) -> Expectation:
    return Expectation(call.strip(), ast.literal_eval(expected.strip()))
