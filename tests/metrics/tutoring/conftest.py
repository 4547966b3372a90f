from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit

from metrics.counting import FloatArray
from protocol.traces import DEMONSTRATIONS, GRADED_ACTIONS, TUTOR_TRANSACTIONS, table

WHO = {
    "study": "a study",
    "condition": "gpt",
    "task": "apprentice",
    "replicate": 0,
    "rho_behav": "high",
    "rho_persona": "high",
}
PLACE = {"platform": "apprentice", "domain": "radicals", "problem": "p1", "state": "s0"}


def _work(student: str, *rows: str) -> pd.DataFrame:
    """Transactions in the order of the rows: `problem/view step outcome component+component`, `-` for no outcome."""
    transactions: list[dict[str, Any]] = []
    for number, row in enumerate(rows, start=1):
        place, step, outcome, components = row.split()
        problem, view = place.split("/")
        read = outcome != "-"
        transactions.append(
            {
                **WHO,
                **PLACE,
                "student": student,
                "transaction": number,
                "problem": problem,
                "problem_view": int(view),
                "step": step,
                "attempt": 1,
                "malformed": not read,
                "selection": step if read else None,
                "action_type": "UpdateTextField" if read else None,
                "input": "7" if read else None,
                "outcome": outcome if read else None,
                "demonstrated": outcome == "hint",
                "feedback": None,
                "components": components.split("+"),
                "mastery": {},
            }
        )
    return table(transactions, TUTOR_TRANSACTIONS).to_pandas()


@pytest.fixture
def work() -> Callable[..., pd.DataFrame]:
    return _work


def _grade(
    correct: Sequence[bool], verdicts: Sequence[bool | None], *, condition: str = "gpt", platform: str = "ctat"
) -> pd.DataFrame:
    """Actions of a completeness profile and what a tutor says of them, None for a reply that could not be read."""
    action = {"source": "tutor", "selection": "field", "action_type": "UpdateTextField", "input": "7"}
    rows = [
        {**WHO, **PLACE, **action, "condition": condition, "platform": platform, "correct": right, "verdict": verdict}
        for right, verdict in zip(correct, verdicts, strict=True)
    ]
    return table(rows, GRADED_ACTIONS).to_pandas()


@pytest.fixture
def grade() -> Callable[..., pd.DataFrame]:
    return _grade


def _demonstrate(accepted: Sequence[bool], *, condition: str = "gpt", platform: str = "ctat") -> pd.DataFrame:
    """States of a completeness profile, and whether a tutor's next action is accepted in them."""
    action = {"selection": "field", "action_type": "UpdateTextField", "input": "7"}
    rows = [{**WHO, **PLACE, **action, "condition": condition, "platform": platform, "correct": a} for a in accepted]
    return table(rows, DEMONSTRATIONS).to_pandas()


@pytest.fixture
def demonstrate() -> Callable[..., pd.DataFrame]:
    return _demonstrate


def _practice(
    proficiency: FloatArray, ease: FloatArray, slope: FloatArray, opportunities: int, seed: int
) -> pd.DataFrame:
    """First attempts of learners who follow the additive factors model, each component once a problem."""
    shape = (proficiency.size, ease.size, opportunities)
    learner, component, earlier = (axis.ravel() for axis in np.indices(shape))
    p_correct = expit(proficiency[learner] + ease[component] + slope[component] * earlier)
    return pd.DataFrame(
        {
            **{name: WHO[name] for name in ("study", "condition", "task", "replicate")},
            "student": [f"student {i:03}" for i in learner],
            "domain": "radicals",
            "problem": [f"p{i}" for i in earlier],
            "problem_view": 1,
            "step": [f"field {i}" for i in component],
            "component": [f"k{i}" for i in component],
            "opportunity": earlier + 1,
            "error": (np.random.default_rng(seed).random(learner.size) > p_correct).astype(float),
        }
    )


@pytest.fixture(scope="session")
def practice() -> Callable[..., pd.DataFrame]:
    return _practice
