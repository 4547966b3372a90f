rule track:
    input:
        plan.summaries,
        plan.tables,
        plan.figures,
        study=plan.frozen_study,
    output:
        results.tracked("{study}"),
    log:
        results.log("{study}", "track"),
    conda:
        "../environment.yaml"
    threads: 1
    resources:
        mlflow_writer=1,
    params:
        digest=plan.source("track"),
        results=plan.root,
    shell:
        "python -m pipeline.track study={input.study} results={params.results} > {log} 2>&1"
