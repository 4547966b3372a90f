rule figure:
    input:
        plan.scores,
        plan.steps,
        plan.published,
        study=plan.frozen_study,
    output:
        [results.figure("{study}", "{figure}", form) for form in FIGURE_FORMS],
    params:
        digest=plan.source("figure"),
        results=plan.root,
    threads: 1
    log:
        results.log("{study}", "{figure}", "figure"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.figure study={input.study} results={params.results} figure={wildcards.figure} "
        "> {log} 2>&1"
