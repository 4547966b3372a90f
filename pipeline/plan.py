"""What the rules ask for: jobs, paths, frozen configurations, and digests of what a job depends on."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Protocol

import yaml

from backends.spending.prices import Prices
from pipeline.again import prepare
from pipeline.certify import shortened
from pipeline.components import TARGET, check, component
from pipeline.composition import Composition, compose_studies
from pipeline.condition import BACKENDS, Condition, Resolved, digest_of
from pipeline.digest import Sources
from pipeline.frozen import FrozenStudy
from pipeline.layout import BEHAVIOUR_FORMS, FIGURE_FORMS, POOLED, SUMMARY, TABLE_FORMS, Layout
from pipeline.published import PUBLISHED, check_published, path_of
from pipeline.stage import ERROR
from pipeline.words import Wishes
from pipeline.writing import write
from protocol import ConfigurationError, PracticumError

RESULTS = Path("results")

SHORT = 12
"""Characters of a digest that tell files apart."""


class Wildcards(Protocol):
    """Snakemake's wildcards of a job."""

    study: str
    condition: str
    task: str
    scope: str


@dataclass(frozen=True)
class Plan:
    """The jobs of a run and what each depends on; its methods are what the rules name as inputs and parameters.

    Args:
        profile: Name of the profile.
        compositions: The studies, composed.
        dry_run: Whether nothing is to be sent.
        sources: The code.
    """

    profile: str
    compositions: Mapping[str, Composition]
    dry_run: bool = False
    sources: Sources = field(default_factory=Sources)

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "Plan":
        """Compose, check and freeze what a user wishes for.

        Raises:
            PracticumError: it cannot be run.
        """
        wishes = Wishes.of(said)
        plan = cls(wishes.profile, compose_studies(wishes), wishes.dry_run)
        plan.freeze()
        return plan

    @property
    def layout(self) -> Layout:
        """Where results lie."""
        return Layout(RESULTS / self.profile)

    def freeze(self) -> None:
        """Write the configurations that jobs are given; a study that is new is checked whole before.

        Raises:
            PracticumError: a component cannot be made, a printed table is missing, or the folder is read-only.
        """
        for composition in self.compositions.values():
            check_published(composition.study)
            Prices.read(composition.machinery.prices)
            known = Path(self._frozen_study(composition)).exists()
            checked = [] if known else [self._checked(composition)]
            try:
                self.layout.root.mkdir(parents=True, exist_ok=True)
                self.layout.lock.touch()
                for path, content in [*self._configurations(composition), *checked]:
                    if not (path.exists() and path.read_text(encoding="utf-8") == content):
                        write(path, content)
                for job in product([composition.name], composition.conditions, composition.study.tasks):
                    prepare(self.layout.again(*job), unfinished=self.layout.journal(*job))
            except OSError as error:
                raise ConfigurationError(
                    f"{self.layout.root}: cannot be written to ({error.strerror})", mend="make it writable"
                ) from error

    def _configurations(self, composition: Composition) -> Iterable[tuple[Path, str]]:
        yield self._frozen_certified(composition), self._certified(composition).to_yaml()
        for condition in composition.conditions.values():
            yield self._frozen_condition(condition), condition.to_yaml()
        yield self._frozen_reference(composition), yaml.safe_dump(composition.reference, sort_keys=False)

    def _checked(self, composition: Composition) -> tuple[Path, str]:
        scripted, models = check(composition.conditions.values())  # first: the judge's backend inherits from theirs
        component("reference", composition.reference)
        component("judge_backend", composition.judge)
        code = self._code(composition)
        frozen = FrozenStudy.of(composition, profile=self.profile, scripted=scripted, models=models, code=code)
        return self._frozen_study(composition), frozen.to_yaml()

    def _frozen_condition(self, condition: Condition) -> Path:
        return self.layout.frozen(condition.study, f"{condition.name}-{condition.digest[:SHORT]}")

    @staticmethod
    def _certified(composition: Composition) -> Condition:
        """The condition whose prompts a certificate is made from: the first, at a size of its own."""
        return shortened(next(iter(composition.conditions.values())))

    def _frozen_certified(self, composition: Composition) -> Path:
        return self.layout.frozen(composition.name, f"certified-{digest_of(self._asked(composition))[:SHORT]}")

    def _asked(self, composition: Composition) -> list[Any]:
        """Who is asked for a certificate, and how often; it does not matter what."""
        condition = self._certified(composition)
        backends = [condition.components[role] for role in BACKENDS]
        return [backends, condition.machinery.certificate.model_dump(mode="json")]

    def _frozen_reference(self, composition: Composition) -> Path:
        return self.layout.frozen(composition.name, f"reference-{digest_of(composition.reference)[:SHORT]}")

    def _frozen_study(self, composition: Composition) -> Path:
        digest = digest_of([composition.digest, self._code(composition)])
        return self.layout.frozen(composition.name, f"study-{digest[:SHORT]}")

    # What rules are given

    def frozen_condition(self, wildcards: Wildcards) -> str:
        """The configuration of a condition."""
        return str(self._frozen_condition(self._condition(wildcards)))

    def frozen_conditions(self, wildcards: Wildcards) -> list[str]:
        """The configurations of all conditions of a study."""
        conditions = self.compositions[wildcards.study].conditions.values()
        return [str(self._frozen_condition(condition)) for condition in conditions]

    def frozen_certified(self, wildcards: Wildcards) -> str:
        """The configuration that a study's certificate is made from."""
        return str(self._frozen_certified(self.compositions[wildcards.study]))

    def frozen_reference(self, wildcards: Wildcards) -> str:
        """The real students that a study is held against."""
        return str(self._frozen_reference(self.compositions[wildcards.study]))

    def frozen_study(self, wildcards: Wildcards) -> str:
        """A study with all its conditions."""
        return str(self._frozen_study(self.compositions[wildcards.study]))

    def published(self, wildcards: Wildcards) -> list[str]:
        """The printed numbers that a study is held against."""
        return [str(path_of(stem)) for stem in self.compositions[wildcards.study].study.printed]

    def episodes(self, wildcards: Wildcards) -> list[str]:
        """The traces of a study or of one condition, one row an episode."""
        return [str(self.layout.episodes(*job)) for job in self._jobs(wildcards)]

    def steps(self, wildcards: Wildcards) -> list[str]:
        """The traces of a study or of one condition, one row a step."""
        return [str(self.layout.steps(*job)) for job in self._jobs(wildcards)]

    def scores(self, wildcards: Wildcards) -> list[str]:
        """The measures of a study, one row an episode."""
        composition = self.compositions[wildcards.study]
        return [str(self.layout.scores(composition.name, condition)) for condition in composition.conditions]

    # What a job depends on besides its inputs

    def simulation(self, wildcards: Wildcards) -> str:
        """Stands for a condition's configuration, and for all source that playing it imports."""
        condition = self._condition(wildcards)
        modules = ["pipeline.simulate", *self._modules(condition.components)]
        return digest_of([condition.digest, self.sources.digest(modules)])

    def certification(self, wildcards: Wildcards) -> str:
        """Stands for the backends of a study, and for all source that asking them imports.

        What changes it changes every simulation too: a certificate is as old as what it speaks of.
        """
        composition = self.compositions[wildcards.study]
        components = self._certified(composition).components
        modules = ["pipeline.certify", *self._modules({role: components[role] for role in BACKENDS})]
        return digest_of([self._asked(composition), self.sources.digest(modules)])

    def moment(self, _: Wildcards) -> str:
        """The time: what depends on it is made anew, and so shown, in each run."""
        return str(time.time_ns())

    def source(self, stage: str) -> str:
        """Stands for all source that a stage imports."""
        return self.sources.digest([f"pipeline.{stage}"])

    def _code(self, composition: Composition) -> str:
        components = [condition.components for condition in composition.conditions.values()]
        modules = {module for each in components for module in self._modules(each)}
        return self.sources.digest(["pipeline.simulate", *modules])

    def _modules(self, components: Resolved) -> list[str]:
        return [self.sources.module_of(component.get(TARGET, "")) for component in components.values()]

    def _condition(self, wildcards: Wildcards) -> Condition:
        return self.compositions[wildcards.study].conditions[wildcards.condition]

    def _jobs(self, wildcards: Wildcards) -> list[tuple[str, str, str]]:
        composition = self.compositions[wildcards.study]
        conditions = [wildcards.condition] if hasattr(wildcards, "condition") else composition.conditions
        return [(composition.name, *job) for job in product(conditions, composition.study.tasks)]

    def traces(self, wildcards: Wildcards) -> str:
        """The folder that a condition's traces at a task go to."""
        return str(self.layout.traces(wildcards.study, wildcards.condition, wildcards.task))

    def journal(self, wildcards: Wildcards) -> str:
        """What a simulation has played before it came to its end."""
        return str(self.layout.journal(wildcards.study, wildcards.condition, wildcards.task))

    def tasks(self, wildcards: Wildcards) -> str:
        """The tasks of a study."""
        return " ".join(self.compositions[wildcards.study].study.tasks)

    def first_task(self, wildcards: Wildcards) -> str:
        """The task whose prompts a certificate is made from."""
        return self.compositions[wildcards.study].study.tasks[0]

    def root(self, _: Wildcards) -> str:
        """The results folder."""
        return str(self.layout.root)

    def summaries(self, wildcards: Wildcards) -> list[str]:
        """The summaries of a study's scopes."""
        return self._summaries(wildcards.study)

    def tables(self, wildcards: Wildcards) -> list[str]:
        """All tables of a study."""
        study, scopes = wildcards.study, self._scopes(wildcards.study)
        tables = [self.layout.table(study, *place) for place in product(scopes, TABLE_FORMS)]
        if self.compositions[study].study.published_behaviour:
            tables += [self.layout.behaviour_table(study, *place) for place in product(scopes, BEHAVIOUR_FORMS)]
        return [str(table) for table in tables]

    def figures(self, wildcards: Wildcards) -> list[str]:
        """All figures of a study."""
        return self._figures(wildcards.study)

    def _scopes(self, study: str) -> list[str]:
        return [POOLED, *self.compositions[study].study.tasks]

    def _summaries(self, study: str) -> list[str]:
        return [str(self.layout.summary(study, *place)) for place in product(self._scopes(study), SUMMARY)]

    def _figures(self, study: str) -> list[str]:
        places = product(self.compositions[study].study.figures, FIGURE_FORMS)
        return [str(self.layout.figure(study, *place)) for place in places]

    # What the run as a whole is given, and ends with

    @property
    def printed(self) -> list[str]:
        """All that the papers printed."""
        return [str(path) for path in sorted(PUBLISHED.glob("*.csv"))]

    @property
    def frozen_studies(self) -> list[str]:
        """All studies, frozen."""
        return [str(self._frozen_study(composition)) for composition in self.compositions.values()]

    @property
    def certificates(self) -> list[str]:
        """Whether the backends of each study repeat themselves, as measured."""
        return [str(self.layout.certificate(study)) for study in self.compositions]

    @property
    def shown(self) -> list[str]:
        """What the report shows: summaries and figures of all studies."""
        return [file for study in self.compositions for file in (*self._summaries(study), *self._figures(study))]

    @property
    def targets(self) -> list[str]:
        """The report, and what says that MLflow holds each study; of a dry run, what each study will take."""
        if self.dry_run:
            return [str(self.layout.estimate(study)) for study in self.compositions]
        return [str(self.layout.report), *(str(self.layout.tracked(study)) for study in self.compositions)]


def plan_or_exit(said: Mapping[str, Any]) -> Plan:
    """The plan of a run; a user's mistake ends the process with one line, which a WorkflowError would not."""
    try:
        return Plan.of(said)
    except PracticumError as error:
        raise SystemExit(f"{ERROR}{error}") from None
