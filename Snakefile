# The experiment as a graph. `snakemake --cores N` makes every table; `--config` takes the words of conf/:
#   snakemake --cores 2 --config profile=smoke override="student.interrupts=off"
from pipeline.layout import (
    AUDIT_FORMS,
    BEHAVIOUR_FORMS,
    FIGURE_FORMS,
    SUMMARY,
    TABLE_FORMS,
)
from pipeline.plan import plan_or_exit
from pipeline.watch import Watch

plan = plan_or_exit(config)
results = plan.layout
watch = Watch(plan)


wildcard_constraints:
    study="[^/]+",
    condition="[^/]+",
    task="[^/]+",
    scope=r"[^/.]+",
    figure="[^/.]+",


rule all:
    input:
        plan.targets,


include: "pipeline/rules/audit.smk"
include: "pipeline/rules/estimate.smk"
include: "pipeline/rules/certify.smk"
include: "pipeline/rules/simulate.smk"
include: "pipeline/rules/score.smk"
include: "pipeline/rules/summarize.smk"
include: "pipeline/rules/table.smk"
include: "pipeline/rules/figure.smk"
include: "pipeline/rules/track.smk"
include: "pipeline/rules/report.smk"


onstart:
    watch.start(workflow.dag)


onsuccess:
    watch.succeed()


onerror:
    watch.fail()
