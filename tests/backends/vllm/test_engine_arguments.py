"""vLLM's engine arguments on a command line and in a table."""

from backends.vllm.engine_arguments import command_line, shown

ARGUMENTS = {
    "max_model_len": 4096,
    "dtype": "float32",
    "enforce_eager": True,
    "enable_prefix_caching": False,
    "revision": None,
    "structured_outputs_config": {"backend": "xgrammar"},
    "middleware": ["a", "b"],
}


def test_they_are_written_as_vllm_reads_them() -> None:
    assert command_line(ARGUMENTS) == [
        *("--max-model-len", "4096"),
        *("--dtype", "float32"),
        "--enforce-eager",
        "--no-enable-prefix-caching",
        *("--structured-outputs-config", '{"backend": "xgrammar"}'),
        *("--middleware", "a", "b"),
    ]


def test_they_are_shown_without_those_that_are_left_to_vllm() -> None:
    assert shown(ARGUMENTS) == {
        "max_model_len": "4096",
        "dtype": "float32",
        "enforce_eager": "true",
        "enable_prefix_caching": "false",
        "structured_outputs_config": '{"backend":"xgrammar"}',
        "middleware": '["a","b"]',
    }
