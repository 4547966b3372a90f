rule figure:
    input:
        plan.scores,
        plan.steps,
        plan.published,
        study=plan.frozen_study,
    output:
        [results.figure("{study}", "{figure}", form) for form in FIGURE_FORMS],
    log:
        results.log("{study}", "{figure}", "figure"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("figure"),
        results=plan.root,
    shell:
        "python -m pipeline.figure study={input.study} results={params.results} figure={wildcards.figure} "
        "> {log} 2>&1"
