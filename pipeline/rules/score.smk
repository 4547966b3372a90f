rule score:
    input:
        steps=plan.steps,
        episodes=plan.episodes,
        reference=ancient(plan.frozen_reference),
    output:
        results.scores("{study}", "{condition}"),
    params:
        digest=plan.source("score"),
    threads: 1
    log:
        results.log("{study}", "{condition}", "score"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.score steps='{input.steps}' episodes='{input.episodes}' reference={input.reference} "
        "out={output} > {log} 2>&1"
