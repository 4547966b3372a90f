"""Settings of vLLM, wherever it runs: whose answers they are, and what of them can change an answer."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from backends import Message, Request, Sampling
from backends.provider import Identity
from backends.vllm import Served, Vllm, managed
from protocol import ConfigurationError
from tests.hostile.server import KEY, MODEL, TEXT, HostileServer

HUB = "org/model-7B"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(managed, "installed_version", lambda python: "0.32.0")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "models" / "smollm2"
    path.mkdir(parents=True)
    (path / "model.safetensors").write_text("weights")
    return path


def external(**settings: Any) -> Vllm:
    return Vllm(**{"model": MODEL, "server": Served.EXTERNAL, "base_url": "http://gpu:8000/v1", **settings})


def test_a_model_of_the_hub_goes_by_its_name_there() -> None:
    assert Vllm(model=HUB).identity == Identity("vllm", "", HUB)
    assert Vllm(model=HUB).label == "org/model-7B (vLLM)"


def test_a_model_in_a_folder_goes_by_the_name_of_the_folder(folder: Path) -> None:
    assert Vllm(model=str(folder)).identity == Identity("vllm", "", "smollm2")


def test_an_external_server_goes_by_its_address() -> None:
    assert external().identity == Identity("vllm", "http://gpu:8000/v1", MODEL)


@pytest.mark.parametrize("change", [{"engine": {"dtype": "float32"}}, {"environment": {"VLLM_CPU_KVCACHE_SPACE": "2"}}])
def test_what_can_change_an_answer_is_in_the_salt(change: dict[str, Any]) -> None:
    assert Vllm(model=HUB, **change).salt != Vllm(model=HUB).salt


def test_so_is_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Vllm(model=HUB).salt
    monkeypatch.setattr(managed, "installed_version", lambda python: "0.33.0")
    assert Vllm(model=HUB).salt != before


def test_so_are_the_weights_of_a_folder(folder: Path) -> None:
    before = Vllm(model=str(folder)).salt
    (folder / "model.safetensors").write_text("other weights")
    assert Vllm(model=str(folder)).salt != before


def test_what_cannot_change_an_answer_is_not() -> None:
    changed = Vllm(model=HUB, server=Served.OFFLINE, log=Path("elsewhere"), start_timeout_s=1)
    assert changed.salt == Vllm(model=HUB).salt


def test_only_what_fetches_a_model_gets_the_hubs_key(folder: Path) -> None:
    assert Vllm(model=HUB).secrets == ("HF_TOKEN",)
    assert Vllm(model=str(folder)).secrets == ()
    assert external().secrets == ()
    assert external(key_variable="GPU_KEY").secrets == ("GPU_KEY",)


@pytest.mark.parametrize(
    "settings", [{"server": Served.EXTERNAL}, {"server": Served.MANAGED, "base_url": "http://gpu:8000/v1"}]
)
def test_an_address_belongs_to_an_external_server_and_to_no_other(settings: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="base_url is the address of an external server"):
        Vllm(model=HUB, **settings)


async def test_an_external_server_is_asked_for_no_sampling_but_the_requests_own() -> None:
    request = Request("vllm", "", MODEL, (Message("user", "?"),), '{"type":"object"}', Sampling(0.7, 0.9, 10), seed=5)
    async with HostileServer() as server:
        settings = external(base_url=server.url, key_variable="GPU_KEY")
        async with settings.connect({"GPU_KEY": KEY}) as endpoint:
            assert (await endpoint.send(request)).text == TEXT
    sent = server.requests[0]
    assert (sent["top_k"], sent["min_p"], sent["repetition_penalty"]) == (0, 0.0, 1.0)
    assert 0 <= sent["seed"] < 2**31


@pytest.mark.skipif(find_spec("vllm") is not None, reason="vLLM is installed here")
async def test_the_engine_in_process_needs_vllm_beside_practicum() -> None:
    with pytest.raises(ConfigurationError, match=r"backend\.server=offline: No module named 'vllm'"):
        async with Vllm(model=HUB, server=Served.OFFLINE).connect({}):
            pass


def test_what_is_shipped_lacks_only_its_model(configured: Callable[..., Any]) -> None:
    shipped = configured("backend", "vllm", f"backend.model={HUB}")
    assert isinstance(shipped, Vllm)
    assert (shipped.server, shipped.engine["generation_config"]) == (Served.MANAGED, "vllm")
