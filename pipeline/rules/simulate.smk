rule simulate:
    input:
        config=ancient(plan.frozen_condition),
    output:
        steps=results.steps("{study}", "{condition}", "{task}"),
        episodes=results.episodes("{study}", "{condition}", "{task}"),
        config=results.config("{study}", "{condition}", "{task}"),
    params:
        digest=plan.simulation,  # configuration, templates and imported source: what must re-run when it changes
        out=plan.traces,
    threads: 1
    log:
        results.log("{study}", "{condition}", "{task}", "simulate"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.simulate config={input.config} task={wildcards.task} out={params.out} > {log} 2>&1"
