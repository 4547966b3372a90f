rule summarize:
    input:
        plan.scores,
        plan.episodes,
        study=plan.frozen_study,
    output:
        [results.summary("{study}", "{scope}", kind) for kind in SUMMARY],
    log:
        results.log("{study}", "{scope}", "summarize"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("summarize"),
        results=plan.root,
    shell:
        "python -m pipeline.summarize study={input.study} results={params.results} scope={wildcards.scope} "
        "> {log} 2>&1"
