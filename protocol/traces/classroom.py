"""Turns of a lesson: who speaks to whom in which step, and in what state each pupil is (EduVerse)."""

from enum import StrEnum

import pyarrow as pa

from protocol.traces.fields import WHO, required


class Stage(StrEnum):
    """Phases of a lesson, in their order (EduVerse, App. C.2.3)."""

    INTRODUCTION = "introduction"
    INSTRUCTION = "instruction"
    CONSOLIDATION = "consolidation"
    PRACTICE = "practice"
    SUMMARY = "summary"


class Role(StrEnum):
    """Who speaks: the teacher, or one of the class."""

    TEACHER = "teacher"
    PUPIL = "pupil"


class Move(StrEnum):
    """What a turn does in the extended IRF cycle (EduVerse, section 3.2.2)."""

    INITIATION = "initiation"
    RESPONSE = "response"
    FEEDBACK = "feedback"
    REGULATION = "regulation"


class Behaviour(StrEnum):
    """What a pupil is seen to do (EduVerse, Table A5; the last two are named in App. D.2.4 and App. E alone)."""

    NOTE_TAKING = "note_taking"
    HAND_RAISE = "hand_raise"
    HEAD_UP = "head_up"
    HEAD_DOWN = "head_down"
    READ_ALOUD = "read_aloud"
    REFUSE_REPLY = "refuse_reply"
    STAND_ANSWER = "stand_answer"
    SIDE_TALK = "side_talk"
    ANSWER_QUESTIONS = "answer_questions"
    SLEEP = "sleep"
    CHAT = "chat"
    GROUP_DISCUSSION = "group_discussion"
    ASK_QUESTION = "ask_question"


class Emotion(StrEnum):
    """What a pupil says it feels (EduVerse, Table A5)."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    CONFUSED = "confused"


class Bloom(StrEnum):
    """What a pupil says it thinks: the levels of Bloom's revised taxonomy, in their order (EduVerse, Table A5)."""

    REMEMBER = "remember"
    UNDERSTAND = "understand"
    APPLY = "apply"
    ANALYZE = "analyze"
    EVALUATE = "evaluate"
    CREATE = "create"


class TeachingAct(StrEnum):
    """What a teacher does: instruction, interaction, management of behaviour (EduVerse, App. C.2.3)."""

    LECTURE = "lecture"
    DIRECTION = "direction"
    EXPRESS_EMOTION = "express_emotion"
    PRAISE = "praise"
    ADOPT_INPUT = "adopt_input"
    QUESTION = "question"
    CRITICISM = "criticism"
    DISCUSSION = "discussion"
    ADDRESS_SLEEPING = "address_sleeping"
    ADDRESS_CHATTING = "address_chatting"


class Tone(StrEnum):
    """How a teacher sounds (EduVerse, App. C.2.3)."""

    ENCOURAGING = "encouraging"
    NEUTRAL = "neutral"
    CRITICAL = "critical"


class Request(StrEnum):
    """What a turn wants of its addressee: the four tasks of the human-agent interface (EduVerse, Table A12).

    Between agents, the first two are the social requests of App. C.3.2.
    """

    CHAT = "chat"
    ACADEMIC = "academic"
    ANSWER = "answer"
    INTERVENTION = "intervention"


CLASSROOM_STEPS = pa.schema(
    [
        *WHO,
        required("session", pa.int32()),  # lesson of the series, from 1
        required("step", pa.int32()),  # teaching step of the lesson, from 1
        required("turn", pa.int32()),  # of the step, from 1
        pa.field("stage", pa.string()),  # Stage; null where nobody planned the lesson
        required("speaker", pa.string()),
        required("role", pa.string()),  # Role
        required("human", pa.bool_()),  # a person sits in for the agent
        pa.field("persona", pa.string()),  # archetype of a pupil or style of a teacher; null where nobody says
        pa.field("seat_x", pa.int32()),  # cell of the room's grid; null where there is no room
        pa.field("seat_y", pa.int32()),
        pa.field("group", pa.string()),  # table of a pupil; null without groups
        required("neighbours", pa.list_(pa.string())),  # pupils that the seating graph joins to the speaker
        required("perceived", pa.list_(pa.string())),  # pupils and objects within the speaker's reach in this step
        required("addressees", pa.list_(pa.string())),  # empty: the whole class, or nobody
        pa.field("move", pa.string()),  # Move; null for what is no part of an IRF cycle
        pa.field("behaviour", pa.string()),  # Behaviour; this and the next two are null for a teacher
        pa.field("emotion", pa.string()),  # Emotion
        pa.field("cognition", pa.string()),  # Bloom
        pa.field("teaching", pa.string()),  # TeachingAct; this and the next are null for a pupil
        pa.field("tone", pa.string()),  # Tone
        pa.field("request", pa.string()),  # Request, of one addressee; null where the turn wants nothing
        pa.field("granted", pa.bool_()),  # null while the request is pending, and without one
        pa.field("willingness", pa.float64()),  # W in [0, 1] of whom the request goes to; null where a rule decides
        pa.field("plan", pa.string()),  # a pupil's reasoning before, after and about the turn; null without it
        pa.field("monitoring", pa.string()),
        pa.field("regulation", pa.string()),
        required("malformed", pa.bool_()),  # no reply could be read, nor the one after the error was shown
        required("truncated", pa.bool_()),  # the reply was cut short by the limit on its tokens
        required("utterance", pa.string()),  # empty where the speaker is silent
    ],
    metadata={"kind": "classroom_steps", "version": "1"},
)
"""One row a turn: what one speaker does within one teaching step, speaking or silent (EduVerse).

A step holds a turn of the teacher, one or more of every pupil, and the teacher's feedback.
"""
