import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.audit.__main__ import main
from pipeline.audit.records import read_claims
from pipeline.audit.register import all_claims
from pipeline.layout import AUDIT_FORMS, Layout
from pipeline.watch import Watch


def test_the_stage_writes_the_audit_in_all_its_forms(tmp_path: Path) -> None:
    assert main([f"out={tmp_path}"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"audit.{form}" for form in AUDIT_FORMS}
    assert read_claims(tmp_path / "audit.csv") == all_claims()


def test_the_same_numbers_give_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        main([f"out={tmp_path / folder}"])
    for form in AUDIT_FORMS:
        first, second = (tmp_path / folder / f"audit.{form}" for folder in ("first", "second"))
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("words", [[], ["out=a", "paper=beagle"], ["out"]])
def test_a_mistake_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_run_that_only_audits_ends_with_the_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout = Layout(tmp_path)
    main([f"out={layout.audit('csv').parent}"])
    plan: Any = SimpleNamespace(layout=layout, dry_run=False, compositions={"beagle_table1": None})
    job = SimpleNamespace(rule=SimpleNamespace(name="audit"), log=[], wildcards=None)
    watch = Watch(plan, io.StringIO())
    watch.start(SimpleNamespace(needrun_jobs=lambda: [job]))
    watch.succeed()
    told = capsys.readouterr().out
    assert "BEAGLE" in told
    assert f"  Audit    {layout.audit('html')}" in told
    assert "Tables" not in told
