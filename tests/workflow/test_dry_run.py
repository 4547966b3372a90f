"""A dry run says what a study will take, and sends nothing."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.conftest import Copy, Server

pytestmark = pytest.mark.workflow

SIZE = "study.replicates=4 study.max_steps=4"


def test_a_dry_run_says_what_a_study_will_take_each_time_and_sends_nothing(
    clone: Callable[..., Copy], tmp_path: Path, server: Server
) -> None:
    copy = clone(tmp_path, config=server.words(SIZE, "dry_run=true"))  # no key is set, and none is needed
    for _ in range(2):
        run = copy.snakemake()
        assert run.returncode == 0, run.stderr
        assert "What the study will take, as stand-ins played it" in run.stdout
        assert re.search(r"^all +\d", run.stdout, flags=re.MULTILINE)
        assert "unknown price" in run.stdout
        assert "Budget: none." in run.stdout
    assert not server.said
    assert not server.asked
    assert not (copy.place / ".practicum" / "gateway.log").exists()
    assert not (copy.results / "traces").exists()


def test_another_price_or_budget_is_another_estimate(
    clone: Callable[..., Copy], tmp_path: Path, server: Server
) -> None:
    copy = clone(tmp_path, config=server.words(SIZE, "dry_run=true"))
    copy.snakemake()
    prices = tmp_path / "prices.yaml"
    for dollars in (1, 2):
        prices.write_text(
            f"as_of: 2026-01-01\nsource: {{}}\nprices: {{openai: {{fixed: {{prompt: {dollars}, completion: 1}}}}}}\n"
        )
        words = server.words(f"{SIZE} budget.money={dollars}", "dry_run=true", f"prices={prices}")
        shown = copy.snakemake("--config", *words).stdout
        assert f"Budget: ${dollars}.00." in shown
        assert "unknown price" not in shown
