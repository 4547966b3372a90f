"""Traces keep their schema, at writing and at reading."""

from pathlib import Path
from typing import Any

import pytest

from protocol import TraceError
from protocol.traces import EPISODES, PROGRAMMING_STEPS, read_trace, table, write_trace


@pytest.fixture
def row() -> dict[str, Any]:
    return {
        "study": "table1",
        "condition": "vanilla",
        "task": "particle",
        "replicate": 0,
        "rho_behav": "high",
        "rho_persona": "low",
        "outcome": "solved",
        "steps": 6,
        "solved_at": 6,
        "malformed_steps": 0,
        "calls": 9,
        "truncated_steps": 0,
        "free_calls": 0,
        "unpriced_calls": 0,
        "cost": 0.0,
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "failure": None,
    }


def test_a_trace_is_read_as_it_was_written(tmp_path: Path, row: dict[str, Any]) -> None:
    write_trace([row], EPISODES, tmp_path / "deep" / "episodes.parquet")
    assert read_trace(tmp_path / "deep" / "episodes.parquet", EPISODES).to_pylist() == [row]


def test_a_trace_without_rows_keeps_its_schema(tmp_path: Path) -> None:
    write_trace([], PROGRAMMING_STEPS, tmp_path / "steps.parquet")
    assert read_trace(tmp_path / "steps.parquet", PROGRAMMING_STEPS).num_rows == 0


def test_a_missing_column_is_named(row: dict[str, Any]) -> None:
    del row["outcome"]
    with pytest.raises(TraceError, match="outcome"):
        table([row], EPISODES)


def test_an_unknown_column_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(TraceError, match="mood"):
        table([{**row, "mood": "good"}], EPISODES)


def test_a_null_where_none_may_be_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(TraceError, match=r"episodes\.outcome is null"):
        table([{**row, "outcome": None}], EPISODES)


def test_a_value_of_another_type_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(TraceError, match="type"):
        table([{**row, "steps": "six"}], EPISODES)


def test_a_refused_row_leaves_the_old_trace_in_place(tmp_path: Path, row: dict[str, Any]) -> None:
    path = tmp_path / "episodes.parquet"
    write_trace([row], EPISODES, path)
    with pytest.raises(TraceError):
        write_trace([{**row, "outcome": None}], EPISODES, path)
    assert read_trace(path, EPISODES).num_rows == 1


def test_a_trace_of_another_kind_is_refused(tmp_path: Path, row: dict[str, Any]) -> None:
    write_trace([row], EPISODES, tmp_path / "episodes.parquet")
    with pytest.raises(TraceError, match="programming_steps"):
        read_trace(tmp_path / "episodes.parquet", PROGRAMMING_STEPS)


@pytest.mark.parametrize("content", [None, b"not parquet"])
def test_a_trace_that_is_not_there_or_no_parquet_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "steps.parquet"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TraceError, match=r"steps\.parquet"):
        read_trace(path, PROGRAMMING_STEPS)
