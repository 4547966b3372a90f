"""A recording holds what the keys of requests are made of, and tells backends apart by just that."""

import dataclasses
from typing import Any

import pytest

from backends import Engine, Identity, ResponseCache, Sampling
from backends.recording import BACKEND, CERTIFICATE, Recording, certificate_name, documents_of, recordings
from protocol import DataError

RECORDING = Recording(
    Identity("vllm", "", "small"),
    "v1",
    Sampling(0.3, 0.9, 512),
    "small \N{EM DASH} here",
    Engine("vLLM", "0.9", {"dtype": "float32"}),
)


def test_a_recording_is_read_back_as_it_was_written() -> None:
    assert Recording.read(RECORDING.text) == RECORDING


@pytest.mark.parametrize("text", ["", "{}", "[1]", RECORDING.text[:-5], '{"identity": {"provider": "p"}}'])
def test_what_is_no_recording_is_one_line(text: str) -> None:
    with pytest.raises(DataError, match="no recording of a backend"):
        Recording.read(text)


@pytest.mark.parametrize(
    "other",
    [
        {"identity": Identity("vllm", "", "large")},
        {"identity": Identity("vllm", "http://host/v1", "small")},
        {"identity": Identity("ollama", "", "small")},
        {"salt": "v2"},
        {"sampling": Sampling(0.4, 0.9, 512)},
        {"sampling": Sampling(0.3, 0.9, 513)},
    ],
)
def test_whatever_is_in_a_key_is_in_the_name(other: dict[str, Any]) -> None:
    assert dataclasses.replace(RECORDING, **other).name != RECORDING.name


def test_what_is_in_no_key_is_not_in_the_name() -> None:
    assert dataclasses.replace(RECORDING, label="other", engine=Engine("other")).name == RECORDING.name


def test_documents_go_with_the_models_they_belong_to(stock: Any) -> None:
    with ResponseCache(stock.path) as cache:
        assert {each.name for each in recordings(cache)} == {stock.large.name, stock.small.name}
        found = documents_of(cache, [("openai", "large")])
        assert found == [
            (BACKEND, stock.large.name, stock.large.text),
            (CERTIFICATE, certificate_name(stock.large.name, "full/one"), "of full/one"),
        ]
        assert documents_of(cache, [("openai", "large")], ["full/two"]) == found[:1]
        assert documents_of(cache, [("ollama", "large")]) == []
