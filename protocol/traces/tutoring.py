"""Transactions of learners with a tutoring system, and what tutors say of its states (TutorGym)."""

from enum import StrEnum

import pyarrow as pa

from protocol.traces.fields import WHO, required


class Response(StrEnum):
    """What the tutoring system makes of an attempt, in DataShop's words."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    HINT = "hint"  # asked for one, or had the step demonstrated


class ActionSource(StrEnum):
    """Who an action of a completeness profile comes from (TutorGym, section 3.1)."""

    TUTOR = "tutor"
    STUDENT = "student"
    MODEL = "model"


PLACE = (
    required("platform", pa.string()),  # ctat, apprentice, oatutor: the kind of tutor
    required("domain", pa.string()),
    required("problem", pa.string()),
    required("state", pa.string()),  # names the state of the interface, as completeness profiles do
)
"""Columns that say where in a tutoring system an action is taken."""

TUTOR_TRANSACTIONS = pa.schema(
    [
        *WHO,
        required("student", pa.string()),  # one learner of the episode: itself, or one of many in a reference
        required("transaction", pa.int32()),  # of the student, from 1
        *PLACE,
        required("problem_view", pa.int32()),  # how often the student has come to the problem, from 1
        required("step", pa.string()),  # what the tutor waits for, named uniquely in the problem
        required("attempt", pa.int32()),  # at the step in this view, from 1; a malformed reply is none and repeats it
        required("malformed", pa.bool_()),
        pa.field("selection", pa.string()),  # interface element; null in a request for a hint or a malformed reply
        pa.field("action_type", pa.string()),
        pa.field("input", pa.string()),
        pa.field("outcome", pa.string()),  # Response; null where the reply was malformed
        required("demonstrated", pa.bool_()),  # whether the tutor did the step, as its last hint
        pa.field("feedback", pa.string()),  # what the tutor showed
        required("components", pa.list_(pa.string())),  # knowledge components of the step; empty where nobody says
        required("mastery", pa.map_(pa.string(), pa.float64())),  # after the transaction; empty without tracing
    ],
    metadata={"kind": "tutor_transactions", "version": "1"},
)
"""One row an exchange of a learner with a tutoring system, as DataShop has it.

Knowledge components are named uniquely over all domains. Opportunities are no part of a trace: they are counted from
it, first attempt by first attempt.
"""

GRADED_ACTIONS = pa.schema(
    [
        *WHO,
        *PLACE,
        required("source", pa.string()),  # ActionSource
        required("selection", pa.string()),
        required("action_type", pa.string()),
        required("input", pa.string()),
        required("correct", pa.bool_()),  # what the tutoring system says of the action
        pa.field("verdict", pa.bool_()),  # what the tutor under test says; null where its reply was malformed
    ],
    metadata={"kind": "graded_actions", "version": "1"},
)
"""One row an action of a completeness profile that a tutor under test was asked to grade (TutorGym, section 3)."""

DEMONSTRATIONS = pa.schema(
    [
        *WHO,
        *PLACE,
        pa.field("selection", pa.string()),  # null where the reply was malformed
        pa.field("action_type", pa.string()),
        pa.field("input", pa.string()),
        required("correct", pa.bool_()),  # whether the tutoring system accepts the action; a malformed reply is none
    ],
    metadata={"kind": "demonstrations", "version": "1"},
)
"""One row a state of a completeness profile that a tutor under test was asked to go on from (TutorGym, section 3)."""
