rule simulate:
    input:
        config=ancient(plan.frozen_condition),
        # A model that cannot be asked ends the run here. Not ancient: Snakemake asks of no job below one that is due
        # whether it is due by itself.
        certificate=results.certificate("{study}"),
        again=results.again("{study}", "{condition}", "{task}"),  # younger than the traces if episodes were broken off
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
        journal=plan.journal,
    shell:
        "python -m pipeline.simulate config={input.config} task={wildcards.task} out={params.out} "
        "journal={params.journal} digest={params.digest} > {log} 2>&1"
