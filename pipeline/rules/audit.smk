rule audit:
    input:
        plan.printed,
    output:
        [results.audit(form) for form in AUDIT_FORMS],
    log:
        results.log("audit"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("audit.__main__"),
        out=results.audit("csv").parent,
    shell:
        "python -m pipeline.audit out={params.out} > {log} 2>&1"
