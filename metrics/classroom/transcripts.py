"""Transcripts of real classes as IRF steps: what the simulated discourse is held against.

The labels are those of the TalkMoves data set (Suresh et al., LREC 2022, https://github.com/SumnerLab/TalkMoves,
CC BY-NC-SA 4.0): one talk move a sentence, and a Switchboard (DAMSL) dialogue act. Coding for talk moves is not
coding for IRF, so that rates from here show the order of magnitude, and how lessons differ.
"""

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

import numpy as np

from metrics.counting import BoolArray
from protocol.traces import Move, Role

INITIATIONS = frozenset({"2", "3", "8", "9"})
"""Keeping everyone together, getting students to relate, pressing for accuracy, pressing for reasoning."""

FEEDBACK = frozenset({"4", "5"})
"""Restating, revoicing: what the teacher makes of an answer."""

FEEDBACK_ACTS = frozenset({"aa", "ba", "b"})
"""Accepting, appreciating, acknowledging: that an answer is heard at all is the least of feedback."""


class Sentence(NamedTuple):
    """How TalkMoves labels a sentence.

    Args:
        teacher_tag: Talk move of a teacher, such as "8 - press for accuracy"; spellings vary and the number counts.
        student_tag: Talk move of a student; a sentence with one is a student's.
        dialogue_act: Switchboard (DAMSL) tag.
    """

    teacher_tag: str | None
    student_tag: str | None
    dialogue_act: str | None


def role_of(sentence: Sentence) -> Role | None:
    """Who says a sentence; None for a note of the transcriber, which has no talk move.

    Source:
        Suresh et al. (2022), TalkMoves.
    """
    if sentence.student_tag is not None:
        return Role.PUPIL
    return Role.TEACHER if sentence.teacher_tag is not None else None


def move_of(sentence: Sentence) -> Move | None:
    """What a sentence does in an IRF cycle: all that students say responds; None for what is no part of one.

    Source:
        Ours; the labels are those of Suresh et al. (2022), the moves those of EduVerse, section 4.1.
    """
    if role_of(sentence) is not Role.TEACHER:
        return Move.RESPONSE if role_of(sentence) else None
    number = str(sentence.teacher_tag).split("-")[0].strip()
    if number in INITIATIONS:
        return Move.INITIATION
    return Move.FEEDBACK if number in FEEDBACK or sentence.dialogue_act in FEEDBACK_ACTS else None


def irf_steps(sentences: Sequence[Sentence]) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Cut a transcript into teaching steps, and say which hold an initiation, a response and feedback.

    A step is a turn of the teacher and what students say until the teacher's next. In that next turn, what comes
    before its first initiation is feedback on this step, and what comes after it is not.

    Args:
        sentences: In the order of the lesson.

    Returns:
        What `metrics.classroom.discourse.irf_rate` takes, shapes (T,).

    Source:
        EduVerse, App. D.3.2, which annotates real lessons sentence by sentence, but not how it cuts them into steps.
    """
    turns = [(role, [*map(move_of, turn)]) for role, turn in groupby(filter(role_of, sentences), key=role_of)]
    initiated: list[bool] = []
    responded: list[bool] = []
    fed_back: list[bool] = []
    for role, moves in turns:
        if role is Role.TEACHER and fed_back:
            fed_back[-1] = Move.FEEDBACK in takewhile(lambda move: move is not Move.INITIATION, moves)
        if role is Role.TEACHER or not responded:
            initiated.append(Move.INITIATION in moves)
            responded.append(False)
            fed_back.append(False)
        responded[-1] |= role is Role.PUPIL
    return np.array(initiated, dtype=bool), np.array(responded, dtype=bool), np.array(fed_back, dtype=bool)
