"""What OpenAI-compatible servers answer, in each of their ways, is one completion or one failure."""

from typing import Any

import pytest

from backends import Completion, FinishReason, Usage
from backends.endpoint import DeniedError, UnavailableError
from backends.openai.wire import Answer
from backends.transport import Server

SERVER = Server("api.example.com")
USAGE = {"prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 14}


def read(usage: dict[str, Any] | None = USAGE, reason: str | None = "stop", **message: str | None) -> Completion:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason, "logprobs": None}
    answer = {"id": "x", "object": "chat.completion", "choices": [choice], "usage": usage}
    return Answer.model_validate(answer).completion(SERVER)


def test_a_reply_is_its_text_and_its_tokens() -> None:
    assert read(content="yes") == Completion("yes", FinishReason.STOP, Usage(10, 4))


def test_an_empty_reply_is_the_models_own() -> None:
    assert read(content="").text == ""


@pytest.mark.parametrize(
    ("told", "reason"),
    [("stop", FinishReason.STOP), ("length", FinishReason.LENGTH), ("content_filter", FinishReason.FILTERED)],
)
def test_why_it_ended_is_kept(told: str, reason: FinishReason) -> None:
    assert read(content="yes", reason=told).finish_reason is reason


def test_a_refusal_is_filtered() -> None:
    assert read(refusal="I cannot.") == Completion("I cannot.", FinishReason.FILTERED, Usage(10, 4))


def test_a_model_that_thought_until_its_limit_was_cut_without_a_text() -> None:
    assert read(content=None, reason="length") == Completion("", FinishReason.LENGTH, Usage(10, 4))


@pytest.mark.parametrize("reason", ["tool_calls", "insufficient_system_resource", "abort", None])
def test_a_reply_that_the_server_broke_off_is_not_the_models(reason: str | None) -> None:
    with pytest.raises(UnavailableError, match=f"another reason .{reason}"):
        read(content="yes", reason=reason)


def test_a_reply_without_a_text_is_none() -> None:
    with pytest.raises(UnavailableError, match="without a text"):
        read(content=None)


def test_uncounted_tokens_are_not_guessed() -> None:
    with pytest.raises(DeniedError, match=r"api\.example\.com does not count tokens"):
        read(usage=None, content="yes")


@pytest.mark.parametrize(
    "told",
    [{"prompt_tokens_details": {"cached_tokens": 8}}, {"prompt_cache_hit_tokens": 8}],
    ids=["openai", "deepseek"],
)
def test_tokens_that_the_server_had_at_hand_are_counted(told: dict[str, Any]) -> None:
    assert read(usage=USAGE | told, content="yes").usage == Usage(10, 4, cached_prompt_tokens=8)


def test_tokens_that_the_server_put_by_are_counted_apart_from_those_at_hand() -> None:
    # As OpenAI reports them since GPT-5.6: both are slices of the prompt's tokens.
    told = {"prompt_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 6}}
    assert read(usage=USAGE | told, content="yes").usage == Usage(10, 4, cached_prompt_tokens=3, cache_write_tokens=6)


@pytest.mark.parametrize("told", [{"prompt_tokens_details": None}, {"prompt_tokens_details": {"cached_tokens": None}}])
def test_a_server_that_does_not_count_them_had_none_at_hand(told: dict[str, Any]) -> None:
    assert read(usage=USAGE | told, content="yes").usage.cached_prompt_tokens == 0


def test_thoughts_that_only_the_total_counts_are_part_of_the_reply() -> None:
    # Gemini: 21 tokens asked, 60 thought, 9 said, 90 in all; what was not asked is 90 - 21 = 69.
    usage = {"prompt_tokens": 21, "completion_tokens": 9, "total_tokens": 90}
    assert read(usage=usage, content="yes").usage.completion_tokens == 69
