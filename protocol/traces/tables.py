"""Rows as a table that keeps its schema, written whole or not at all, and checked when read back."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from protocol.errors import TraceError


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
