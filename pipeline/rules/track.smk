rule track:
    input:
        plan.summaries,
        plan.tables,
        plan.figures,
        study=plan.frozen_study,
    output:
        results.tracked("{study}"),
    params:
        digest=plan.source("track"),
        results=plan.root,
    threads: 1
    resources:
        mlflow_writer=1,
    log:
        results.log("{study}", "track"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.track study={input.study} results={params.results} > {log} 2>&1"
