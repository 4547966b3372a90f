"""Turns of a debugging-and-teaching session (DebugTA and its baselines)."""

from enum import StrEnum

import pyarrow as pa

from protocol.traces.fields import WHO, required


class Party(StrEnum):
    """Who acts in a turn."""

    STUDENT = "student"
    TUTOR = "tutor"


class DebuggingAct(StrEnum):
    """What is done in a turn; all but the first are the tutor's (DebugTA, sections 3 and 4)."""

    SUBMIT = "submit"  # E_0 in round 0, then what the student made of the suggestions
    COMPILE = "compile"  # Compile(E) -> EM
    RETRIEVE = "retrieve"  # CodeSearch(E) -> S*
    SUBSTITUTE = "substitute"  # VarSubstitute(S*, E) -> the aligned S*
    VERIFY = "verify"  # the aligned S* put to the problem's tests
    SUGGEST = "suggest"  # M_E, to the student
    REPAIR = "repair"  # a tutor that mends the program itself, as the debugging baselines do


class Fault(StrEnum):
    """What is wrong with a program: it does not compile, or it does and fails a test (DebugTA, section 4.2)."""

    SYNTAX = "syntax"
    LOGIC = "logic"


class Verdict(StrEnum):
    """What the judge says of a program."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    COMPILE_ERROR = "compile_error"

    @property
    def fault(self) -> Fault | None:
        """The kind of error that the verdict tells of; none where the program is accepted."""
        if self is Verdict.ACCEPTED:
            return None
        return Fault.SYNTAX if self is Verdict.COMPILE_ERROR else Fault.LOGIC


DEBUGGING_TURNS = pa.schema(
    [
        *WHO,
        required("turn", pa.int32()),  # from 1
        required("round", pa.int32()),  # 0 for the erroneous program, then from 1: suggestions and the revision
        required("party", pa.string()),  # Party
        required("act", pa.string()),  # DebuggingAct
        required("malformed", pa.bool_()),  # no reply could be read, nor the one after the error was shown
        required("truncated", pa.bool_()),  # the reply was cut short by the limit on its tokens
        required("code", pa.string()),  # the student's program after the turn, E_t
        required("verdict", pa.string()),  # Verdict on that program
        pa.field("error_type", pa.string()),  # by its name, null where it ends in none
        required("message", pa.string()),  # what compiler and judge say of it, EM
        required("tests_passed", pa.int32()),
        required("tests_total", pa.int32()),
        required("retrieved", pa.map_(pa.string(), pa.float64())),  # program of the pool -> score, best first
        pa.field("reference", pa.string()),  # S*, as the tutor has it after the turn; null where it has none
        pa.field("aligned", pa.string()),  # S* with the student's names, null before any substitution
        required("renamed", pa.map_(pa.string(), pa.string())),  # M_V of this turn: name in S* -> name in E
        pa.field("reference_accepted", pa.bool_()),  # whether what was verified passes; null but in that act
        required("suggestions", pa.list_(pa.string())),  # M_E of this turn
        required("recalled", pa.list_(pa.string())),  # entries of the tutor's memory that the model was given
        required("calls", pa.int32()),  # of a language model, in this turn
        required("prompt_tokens", pa.int64()),
        required("completion_tokens", pa.int64()),
    ],
    metadata={"kind": "debugging_turns", "version": "1"},
)
"""One row a turn of a debugging-and-teaching session; `tests_passed` and `verdict` are always those of `code`."""
