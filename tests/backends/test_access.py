"""A key comes from the environment; an address holds none."""

import pytest
from pydantic import TypeAdapter, ValidationError

from backends.access import BaseUrl, key_of
from protocol import ConfigurationError

ADDRESS: TypeAdapter[str] = TypeAdapter(BaseUrl)


def test_an_address_loses_its_last_slash() -> None:
    assert ADDRESS.validate_python("http://127.0.0.1:8000/v1/") == "http://127.0.0.1:8000/v1"


@pytest.mark.parametrize(
    "address",
    [
        "api.openai.com/v1",
        "ftp://host/v1",
        "https://user:pass@host/v1",
        "https://host/v1?key=abc",
        "http:// x",
        "http://:80",
    ],
)
def test_an_address_that_is_none_or_holds_a_key_is_refused(address: str) -> None:
    with pytest.raises(ValidationError):
        ADDRESS.validate_python(address)


def test_a_key_is_taken_without_the_line_that_it_stood_on() -> None:
    assert key_of("KEY", {"KEY": "abc\n"}) == "abc"


@pytest.mark.parametrize("secrets", [{}, {"KEY": ""}, {"KEY": " \n"}])
def test_a_key_that_is_not_set_is_named(secrets: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError, match=r"^KEY is not set"):
        key_of("KEY", secrets)
