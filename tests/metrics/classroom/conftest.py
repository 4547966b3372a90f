from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from protocol.traces import CLASSROOM_STEPS, EPISODES, table

Traces = tuple[pd.DataFrame, pd.DataFrame]
Turn = dict[str, Any]
NULLS = [
    *("stage", "persona", "seat_x", "seat_y", "group", "move", "behaviour", "emotion", "cognition"),
    *("teaching", "tone", "request", "granted", "willingness", "plan", "monitoring", "regulation"),
]
FALSE = dict.fromkeys(["human", "malformed", "truncated"], False)
SILENT: Turn = {**dict.fromkeys(NULLS), **FALSE, "neighbours": [], "perceived": [], "utterance": ""}


def _teacher(move: str | None, *to: str, **columns: Any) -> Turn:
    return {**SILENT, "speaker": "teacher", "role": "teacher", "move": move, "addressees": list(to), **columns}


def _pupil(name: str, behaviour: str | None, *to: str, state: str = "", **columns: Any) -> Turn:
    """A pupil's turn; `state` gives emotion and cognition in one word each."""
    emotion, cognition = state.split() if state else (None, None)
    shown = {"behaviour": behaviour, "emotion": emotion, "cognition": cognition}
    return {**SILENT, "speaker": name, "role": "pupil", "addressees": list(to), **shown, **columns}


def _play(
    *steps: list[Turn], condition: str = "lecture", replicate: int = 0, session: int = 1, outcome: str = "step_limit"
) -> Traces:
    """One lesson as a run would leave it: a list of turns a step."""
    who = {"study": "a study", "condition": condition, "task": "spring", "replicate": replicate}
    who |= {"rho_behav": "high", "rho_persona": "high"}
    rows = [
        {**who, "session": session, "step": step, "turn": turn, **columns}
        for step, turns in enumerate(steps, start=1)
        for turn, columns in enumerate(turns, start=1)
    ]
    rest: Turn = dict.fromkeys(EPISODES.names, 0) | dict.fromkeys(["failure", "solved_at"])
    episode = rest | who | {"outcome": outcome, "steps": len(steps)}
    return table(rows, CLASSROOM_STEPS).to_pandas(), table([episode], EPISODES).to_pandas()


@pytest.fixture
def play() -> Callable[..., Traces]:
    return _play


@pytest.fixture
def teacher() -> Callable[..., Turn]:
    return _teacher


@pytest.fixture
def pupil() -> Callable[..., Turn]:
    return _pupil


@pytest.fixture
def together() -> Callable[..., Traces]:
    """Several lessons as the traces of one study."""

    def join(*played: Traces) -> Traces:
        turns, episodes = zip(*played, strict=True)
        return pd.concat(turns, ignore_index=True), pd.concat(episodes, ignore_index=True)

    return join


POSITIVE, UNSURE = "positive apply", "positive understand"


@pytest.fixture
def spring() -> Traces:
    """Steps 8 to 10 of the paper's first case: who does what, who turns to whom, who is given feedback (App. E)."""
    return _play(
        [
            _teacher("initiation", "Zhang Yan", teaching="question", tone="encouraging"),
            _pupil("Wang Fang", "side_talk", "Zhang Yan", state=POSITIVE),
            _pupil("Zhang Jie", "ask_question", "teacher", state=POSITIVE),
            _pupil("Zhang Yan", "stand_answer", "teacher", state=POSITIVE, move="response"),
            _pupil("Li Wei", "ask_question", "teacher", state=POSITIVE),
            _pupil("Liu Li", "side_talk", "Zhang Tao", state=POSITIVE),
            _pupil("Zhang Tao", "side_talk", "Liu Li", state="negative understand"),
            _teacher("feedback", "Liu Li", "Zhang Jie", "Zhang Yan"),
        ],
        [
            _teacher("initiation", "Wang Fang", teaching="question", tone="encouraging"),
            _pupil("Wang Fang", "stand_answer", "teacher", state=POSITIVE, move="response"),
            _pupil("Zhang Jie", "hand_raise", state=POSITIVE),
            _pupil("Zhang Yan", "side_talk", "Wang Fang", state=POSITIVE),
            _pupil("Li Wei", "head_up", state=UNSURE),
            _pupil("Liu Li", "hand_raise", state=UNSURE),
            _pupil("Zhang Tao", "side_talk", "Liu Li", state="confused understand"),
            _teacher("feedback", "Liu Li", "Zhang Yan"),
        ],
        [
            _teacher("initiation", "Zhang Jie", teaching="lecture", tone="encouraging"),
            _pupil("Wang Fang", "side_talk", "Zhang Yan", state=POSITIVE),
            _pupil("Zhang Jie", "stand_answer", "teacher", state=POSITIVE, move="response"),
            _pupil("Zhang Yan", "side_talk", "Wang Fang", state=POSITIVE),
            _pupil("Li Wei", "side_talk", "Zhang Yan", state=UNSURE),
            _pupil("Liu Li", "side_talk", "Zhang Tao", state=UNSURE),
            _pupil("Zhang Tao", "side_talk", "Liu Li", state=UNSURE),
            _teacher("feedback", "Zhang Jie", "Liu Li", "Zhang Yan"),
        ],
    )
