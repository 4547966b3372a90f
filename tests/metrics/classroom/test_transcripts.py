import gzip
import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.classroom.discourse import irf_bounds, irf_rate, step_rate
from metrics.classroom.transcripts import Sentence, irf_steps, move_of, role_of
from protocol.traces import Move, Role

DATA = Path(os.environ.get("PRACTICUM_DATA", Path(__file__).parents[4] / "shared" / "data")) / "talkmoves"
TRANSCRIPTS = DATA / "transcripts.jsonl.gz"  # a transcript a line; rows: turn, speaker, sentence, two talk moves, act
ASKS, SAYS, PRAISES = (Sentence(tag, None, act) for tag, act in [("8 - press", "sd"), ("1 - none", "sd"), ("1", "ba")])
ANSWERS, NOTE = Sentence(None, "4 - making a claim", "sd"), Sentence(None, None, "sd")
SENTENCES = st.lists(st.sampled_from([ASKS, SAYS, PRAISES, ANSWERS, NOTE]), max_size=30)


@pytest.mark.parametrize(
    ("sentence", "move"),
    [
        (Sentence("2 - Keeping Everyone Together", None, "sd"), Move.INITIATION),
        (Sentence("3 - gettingSSto relate", None, "aa"), Move.INITIATION),
        (Sentence("4 - restating", None, "sd"), Move.FEEDBACK),
        (Sentence("5 - Revoicing", None, None), Move.FEEDBACK),
        (Sentence("1 - none", None, "b"), Move.FEEDBACK),
        (Sentence("1 - none", None, "sd"), None),
        (
            Sentence("7 - context", "1 - none", "b"),
            Move.RESPONSE,
        ),  # both tags: a student's, for the context of the next
        (Sentence(None, None, None), None),
    ],
)
def test_labels_become_moves(sentence: Sentence, move: Move | None) -> None:
    assert move_of(sentence) == move


def test_a_transcript_is_cut_at_each_turn_of_the_teacher_by_hand() -> None:
    # asks, answer | praises and asks, no word | (the note is nobody's) says, answer | asks then praises
    sentences = [ASKS, ANSWERS, ANSWERS, PRAISES, ASKS, NOTE, SAYS, ANSWERS, ASKS, PRAISES]
    initiated, responded, fed_back = irf_steps(sentences)
    assert initiated.tolist() == [True, True, True]
    assert responded.tolist() == [True, True, False]
    assert fed_back.tolist() == [True, False, False]  # praise after the next question is of no answer
    assert irf_rate(initiated, responded, fed_back) == pytest.approx(1 / 3)


def test_a_student_may_open_a_transcript() -> None:
    assert [part.tolist() for part in irf_steps([ANSWERS, PRAISES, ASKS])] == [
        [False, True],
        [True, False],
        [True, False],
    ]


def test_an_empty_transcript_has_no_step() -> None:
    assert [part.size for part in irf_steps([NOTE])] == [0, 0, 0]


@given(sentences=SENTENCES)
def test_all_students_words_are_responses_in_as_many_steps_as_turns_allow(sentences: list[Sentence]) -> None:
    initiated, responded, fed_back = irf_steps(sentences)
    roles = [role_of(sentence) for sentence in sentences if role_of(sentence)]
    turns = [role for i, role in enumerate(roles) if i == 0 or role is not roles[i - 1]]
    assert responded.sum() == turns.count(Role.PUPIL)
    assert initiated.size == turns.count(Role.TEACHER) + (turns[:1] == [Role.PUPIL])
    assert not (fed_back & ~responded).any()


@pytest.mark.skipif(
    not TRANSCRIPTS.is_file(), reason=f"no TalkMoves data at {DATA}: see metrics/classroom/transcripts.py"
)
def test_real_lessons_complete_triads_as_often_as_the_papers_real_classes_do() -> None:
    with gzip.open(TRANSCRIPTS, "rt", encoding="utf-8") as lines:
        transcripts = [json.loads(line) for line in lines]
    labels = [[Sentence(*(row[i] for i in (3, 4, 5))) for row in each["rows"]] for each in transcripts]
    parts = [irf_steps(sentences) for sentences in labels]
    rates = np.array([irf_rate(*steps) for steps in parts])
    for steps, rate in zip(parts, rates, strict=True):
        low, high = irf_bounds(*(step_rate(part) for part in steps), pupils=1)
        assert low - 1e-9 <= rate <= high + 1e-9
    lower, upper = np.quantile(rates, [0.25, 0.75])
    assert lower < 0.333 < upper  # Table 5's real history lesson; the Chinese ones have 0.367 to 0.486
