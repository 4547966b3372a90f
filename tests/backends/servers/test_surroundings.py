"""What a server learns of practicum's own environment: what it needs, and no key."""

import os

import pytest

from backends.servers import surroundings


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        monkeypatch.delenv(name)
    for name in ("PATH", "CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS", "OPENAI_API_KEY", "VLLM_API_KEY", "VLLM_TARGET"):
        monkeypatch.setenv(name, "set")


def test_what_programs_and_devices_need_is_handed_on_and_nothing_else() -> None:
    assert set(surroundings()) == {"PATH", "CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS"}


def test_what_a_server_understands_is_handed_on_but_no_key() -> None:
    assert set(surroundings(r"VLLM_\w+")) == {"PATH", "CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS", "VLLM_TARGET"}
