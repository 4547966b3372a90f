rule score:
    input:
        steps=results.steps("{study}", "{condition}", "{task}"),
        episodes=results.episodes("{study}", "{condition}", "{task}"),
        reference=ancient(plan.frozen_reference),
    output:
        results.scores("{study}", "{condition}", "{task}"),
    params:
        digest=plan.source("score"),
    threads: 1
    log:
        results.log("{study}", "{condition}", "{task}", "score"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.score steps={input.steps} episodes={input.episodes} reference={input.reference} "
        "out={output} > {log} 2>&1"
