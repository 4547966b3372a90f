"""What the schemas of all kinds of trace are built from."""

import pyarrow as pa


def required(name: str, kind: pa.DataType) -> pa.Field:
    """A column that may not be null."""
    return pa.field(name, kind, nullable=False)


WHO = (
    required("study", pa.string()),
    required("condition", pa.string()),
    required("task", pa.string()),
    required("replicate", pa.int32()),
    required("rho_behav", pa.string()),
    required("rho_persona", pa.string()),
)
"""Columns that name the episode of a row."""
