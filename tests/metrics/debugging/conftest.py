from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pytest

from protocol.traces import DEBUGGING_TURNS, EPISODES, table

Traces = tuple[pd.DataFrame, pd.DataFrame]
TESTS = 10


def _meet(
    *passed: int,
    codes: Sequence[str] = (),
    reference: str | None = None,
    verdict: str = "wrong_answer",
    outcome: str = "step_limit",
    task: str = "gcd",
    replicate: int = 0,
    condition: str = "debugta",
) -> Traces:
    """One session as a run would leave it: tests passed, of ten, by the erroneous program and after each round.

    In each round the tutor retrieves the reference, if there is one, and suggests (100 + 20 tokens), and the student
    revises (50 + 30 tokens). `verdict` is that on the erroneous program.
    """
    who = {"study": "a study", "condition": condition, "task": task, "replicate": replicate}
    who |= {"rho_behav": "low", "rho_persona": "low"}
    codes = [*codes] or [f"program {i}" for i in range(len(passed))]
    rows: list[dict[str, Any]] = []

    def turn(round_: int, holds: int, party: str, act: str, **more: Any) -> None:
        passes = passed[holds] == TESTS
        row: dict[str, Any] = dict.fromkeys(("error_type", "reference", "aligned", "reference_accepted"))
        row |= {"retrieved": {}, "renamed": {}, "suggestions": [], "recalled": [], "message": ""}
        row |= {"malformed": False, "truncated": False}
        row |= {"calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "tests_total": TESTS}
        row |= {"turn": len(rows) + 1, "round": round_, "party": party, "act": act, "code": codes[holds]}
        row |= {"tests_passed": passed[holds]}
        row |= {"verdict": "accepted" if passes else verdict if holds == 0 else "wrong_answer"}
        row |= {"reference": reference if round_ else None}
        rows.append(who | row | more)

    turn(0, 0, "student", "submit")
    for t in range(1, len(passed)):
        if reference is not None:
            turn(t, t - 1, "tutor", "retrieve", retrieved={"12": 3.5})
        suggested = {"suggestions": ["start at 1"], "calls": 1, "prompt_tokens": 100, "completion_tokens": 20}
        turn(t, t - 1, "tutor", "suggest", **suggested)
        turn(t, t, "student", "submit", calls=1, prompt_tokens=50, completion_tokens=30)
    rounds = len(passed) - 1
    solved_at = rounds if passed[-1] == TESTS else None
    ended = {"outcome": outcome, "steps": rounds, "solved_at": solved_at, "failure": None}
    episode = dict.fromkeys(EPISODES.names, 0) | who | ended
    return table(rows, DEBUGGING_TURNS).to_pandas(), table([episode], EPISODES).to_pandas()


@pytest.fixture
def meet() -> Callable[..., Traces]:
    return _meet
