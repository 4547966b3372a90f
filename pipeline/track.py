"""The stage that writes a study into MLflow: experiment, parent run, and a child run for each condition."""

import json
import math
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"  # before MLflow is imported: a run asks nothing of the network

from mlflow import MlflowClient
from mlflow.entities import Metric, Param, Run

from pipeline.frozen import FrozenStudy
from pipeline.layout import POOLED, Layout
from pipeline.records import BROKEN_OFF, TAKEN, read_summary
from pipeline.stage import required, stage
from pipeline.writing import write

KEY = "practicum.key"
"""Tag by which the runs of one frozen study are known: made again, they replace those that were there."""

PARAMS_AT_ONCE = 100
METRICS_AT_ONCE = 1000
"""What MLflow takes in one batch."""


def flattened(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted keys and plain values of nested settings."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from flattened(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def metrics(frozen: FrozenStudy, layout: Layout) -> dict[str, dict[str, float]]:
    """Numbers of each condition by name: `solve`, `solve.low`, ..., those of one task under `<task>/solve`."""
    found: dict[str, dict[str, float]] = {condition: {} for condition in frozen.study.conditions}
    for scope in (POOLED, *frozen.study.tasks):
        summary, prefix = read_summary(layout, frozen.name, scope), "" if scope == POOLED else f"{scope}/"
        for row in summary["estimates"].to_dict("records"):
            name = f"{prefix}{row['measure']}"
            numbers = {f"{name}.{part}": row[part] for part in ("spread", "low", "high", "n")}
            found[row["condition"]] |= {name: row["value"], **numbers}
        for row in summary["attempts"].to_dict("records"):
            episodes = {part: row[part] for part in ("attempted", "completed", "failed", *BROKEN_OFF)}
            found[row["condition"]] |= {f"{prefix}episodes.{part}": number for part, number in episodes.items()}
            found[row["condition"]] |= {f"{prefix}spend.{part}": row[part] for part in TAKEN}
        for row in summary["comparisons"].to_dict("records"):
            name = f"{prefix}{row['focus']}_minus_this.{row['measure']}"
            numbers = {f"{name}.{part}": row[part] for part in ("low", "high", "p_holm")}
            found[row["other"]] |= {name: row["difference"], **numbers}
    return found


class Tracker:
    """The one writer of a results folder's MLflow store.

    Args:
        frozen: The study.
        layout: Where results lie.
        key: Names the frozen study; runs of the same key are replaced.
    """

    def __init__(self, frozen: FrozenStudy, layout: Layout, key: str) -> None:
        self._frozen = frozen
        self._layout = layout
        self._client = MlflowClient(tracking_uri=f"sqlite:///{layout.tracking_store}")
        self._experiment = self._experiment_id()
        self._tags = {
            KEY: key,
            "practicum.code": frozen.code,
            "practicum.backend": ", ".join(frozen.models),
            "practicum.scripted": str(frozen.scripted).lower(),
            "practicum.profile": frozen.profile,
            "mlflow.note.content": frozen.made_with,
        }

    def write(self) -> dict[str, str]:
        """Replace the runs of this key; gives the id of the parent run and of each condition's."""
        for run in self._runs():
            self._remove(run)
        parent = self._start(self._frozen.name, {})
        design = self._frozen.study.design.model_dump(mode="json")
        self._log_params(parent, {"profile": self._frozen.profile, **dict(flattened(design))})
        ids = {self._frozen.name: parent}
        numbers = metrics(self._frozen, self._layout)
        for condition, components in self._frozen.components.items():
            child = self._start(condition, {"mlflow.parentRunId": parent})
            self._log_params(child, dict(flattened(components)))
            self._log_metrics(child, numbers[condition])
            self._client.set_terminated(child)
            ids[condition] = child
        for folder in ("tables", "figures"):
            self._client.log_artifacts(parent, str(self._layout.root / folder / self._frozen.name), folder)
        self._client.log_text(parent, self._frozen.to_yaml(), "study.yaml")
        self._client.set_terminated(parent)
        return ids

    def _experiment_id(self) -> str:
        name = self._frozen.name
        if known := self._client.get_experiment_by_name(name):
            return str(known.experiment_id)
        artifacts = (self._layout.root / "mlruns" / name).resolve()
        return str(self._client.create_experiment(name, artifact_location=artifacts.as_uri()))

    def _runs(self) -> list[Run]:
        of_this_key = f"tags.`{KEY}` = '{self._tags[KEY]}'"
        return list(self._client.search_runs([self._experiment], of_this_key, max_results=METRICS_AT_ONCE))

    def _remove(self, run: Run) -> None:
        self._client.delete_run(run.info.run_id)
        shutil.rmtree(Path(unquote(urlparse(run.info.artifact_uri).path)).parent, ignore_errors=True)

    def _start(self, name: str, tags: Mapping[str, str]) -> str:
        run = self._client.create_run(self._experiment, run_name=name, tags={**self._tags, **tags})
        return str(run.info.run_id)

    def _log_params(self, run: str, settings: Mapping[str, Any]) -> None:
        params = [Param(key, str(value)) for key, value in settings.items()]
        for start in range(0, len(params), PARAMS_AT_ONCE):
            self._client.log_batch(run, params=params[start : start + PARAMS_AT_ONCE])

    def _log_metrics(self, run: str, numbers: Mapping[str, float]) -> None:
        defined = [Metric(name, value, 0, 0) for name, value in numbers.items() if not math.isnan(value)]
        for start in range(0, len(defined), METRICS_AT_ONCE):
            self._client.log_batch(run, metrics=defined[start : start + METRICS_AT_ONCE])


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write a study into MLflow, and say under which runs."""
    study, results = map(Path, required(words, "study", "results"))
    frozen, layout = FrozenStudy.read(study), Layout(results)
    ids = Tracker(frozen, layout, key=study.stem).write()
    write(layout.tracked(frozen.name), json.dumps(ids, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
