rule simulate:
    input:
        config=ancient(plan.frozen_condition),
    output:
        steps=results.steps("{study}", "{condition}", "{task}"),
        episodes=results.episodes("{study}", "{condition}", "{task}"),
        config=results.config("{study}", "{condition}", "{task}"),
    log:
        results.log("{study}", "{condition}", "{task}", "simulate"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.simulation,  # configuration, templates and imported source: what must re-run when it changes
        out=plan.traces,
    shell:
        "python -m pipeline.simulate config={input.config} task={wildcards.task} out={params.out} > {log} 2>&1"
