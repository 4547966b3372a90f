rule score:
    input:
        steps=plan.steps,
        episodes=plan.episodes,
        reference=ancient(plan.frozen_reference),
    output:
        results.scores("{study}", "{condition}"),
    log:
        results.log("{study}", "{condition}", "score"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("score"),
    shell:
        "python -m pipeline.score steps='{input.steps}' episodes='{input.episodes}' reference={input.reference} "
        "out={output} > {log} 2>&1"
