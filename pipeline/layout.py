"""Where everything that a run makes lies: one method for each kind of file, used by rules and stages alike."""

from dataclasses import dataclass
from pathlib import Path

POOLED = "pooled"
"""The scope of a summary or table over all tasks; the others are the tasks, one each."""

TABLE_FORMS = ("csv", "long.csv", "comparisons.csv", "md", "tex", "txt")
BEHAVIOUR_FORMS = ("csv", "md", "tex")
FIGURE_FORMS = ("svg", "png")
AUDIT_FORMS = ("csv", "md", "html")

SUMMARY = ("estimates", "attempts", "comparisons", "behaviour", "persistence")
"""The kinds of records that make the summary of a scope; `pipeline.records` says what each holds."""


@dataclass(frozen=True)
class Layout:
    """The results folder of a profile. Names may be Snakemake's wildcards, such as `{study}`.

    Args:
        root: The folder: `results/<profile>`.
    """

    root: Path

    def frozen(self, study: str, name: str) -> Path:
        """A resolved configuration, named after what it holds."""
        return self.root / "plan" / study / f"{name}.yaml"

    def traces(self, study: str, condition: str, task: str) -> Path:
        """The folder of a condition's traces at a task."""
        return self.root / "traces" / study / condition / task

    def steps(self, study: str, condition: str, task: str) -> Path:
        """One row a step (`protocol.traces.PROGRAMMING_STEPS`)."""
        return self.traces(study, condition, task) / "steps.parquet"

    def episodes(self, study: str, condition: str, task: str) -> Path:
        """One row an episode (`protocol.traces.EPISODES`)."""
        return self.traces(study, condition, task) / "episodes.parquet"

    def config(self, study: str, condition: str, task: str) -> Path:
        """The configuration that made the traces."""
        return self.traces(study, condition, task) / "config.yaml"

    def journal(self, study: str, condition: str, task: str) -> Path:
        """The finished episodes of a simulation that has not come to its end."""
        return self.root / "journal" / study / condition / f"{task}.jsonl"

    def again(self, study: str, condition: str, task: str) -> Path:
        """An input of a simulation, younger than its traces if some episodes are to be played again."""
        return self.root / "plan" / study / "again" / condition / task

    def certificate(self, study: str) -> Path:
        """Whether the study's backends repeat themselves, as measured (`pipeline.certificate`)."""
        return self.root / "certificates" / f"{study}.json"

    def estimate(self, study: str) -> Path:
        """What a study will take."""
        return self.root / "estimates" / f"{study}.txt"

    def scores(self, study: str, condition: str) -> Path:
        """One row of measures a completed episode of a condition (`metrics.episode_measures`)."""
        return self.root / "scores" / study / f"{condition}.parquet"

    def summary(self, study: str, scope: str, kind: str) -> Path:
        """What is said of whole conditions; the kinds are those of `pipeline.records`."""
        return self.root / "summaries" / study / scope / f"{kind}.parquet"

    def table(self, study: str, scope: str, form: str) -> Path:
        """The study's table over all tasks or of one."""
        return self.root / "tables" / study / f"{scope}.{form}"

    def behaviour_table(self, study: str, scope: str, form: str) -> Path:
        """What rho_behav does to metacognition (BEAGLE, Table 13), over all tasks or of one."""
        return self.root / "tables" / study / f"{scope}.behaviour.{form}"

    def figure(self, study: str, name: str, form: str) -> Path:
        """A figure, as SVG or PNG."""
        return self.root / "figures" / study / f"{name}.{form}"

    @property
    def tracking_store(self) -> Path:
        """MLflow's database; artifacts lie beside it in mlruns."""
        return self.root / "mlflow.db"

    def tracked(self, study: str) -> Path:
        """Says which MLflow runs hold a study."""
        return self.root / "tracked" / f"{study}.json"

    def audit(self, form: str) -> Path:
        """The papers' printed numbers, recomputed from what else they print."""
        return self.root / "audit" / f"audit.{form}"

    @property
    def report(self) -> Path:
        """The page that shows it all."""
        return self.root / "report.html"

    def log(self, *names: str) -> Path:
        """What a job said."""
        return self.root.joinpath("logs", *names[:-1], f"{names[-1]}.log")

    @property
    def lock(self) -> Path:
        """Held by the one Snakemake that works here."""
        return self.root / ".lock"
