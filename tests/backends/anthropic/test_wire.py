"""What Anthropic answers is one completion or one failure."""

from typing import Any

import pytest

from backends import Completion, FinishReason, Usage
from backends.anthropic.wire import Reply
from backends.endpoint import DeniedError, UnavailableError
from backends.transport import Server

SERVER = Server("api.anthropic.com")
USAGE = {"input_tokens": 10, "output_tokens": 4}
TEXT = {"type": "text", "text": "yes"}
THOUGHT = {"type": "thinking", "thinking": "", "signature": "x"}


def read(*content: dict[str, Any], reason: str | None = "end_turn", usage: dict[str, Any] | None = USAGE) -> Completion:
    answer = {"type": "message", "role": "assistant", "content": list(content), "stop_reason": reason, "usage": usage}
    return Reply.model_validate(answer).completion(SERVER)


def test_a_reply_is_its_text_without_its_thoughts() -> None:
    assert read(THOUGHT, TEXT) == Completion("yes", FinishReason.STOP, Usage(10, 4))


def test_what_is_handed_to_the_tool_is_the_reply() -> None:
    use = {"type": "tool_use", "id": "t", "name": "reply", "input": {"b": 1, "a": "\N{SNOWMAN}"}}
    assert read(TEXT, use, reason="tool_use").text == '{"b": 1, "a": "\N{SNOWMAN}"}'


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("end_turn", FinishReason.STOP),
        ("stop_sequence", FinishReason.STOP),
        ("tool_use", FinishReason.STOP),
        ("max_tokens", FinishReason.LENGTH),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("refusal", FinishReason.FILTERED),
    ],
)
def test_why_it_ended_is_kept(told: str, reason: FinishReason) -> None:
    assert read(TEXT, reason=told).finish_reason is reason


@pytest.mark.parametrize("reason", ["max_tokens", "refusal"])
def test_a_reply_that_was_cut_or_refused_may_be_empty(reason: str) -> None:
    assert read(THOUGHT, reason=reason).text == ""


def test_an_empty_reply_is_none() -> None:
    with pytest.raises(UnavailableError, match="without a text"):
        read()


@pytest.mark.parametrize("reason", ["pause_turn", None])
def test_a_reply_that_is_not_ended_is_none(reason: str | None) -> None:
    with pytest.raises(UnavailableError, match="another reason"):
        read(TEXT, reason=reason)


def test_tokens_read_from_the_cache_and_written_to_it_are_tokens_of_the_prompt() -> None:
    # 10 after the last part that can be cached, 200 read, 30 written: 240 were asked.
    usage = USAGE | {"cache_read_input_tokens": 200, "cache_creation_input_tokens": 30}
    assert read(TEXT, usage=usage).usage == Usage(240, 4, cached_prompt_tokens=200, cache_write_tokens=30)


def test_uncounted_tokens_are_not_guessed() -> None:
    with pytest.raises(DeniedError, match="does not count tokens"):
        read(TEXT, usage=None)
