"""Turns of a Socratic session (TreeInstruct and its baselines), and what raters say of them."""

from enum import StrEnum

import pyarrow as pa

from protocol.traces.fields import WHO, required


class BugType(StrEnum):
    """What the student has wrong: the idea, or its expression in code (TreeInstruct, Tables 1 and 2)."""

    CONCEPTUAL = "conceptual"
    SYNTACTICAL = "syntactical"


STATE_VARIABLE = pa.struct([required("task", pa.string()), required("resolved", pa.bool_())])
"""A task that the student has, or has not yet, completed on the way to correct code (TreeInstruct, section 3.2)."""

SOCRATIC_TURNS = pa.schema(
    [
        *WHO,
        required("turn", pa.int32()),  # from 1; 0 where the student opens
        pa.field("bug_type", pa.string()),  # BugType of the problem; null where nobody says
        required("malformed", pa.bool_()),
        pa.field("question", pa.string()),  # the instructor's; null in turn 0
        pa.field("answer", pa.string()),  # the student's; null where the instructor has the last word
        pa.field("target", pa.int32()),  # state variable that the question is after, from 1; null without a state space
        pa.field("level", pa.int32()),  # of the question in the target's tree, from 0; null without a tree
        pa.field("sibling", pa.int32()),  # of the question at its level, from 1; null without a tree
        pa.field("answered", pa.bool_()),  # verifier: the answer is right; null without a verifier
        pa.field("explanation", pa.string()),  # verifier: why the answer is wrong
        required("state_space", pa.list_(STATE_VARIABLE)),  # after the turn, earlier ones first; empty without
        required("fixes", pa.list_(pa.string())),  # that the student proposed after the turn
        required("code", pa.string()),  # after the turn, with the fixes applied
        required("tests_passed", pa.int32()),  # of the code after the turn
        required("tests_total", pa.int32()),
    ],
    metadata={"kind": "socratic_turns", "version": "1"},
)
"""One row a turn: a question of the instructor, the student's answer, and what came of it."""

QUESTION_RATINGS = pa.schema(
    [
        *WHO,
        required("turn", pa.int32()),
        required("rater", pa.string()),  # a person, or the name of a judge
        pa.field("relevance", pa.bool_()),  # the question bears on the errors in the code; null where not rated
        pa.field("indirectness", pa.bool_()),  # it does not give a fix away
        pa.field("logical_flow", pa.bool_()),  # it keeps the conversation coherent
    ],
    metadata={"kind": "question_ratings", "version": "1"},
)
"""One row a question and rater: the three attributes of TreeInstruct's Likert scale (section 4.4)."""

PREFERENCES = pa.schema(
    [
        required("study", pa.string()),
        required("task", pa.string()),
        required("replicate", pa.int32()),
        required("rater", pa.string()),
        required("first", pa.string()),  # condition of the conversation that was shown first
        required("second", pa.string()),
        pa.field("preferred", pa.string()),  # one of the two; null where the rater did not choose
    ],
    metadata={"kind": "preferences", "version": "1"},
)
"""One row a pair of conversations over the same problem, shown blind side by side (TreeInstruct, section 4.4)."""
