"""A status and a body mean one thing for the request: wait, try again, give it up, or give everything up."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends.endpoint import AttemptError, DeniedError, RefusedError, ThrottledError, UnavailableError
from backends.transport import Server
from backends.transport.failures import failure, retry_after

SERVER = Server("api.example.com", "EXAMPLE_KEY", ("sk-secret-key",))


def fails(status: int, said: Any = None, **headers: str) -> AttemptError:
    body = said if isinstance(said, bytes) else json.dumps(said).encode()
    return failure(SERVER, status, {name.replace("_", "-"): value for name, value in headers.items()}, body)


def openai_error(message: str, code: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}


@pytest.mark.parametrize("status", [408, 409, 425, 500, 502, 503, 504, 520])
def test_what_may_pass_is_worth_another_attempt(status: int) -> None:
    assert type(fails(status)) is UnavailableError


@pytest.mark.parametrize("status", [400, 406, 413, 422])
def test_what_is_wrong_with_this_request_stays_wrong(status: int) -> None:
    assert type(fails(status, openai_error("This model's maximum context length is 4096 tokens."))) is RefusedError


@pytest.mark.parametrize(
    ("status", "said", "mend"),
    [
        (401, openai_error("Incorrect API key provided.", "invalid_api_key"), "EXAMPLE_KEY"),
        (403, openai_error("Country not supported."), "EXAMPLE_KEY"),
        (402, openai_error("Insufficient Balance"), "top it up"),
        (404, openai_error("The model `x` does not exist.", "model_not_found"), "backend.model"),
        (404, {"type": "error", "error": {"type": "not_found_error", "message": "model: claude-9"}}, "backend.model"),
        (404, {"detail": "Not Found"}, "backend.base_url"),
        (404, b"404 page not found", "backend.base_url"),
        (405, None, "backend.base_url"),
        (301, None, "backend.base_url"),
        # Providers that say 400 where others say 401, 402 and 404.
        (400, [{"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}}], "EXAMPLE_KEY"),
        (400, openai_error("Your credit balance is too low to access the API."), "top it up"),
        (400, openai_error("You have reached your specified API usage limits."), "top it up"),
        (400, openai_error("Model Not Exist"), "backend.model"),
        (400, openai_error("Invalid model: x"), "backend.model"),
        (400, openai_error("x/y is not a valid model ID"), "backend.model"),
        (400, openai_error("'max_tokens' is not supported", "unsupported_parameter"), "backend.extra"),
        (400, openai_error("'temperature' takes only 1", "unsupported_value"), "backend.extra"),
    ],
)
def test_what_holds_for_every_request_is_denied_with_its_mend(status: int, said: Any, mend: str) -> None:
    error = fails(status, said)
    assert type(error) is DeniedError
    assert mend in error.mend


@pytest.mark.parametrize("code", ["insufficient_quota", "credit_balance_exhausted", "project_spend_limit_exceeded"])
def test_a_throttle_that_no_waiting_ends_is_a_denial(code: str) -> None:
    assert type(fails(429, openai_error("You exceeded your quota.", code), Retry_After="1")) is DeniedError


def test_anthropics_spend_limit_is_a_denial() -> None:
    said = {"error": {"type": "rate_limit_error", "details": {"error_code": "enforced_spend_limit_reached"}}}
    assert type(fails(429, said)) is DeniedError


def test_a_quota_by_the_minute_is_a_throttle() -> None:
    error = fails(429, openai_error("You exceeded your current quota, see your billing details.", None))
    assert type(error) is ThrottledError


@pytest.mark.parametrize("status", [429, 529])
def test_who_asks_for_patience_without_a_time_throttles(status: int) -> None:
    error = fails(status)
    assert isinstance(error, ThrottledError)
    assert error.retry_after is None


def test_an_overloaded_server_throttles_where_it_says_so() -> None:
    assert isinstance(fails(503, openai_error("The model is overloaded.")), ThrottledError)
    assert isinstance(fails(503, None, Retry_After="3"), ThrottledError)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "Retry-After": "1"}, 0.25),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"Retry-After": "-3"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_how_long_to_wait_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_a_date_is_waited_for() -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    assert retry_after({"Retry-After": moment}) == pytest.approx(60, abs=2)


@given(st.text())
def test_no_header_breaks_the_reading(text: str) -> None:
    wait = retry_after({"Retry-After": text})
    assert wait is None or wait >= 0


def test_googles_wait_stands_in_the_body() -> None:
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "38s"}]
    error = fails(429, [{"error": {"code": 429, "message": "Quota exceeded.", "details": details}}])
    assert isinstance(error, ThrottledError)
    assert error.retry_after == 38.0


def test_a_denied_key_is_never_quoted() -> None:
    assert str(fails(401, openai_error("Incorrect API key: sk-se...-key"))) == "api.example.com denies the key"


def test_what_the_server_says_is_quoted() -> None:
    assert str(fails(500, openai_error("Out of memory."))) == "api.example.com answered 500: Out of memory."


def test_a_page_for_people_is_not_quoted() -> None:
    assert str(fails(502, b"<html><h1>Bad Gateway</h1></html>")) == "api.example.com answered 502"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["error", "message", "detail", "details", "code", "type"]), inner, max_size=4)
    ),
)


@given(st.integers(201, 599), JSON.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60))
def test_whatever_a_server_says_is_one_of_the_four_failures_on_one_line(status: int, body: bytes) -> None:
    error = failure(SERVER, status, {}, body)
    assert isinstance(error, ThrottledError | UnavailableError | RefusedError | DeniedError)
    assert "\n" not in str(error)
