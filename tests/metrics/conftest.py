from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pytest

from protocol.traces import EPISODES, PROGRAMMING_STEPS, table

COUNTS = (
    "malformed_steps",
    "truncated_steps",
    "calls",
    "free_calls",
    "unpriced_calls",
    "prompt_tokens",
    "completion_tokens",
)
Traces = tuple[pd.DataFrame, pd.DataFrame]
COGNITION = {"C": "constructing", "D": "debugging", "A": "assessing", "-": None}
METACOGNITION = {"P": "planning", "E": "enacting", "M": "monitoring", "R": "reflecting", "-": None}


def _who(replicate: int, level: str, condition: str, task: str) -> dict[str, Any]:
    return {
        "study": "a study",
        "condition": condition,
        "task": task,
        "replicate": replicate,
        "rho_behav": level,
        "rho_persona": level,
    }


def _play(
    cognition: str,
    *,
    metacognition: str = "",
    interrupts: Sequence[int] = (),
    outputs: Sequence[str] = (),
    utterances: Sequence[str] = (),
    passed: Sequence[int] = (),
    replicate: int = 0,
    level: str = "high",
    condition: str = "beagle",
    task: str = "particle",
    outcome: str = "step_limit",
    solved_at: int | None = None,
) -> Traces:
    """One episode as a run would leave it: a letter a step, `-` for a step without a state; steps count from 1."""
    who = _who(replicate, level, condition, task)
    steps = len(cognition)
    of_learner = {
        "cognition": [COGNITION[letter] for letter in cognition],
        "metacognition": [METACOGNITION[letter] for letter in metacognition or "-" * steps],
        "interrupt": ["off_topic" if t in interrupts else None for t in range(1, steps + 1)],
        "output": [*outputs] or [""] * steps,
        "utterance": [*utterances] or [""] * steps,
        "tests_passed": [*passed] or [0] * steps,
    }
    rest: dict[str, Any] = dict.fromkeys(
        ["segment", "dwell", "error_type", "ended", "goal", "mindset", "directive", "question", "hint", "scaffold"]
    )
    rest |= {"malformed": False, "truncated": False, "code": "", "executed": True, "seen": "", "tests_total": 20}
    rest |= {"evidence": {}, "mastery": {}, "blocked": [], "thoughts": []}
    rows = [{**who, **rest, "step": i + 1} | {key: of_learner[key][i] for key in of_learner} for i in range(steps)]
    counts = {**dict.fromkeys(COUNTS, 0), "cost": 0.0}
    episode = {**who, **counts, "outcome": outcome, "steps": steps, "solved_at": solved_at, "failure": None}
    return table(rows, PROGRAMMING_STEPS).to_pandas(), table([episode], EPISODES).to_pandas()


@pytest.fixture
def play() -> Callable[..., Traces]:
    return _play


@pytest.fixture
def together() -> Callable[..., Traces]:
    """Several episodes as the traces of one study."""

    def join(*played: Traces) -> Traces:
        steps, episodes = zip(*played, strict=True)
        return pd.concat(steps, ignore_index=True), pd.concat(episodes, ignore_index=True)

    return join
