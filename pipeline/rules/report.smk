rule report:
    input:
        plan.shown,
        plan.certificates,
        results.audit("csv"),
        studies=plan.frozen_studies,
    output:
        results.report,
    log:
        results.log("report"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("report"),
        results=plan.root,
    shell:
        "python -m pipeline.report results={params.results} studies='{input.studies}' > {log} 2>&1"
