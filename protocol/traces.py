"""What a run leaves behind: one schema per kind of trace, declared here and checked at writing."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from protocol.errors import TraceError


def _required(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


_WHO = (
    _required("study", pa.string()),
    _required("condition", pa.string()),
    _required("task", pa.string()),
    _required("replicate", pa.int32()),
    _required("rho_behav", pa.string()),
    _required("rho_persona", pa.string()),
)

EPISODES = pa.schema(
    [
        *_WHO,
        _required("outcome", pa.string()),  # protocol.Outcome
        _required("steps", pa.int32()),
        pa.field("solved_at", pa.int32()),  # first step, from 1, at which every test passes; null if never
        _required("malformed_steps", pa.int32()),
        _required("calls", pa.int32()),
        _required("cached_calls", pa.int32()),
        _required("prompt_tokens", pa.int64()),
        _required("completion_tokens", pa.int64()),
        pa.field("failure", pa.string()),  # what the machinery could not do; null if completed
    ],
    metadata={"kind": "episodes", "version": "1"},
)
"""One row an episode, whatever its kind; every episode has one, also where it left no step."""

PROGRAMMING_STEPS = pa.schema(
    [
        *_WHO,
        _required("step", pa.int32()),  # from 1
        pa.field("segment", pa.int32()),  # index of the metacognitive segment, from 1; null without a controller
        pa.field("dwell", pa.int32()),  # length drawn for the segment, in steps
        pa.field("metacognition", pa.string()),  # protocol.Metacognition; null without a controller
        pa.field("cognition", pa.string()),  # protocol.Cognition; null in an interrupt or a malformed step
        pa.field("interrupt", pa.string()),  # protocol.Interrupt
        _required("malformed", pa.bool_()),
        _required("utterance", pa.string()),
        _required("code", pa.string()),  # after the step
        _required("executed", pa.bool_()),  # whether the learner ran the code in this step
        _required("output", pa.string()),  # o_t: what the run printed, unfiltered
        _required("seen", pa.string()),  # what the learner was shown of it
        pa.field("error_type", pa.string()),  # of the run, null where it was clean or there was none
        pa.field("ended", pa.string()),  # how the run ended, null without one
        _required("tests_passed", pa.int32()),  # of the code after the step, run or not
        _required("tests_total", pa.int32()),
        _required("evidence", pa.map_(pa.string(), pa.bool_())),  # knowledge component -> applied correctly
        _required("mastery", pa.map_(pa.string(), pa.float64())),  # after the step; empty without knowledge tracing
        _required("blocked", pa.list_(pa.string())),  # knowledge components withheld in this step
        pa.field("goal", pa.string()),
        pa.field("mindset", pa.string()),
        pa.field("directive", pa.string()),
        pa.field("question", pa.string()),  # asked of the tutor in this step
        pa.field("hint", pa.string()),  # the tutor's answer
        pa.field("scaffold", pa.string()),  # level of the hint
        _required("thoughts", pa.list_(pa.string())),  # rules fired, or reasoning that the learner wrote down
    ],
    metadata={"kind": "programming_steps", "version": "1"},
)
"""One row a step of a programming session (BEAGLE and its baselines)."""


def table(rows: Iterable[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows as a table that keeps the schema.

    Raises:
        TraceError: a column is missing, unknown, of another type, or null where it may not be.
    """
    rows = list(rows)
    names = set(schema.names)
    for row in rows:
        if row.keys() != names:
            odd = sorted(row.keys() ^ names)
            raise TraceError(f"a row of {_kind(schema)} lacks or adds {', '.join(odd)}")
    try:
        made = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise TraceError(f"a row of {_kind(schema)} does not keep its type: {error}") from error
    return _checked(made, schema, where="")


def _checked(made: pa.Table, schema: pa.Schema, where: str) -> pa.Table:
    for field in schema:
        if not field.nullable and made.column(field.name).null_count:
            raise TraceError(f"{where}{_kind(schema)}.{field.name} is null where it may not be")
    return made


def write_trace(rows: Iterable[Mapping[str, Any]], schema: pa.Schema, path: Path) -> None:
    """Write rows as Parquet, whole or not at all.

    Raises:
        TraceError: a row does not keep the schema.
    """
    made = table(rows, schema)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    pq.write_table(made, draft, compression="zstd")
    draft.replace(path)


def read_trace(path: Path, schema: pa.Schema) -> pa.Table:
    """Read a trace back.

    Raises:
        TraceError: the file is missing, not Parquet, or of another schema.
    """
    try:
        made = pq.read_table(path)
    except FileNotFoundError as error:
        raise TraceError(f"{path}: no such trace", mend="run the stage that makes it") from error
    except pa.ArrowInvalid as error:
        raise TraceError(f"{path}: not a Parquet file ({error})") from error
    if not made.schema.equals(schema):
        raise TraceError(f"{path}: not a table of {_kind(schema)} as this version declares it", mend="make it anew")
    return _checked(made, schema, where=f"{path}: ")


def _kind(schema: pa.Schema) -> str:
    return str((schema.metadata or {}).get(b"kind", b"trace"), "utf-8")
