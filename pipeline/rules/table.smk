rule table:
    input:
        [results.summary("{study}", "{scope}", kind) for kind in SUMMARY],
        plan.published,
        study=plan.frozen_study,
    output:
        [results.table("{study}", "{scope}", form) for form in TABLE_FORMS],
    log:
        results.log("{study}", "{scope}", "table"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("table"),
        results=plan.root,
    shell:
        "python -m pipeline.table study={input.study} results={params.results} scope={wildcards.scope} "
        "> {log} 2>&1"


rule behaviour_table:
    input:
        [results.summary("{study}", "{scope}", kind) for kind in SUMMARY],
        plan.published,
        study=plan.frozen_study,
    output:
        [
            results.behaviour_table("{study}", "{scope}", form)
            for form in BEHAVIOUR_FORMS
        ],
    log:
        results.log("{study}", "{scope}", "behaviour_table"),
    conda:
        "../environment.yaml"
    threads: 1
    params:
        digest=plan.source("behaviour_table"),
        results=plan.root,
    shell:
        "python -m pipeline.behaviour_table study={input.study} results={params.results} scope={wildcards.scope} "
        "> {log} 2>&1"
