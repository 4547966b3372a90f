rule estimate:
    input:
        config=ancient(plan.frozen_conditions),
    output:
        results.estimate("{study}"),
    log:
        results.log("{study}", "estimate"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        moment=plan.moment,
        tasks=plan.tasks,
    shell:
        "python -m pipeline.estimate configs='{input.config}' tasks='{params.tasks}' out={output} > {log} 2>&1"
