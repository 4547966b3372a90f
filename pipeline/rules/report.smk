rule report:
    input:
        plan.shown,
        studies=plan.frozen_studies,
    output:
        results.report,
    params:
        digest=plan.source("report"),
        results=plan.root,
    threads: 1
    log:
        results.log("report"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.report results={params.results} studies='{input.studies}' > {log} 2>&1"
