rule certify:
    input:
        config=ancient(plan.frozen_certified),
    output:
        results.certificate("{study}"),
    log:
        results.log("{study}", "certify"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.certification,
        task=plan.first_task,
    shell:
        "python -m pipeline.certify config={input.config} task={params.task} out={output} > {log} 2>&1"
