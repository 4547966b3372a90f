"""The trace of a lesson: a step of a class of two, written by hand."""

from pathlib import Path
from typing import Any

import pytest

from protocol import TraceError
from protocol.traces import (
    CLASSROOM_STEPS,
    Behaviour,
    Bloom,
    Emotion,
    Move,
    Request,
    Role,
    Stage,
    TeachingAct,
    Tone,
    read_trace,
    table,
    write_trace,
)

STEP: dict[str, Any] = {
    "study": "eduverse_table1",
    "condition": "round",
    "task": "spring",
    "replicate": 0,
    "rho_behav": "high",
    "rho_persona": "high",
    "session": 1,
    "step": 4,
    "stage": Stage.INSTRUCTION,
    "human": False,
    "granted": None,
    "willingness": None,
    "malformed": False,
    "truncated": False,
}
SILENCE: dict[str, Any] = dict.fromkeys(
    ["move", "behaviour", "emotion", "cognition", "teaching", "tone", "request", "plan", "monitoring", "regulation"]
)


@pytest.fixture
def turns() -> list[dict[str, Any]]:
    """The teacher asks Ann; she stands up to answer, Ben turns to her, who declines; the teacher praises her."""
    teacher = {"role": Role.TEACHER, "persona": None, "seat_x": 15, "seat_y": 1, "group": None, "neighbours": []}
    ann = {"role": Role.PUPIL, "persona": "high extraversion", "seat_x": 14, "seat_y": 8, "group": "A"}
    ben = {"role": Role.PUPIL, "persona": "low openness", "seat_x": 17, "seat_y": 8, "group": "A"}
    return [
        {**STEP, **SILENCE, **teacher, "turn": 1, "speaker": "teacher", "addressees": ["Ann"], "perceived": []}
        | {"move": Move.INITIATION, "teaching": TeachingAct.QUESTION, "tone": Tone.ENCOURAGING}
        | {"utterance": "Which word in this line is about the wind, Ann?"},
        {**STEP, **SILENCE, **ann, "turn": 2, "speaker": "Ann", "neighbours": ["Ben"], "addressees": ["teacher"]}
        | {"move": Move.RESPONSE, "behaviour": Behaviour.STAND_ANSWER, "emotion": Emotion.POSITIVE}
        | {"cognition": Bloom.UNDERSTAND, "perceived": ["Ben", "board"], "plan": "I know this one."}
        | {"monitoring": "That was quick.", "regulation": "Next time I look twice.", "utterance": "Gusty!"},
        {**STEP, **SILENCE, **ben, "turn": 3, "speaker": "Ben", "neighbours": ["Ann"], "addressees": ["Ann"]}
        | {"behaviour": Behaviour.CHAT, "emotion": Emotion.NEGATIVE, "cognition": Bloom.REMEMBER}
        | {"perceived": ["Ann"], "request": Request.CHAT, "granted": False, "willingness": 0.35}
        | {"utterance": "Did you see the match?"},
        {**STEP, **SILENCE, **teacher, "turn": 4, "speaker": "teacher", "addressees": ["Ann"], "perceived": []}
        | {"move": Move.FEEDBACK, "teaching": TeachingAct.PRAISE, "tone": Tone.ENCOURAGING, "utterance": "Well seen."},
    ]


def test_a_step_is_read_as_it_was_written(tmp_path: Path, turns: list[dict[str, Any]]) -> None:
    path = tmp_path / "steps.parquet"
    write_trace(turns, CLASSROOM_STEPS, path)
    assert read_trace(path, CLASSROOM_STEPS).to_pylist() == turns


@pytest.mark.parametrize("column", ["session", "step", "turn", "speaker", "role", "human", "addressees", "utterance"])
def test_who_speaks_when_and_to_whom_may_not_be_missing(turns: list[dict[str, Any]], column: str) -> None:
    with pytest.raises(TraceError, match=rf"classroom_steps\.{column} is null"):
        table([{**turns[0], column: None}], CLASSROOM_STEPS)


@pytest.mark.parametrize("column", ["stage", "move", "behaviour", "teaching", "request", "seat_x", "willingness"])
def test_what_a_turn_does_not_show_may_be_missing(turns: list[dict[str, Any]], column: str) -> None:
    assert table([{**turn, column: None} for turn in turns], CLASSROOM_STEPS).num_rows == 4


def test_a_lesson_has_the_papers_words() -> None:
    assert [len(kind) for kind in (Stage, Move, Emotion, Bloom, Tone, Request)] == [5, 4, 3, 6, 3, 4]
    assert len(Behaviour) == 11 + 2  # Table A5, and what App. D.2.4 and App. E add
    assert len(TeachingAct) == 2 + 6 + 2  # instruction, interaction, management (App. C.2.3)
