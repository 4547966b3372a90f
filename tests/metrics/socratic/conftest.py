from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pytest

from protocol.traces import EPISODES, QUESTION_RATINGS, SOCRATIC_TURNS, table

Dialogue = tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]
MET = {"r": "relevance", "i": "indirectness", "l": "logical_flow"}


def _converse(
    *scores: str | None,
    passed: Sequence[int] = (),
    fixes: Sequence[int] = (),
    opening: bool = False,
    bug_type: str | None = "conceptual",
    condition: str = "tree_instruct",
    task: str = "search",
    replicate: int = 0,
    outcome: str = "step_limit",
    total: int = 4,
) -> Dialogue:
    """A conversation of one turn a score: letters of the attributes that its question has, None where not rated.

    `passed` counts the tests passed after each turn, `fixes` names the turns in which fixes are proposed.
    """
    who = {"study": "a study", "condition": condition, "task": task, "replicate": replicate}
    who |= {"rho_behav": "high", "rho_persona": "high"}
    unset: dict[str, Any] = dict.fromkeys(["target", "level", "sibling", "answered", "explanation"])
    turn = {**who, **unset, "bug_type": bug_type, "malformed": False, "state_space": [], "code": "", "fixes": []}
    turn |= {"question": "Which?", "answer": "This.", "tests_passed": 0, "tests_total": total}
    after = [*passed] or [0] * len(scores)
    turns = [{**turn, "turn": 0, "question": None}] if opening else []
    turns += [
        {**turn, "turn": t, "tests_passed": after[t - 1], "fixes": ["Replace i."] if t in fixes else []}
        for t in range(1, len(scores) + 1)
    ]
    ratings = [
        {**who, "turn": t, "rater": "judge"}
        | {name: None if score is None else letter in score for letter, name in MET.items()}
        for t, score in enumerate(scores, start=1)
    ]
    counts = {field.name: None if field.nullable else 0 for field in EPISODES}
    episode = {**counts, **who, "outcome": outcome, "steps": len(scores)}
    made = (table(turns, SOCRATIC_TURNS), table(ratings, QUESTION_RATINGS), table([episode], EPISODES))
    return made[0].to_pandas(), made[1].to_pandas(), made[2].to_pandas()


@pytest.fixture
def converse() -> Callable[..., Dialogue]:
    return _converse


@pytest.fixture
def together() -> Callable[..., Dialogue]:
    """Several conversations as the traces of one study."""

    def join(*held: Dialogue) -> Dialogue:
        turns, ratings, episodes = (pd.concat(frames, ignore_index=True) for frames in zip(*held, strict=True))
        return turns, ratings, episodes

    return join
