rule summarize:
    input:
        plan.scores,
        plan.episodes,
        study=plan.frozen_study,
    output:
        [results.summary("{study}", "{scope}", kind) for kind in SUMMARY],
    params:
        digest=plan.source("summarize"),
        results=plan.root,
    threads: 1
    log:
        results.log("{study}", "{scope}", "summarize"),
    conda:
        "../environment.yaml"
    shell:
        "python -m pipeline.summarize study={input.study} results={params.results} scope={wildcards.scope} "
        "> {log} 2>&1"
