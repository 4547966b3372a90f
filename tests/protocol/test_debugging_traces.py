"""A debugging-and-teaching session, written by hand as it would be played, is a trace that keeps its schema."""

from pathlib import Path
from typing import Any

import pytest

from protocol import TraceError
from protocol.traces import DEBUGGING_TURNS, DebuggingAct, Fault, Party, Verdict, read_trace, table, write_trace

BROKEN = "int main() { int n, s = 0; cin >> n; for (int i = 0; i < n; i++) s += i; cout << t; }"
COMPILES = "int main() { int n, s = 0; cin >> n; for (int i = 0; i < n; i++) s += i; cout << s; }"
MENDED = "int main() { int n, s = 0; cin >> n; for (int i = 0; i <= n; i++) s += i; cout << s; }"
STANDARD = "int main() { int k, sum = 0; cin >> k; for (int i = 1; i <= k; ++i) sum += i; cout << sum; }"
MISNAMED = "int main() { int n, n = 0; cin >> n; for (int i = 1; i <= n; ++i) n += i; cout << n; }"
ALIGNED = "int main() { int n, s = 0; cin >> n; for (int i = 1; i <= n; ++i) s += i; cout << s; }"

WHO = {
    "study": "debugta_table2",
    "condition": "debugta",
    "task": "sum_to_n",
    "replicate": 0,
    "rho_behav": "low",
    "rho_persona": "low",
}
NOTHING: dict[str, Any] = {
    "malformed": False,
    "truncated": False,
    "error_type": None,
    "message": "",
    "tests_total": 10,
    "retrieved": [],
    "reference": None,
    "aligned": None,
    "renamed": [],
    "reference_accepted": None,
    "suggestions": [],
    "recalled": [],
    "calls": 0,
    "prompt_tokens": 0,
    "completion_tokens": 0,
}
UNDECLARED = {
    "code": BROKEN,
    "verdict": "compile_error",
    "tests_passed": 0,
    "error_type": "undeclared identifier",
    "message": "error: 't' was not declared in this scope",
}
WRONG = {"code": COMPILES, "verdict": "wrong_answer", "tests_passed": 2}
KNOWS = {"reference": STANDARD}


def tutor(round_: int, act: str, program: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"round": round_, "party": "tutor", "act": act, **program, **more}


def student(round_: int, program: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"round": round_, "party": "student", "act": "submit", **program, **more}


def model(calls: int, prompt_tokens: int, completion_tokens: int) -> dict[str, int]:
    return {"calls": calls, "prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens}


def played() -> list[dict[str, Any]]:
    """Round 1 mends what does not compile; round 2 what is wrong, after one substitution that went astray."""
    asks, both = ["program", "reference"], ["program", "errors"]
    astray, right = ({**WRONG, **KNOWS, "aligned": aligned} for aligned in (MISNAMED, ALIGNED))
    turns = [
        student(0, UNDECLARED),
        tutor(1, "compile", UNDECLARED),
        tutor(1, "suggest", UNDECLARED, suggestions=["print what holds the sum"], recalled=both, **model(1, 310, 40)),
        student(1, WRONG, **model(1, 280, 90)),
        tutor(2, "compile", WRONG),
        tutor(2, "retrieve", WRONG, **KNOWS, retrieved=[("s7", 9.25), ("s2", 8.5)]),
        tutor(2, "substitute", astray, renamed=[("k", "n"), ("sum", "n")], recalled=asks, **model(3, 900, 260)),
        tutor(2, "verify", astray, reference_accepted=False),
        tutor(2, "substitute", right, renamed=[("k", "n"), ("sum", "s")], recalled=asks, **model(3, 900, 260)),
        tutor(2, "verify", right, reference_accepted=True),
        tutor(2, "suggest", right, suggestions=["the loop stops one short"], recalled=asks, **model(1, 650, 35)),
        student(2, {**right, "code": MENDED, "verdict": "accepted", "tests_passed": 10}, **model(1, 290, 90)),
    ]
    return [{**WHO, **NOTHING, "turn": number, **turn} for number, turn in enumerate(turns, start=1)]


def test_a_session_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_trace(played(), DEBUGGING_TURNS, tmp_path / "turns.parquet")
    assert read_trace(tmp_path / "turns.parquet", DEBUGGING_TURNS).to_pylist() == played()


def test_what_is_played_is_named_by_the_enumerations() -> None:
    turns = table(played(), DEBUGGING_TURNS).to_pylist()
    assert {Party(turn["party"]) for turn in turns} == set(Party)
    assert {DebuggingAct(turn["act"]) for turn in turns} == set(DebuggingAct) - {DebuggingAct.REPAIR}
    handed_in = [Verdict(turn["verdict"]).fault for turn in turns if turn["act"] == "submit"]
    assert handed_in == [Fault.SYNTAX, Fault.LOGIC, None]


def test_only_what_does_not_compile_is_a_fault_of_syntax() -> None:
    assert [verdict for verdict in Verdict if verdict.fault is Fault.SYNTAX] == [Verdict.COMPILE_ERROR]
    assert [verdict for verdict in Verdict if verdict.fault is None] == [Verdict.ACCEPTED]


@pytest.mark.parametrize("column", ["code", "verdict", "tests_passed", "round", "suggestions", "prompt_tokens"])
def test_what_every_metric_needs_may_not_be_null(column: str) -> None:
    with pytest.raises(TraceError, match=column):
        table([{**played()[0], column: None}], DEBUGGING_TURNS)


def test_a_tutor_without_a_standard_program_leaves_it_null() -> None:
    first = table(played()[:1], DEBUGGING_TURNS).to_pylist()[0]
    assert {first[column] for column in ("reference", "aligned", "reference_accepted")} == {None}
    assert first["retrieved"] == []
