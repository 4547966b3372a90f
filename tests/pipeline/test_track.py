from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from pipeline.frozen import SCRIPTED, FrozenStudy
from pipeline.layout import POOLED, Layout
from pipeline.records import read_frames, write_frame
from pipeline.summarize import attempts, comparisons, estimates

pytestmark = pytest.mark.filterwarnings("ignore")  # MLflow's and its database's own


@pytest.fixture
def tracked(
    frozen: FrozenStudy, scores: pd.DataFrame, run: Callable[[], tuple[Path, Layout]]
) -> Iterator[tuple[Path, Layout]]:
    study, layout = run()
    for scope in (POOLED, "particle", "slider"):
        tasks = frozen.study.tasks if scope == POOLED else (scope,)
        played = product(frozen.study.conditions, tasks)
        of_scope = scores if scope == POOLED else scores[scores["task"] == scope].reset_index(drop=True)
        frames = {
            "estimates": estimates(frozen, of_scope, scope),
            "attempts": attempts(frozen, read_frames(layout.episodes("by_hand", *job) for job in played)),
            "comparisons": comparisons(frozen, of_scope, scope),
            "behaviour": pd.DataFrame({"row": []}),
            "persistence": pd.DataFrame({"row": []}),
        }
        for kind, frame in frames.items():
            write_frame(frame, layout.summary("by_hand", scope, kind))
    table = layout.table("by_hand", POOLED, "md")
    table.parent.mkdir(parents=True)
    table.write_text("# a table")
    layout.figure("by_hand", "one", "svg").parent.mkdir(parents=True)
    return study, layout


def test_a_study_is_a_parent_run_with_a_child_for_each_condition_and_replaces_itself(
    tracked: tuple[Path, Layout],
) -> None:
    from mlflow import MlflowClient

    from pipeline import track

    study, layout = tracked
    for _ in range(2):
        assert track.main([f"study={study}", f"results={layout.root}"]) == 0
    client = MlflowClient(tracking_uri=f"sqlite:///{layout.tracking_store}")
    experiment = client.get_experiment_by_name("by_hand")
    runs = {run.info.run_name: run for run in client.search_runs([experiment.experiment_id])}
    assert sorted(runs) == ["beagle", "by_hand", "vanilla"]
    parent, beagle = runs["by_hand"], runs["beagle"]
    assert beagle.data.tags["mlflow.parentRunId"] == parent.info.run_id
    assert beagle.data.tags["practicum.scripted"] == "true"
    assert beagle.data.tags["mlflow.note.content"] == SCRIPTED
    assert beagle.data.tags["practicum.code"] == "c0de"
    assert beagle.data.params["student.slip"] == "0.05"
    assert beagle.data.metrics["solve"] == pytest.approx(0.25)
    assert beagle.data.metrics["slider/solve"] == pytest.approx(0.5)
    assert (beagle.data.metrics["episodes.attempted"], beagle.data.metrics["slider/episodes.attempted"]) == (4, 2)
    assert beagle.data.metrics["episodes.backend_failed"] == 0
    assert beagle.data.metrics["spend.completion_tokens"] == 4 * 4  # one a step
    assert beagle.data.metrics["solve.low"] < 0.25 < beagle.data.metrics["solve.high"]
    assert runs["vanilla"].data.metrics["beagle_minus_this.solve"] == pytest.approx(-0.75)
    assert {run.info.status for run in runs.values()} == {"FINISHED"}
    artifacts = [file.path for file in client.list_artifacts(parent.info.run_id, "tables")]
    assert artifacts == ["tables/pooled.md"]
    assert len(list((layout.root / "mlruns" / "by_hand").iterdir())) == 1  # of the replaced run nothing is left
