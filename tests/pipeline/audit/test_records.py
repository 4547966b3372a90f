import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.records import BY_WEIGHT, COLUMNS, TITLES, papers_of, read_claims, tally, to_csv
from protocol import DataError

texts = st.text(st.characters(exclude_categories=("C",)), max_size=12)
made = st.builds(Claim, st.sampled_from([*TITLES]), texts, texts, texts, texts, texts, st.sampled_from(Verdict), texts)


def claim(paper: str, verdict: Verdict) -> Claim:
    return Claim(paper, "Table 1", "mean", "1", "2", "sum", verdict)


def test_the_columns_are_those_that_the_audit_is_asked_for() -> None:
    assert COLUMNS == ("paper", "location", "claim", "printed", "recomputed", "method", "verdict", "note")
    assert to_csv([]).splitlines() == [",".join(COLUMNS)]


@given(st.lists(made, max_size=5))
def test_a_csv_gives_back_every_claim(claims: list[Claim]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "audit.csv"
        path.write_text(to_csv(claims), encoding="utf-8", newline="")
        assert [*read_claims(path)] == claims


@pytest.mark.parametrize("text", ["a,b\n1,2\n", f"{','.join(COLUMNS)}\nbeagle,x,x,x,x,x,sure,x\n"])
def test_another_file_is_told_by_its_path(tmp_path: Path, text: str) -> None:
    (tmp_path / "audit.csv").write_text(text)
    with pytest.raises(DataError, match=r"audit\.csv: not an audit"):
        read_claims(tmp_path / "audit.csv")


def test_the_tally_counts_each_verdict_of_each_paper() -> None:
    claims = [claim("beagle", Verdict.AGREES), claim("beagle", Verdict.IMPOSSIBLE), claim("debugta", Verdict.AGREES)]
    grid = tally(claims)
    assert grid.headings == ("Paper", *BY_WEIGHT, "claims")
    assert grid.groups[0] == (
        ("BEAGLE", "1", "0", "0", "0", "1", "2"),
        ("DebugTA", "0", "0", "0", "0", "1", "1"),
        ("All", "1", "0", "0", "0", "2", "3"),
    )
    assert papers_of(claims) == ("beagle", "debugta")
