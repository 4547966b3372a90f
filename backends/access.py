"""Where a server is asked, and with which key: the key comes from the environment, and is written nowhere."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, StringConstraints
from yarl import URL

from protocol import ConfigurationError


def _keyless(base_url: str) -> str:
    url = URL(base_url)
    if not url.host:
        raise ValueError("it names no host")
    if url.user or url.password or url.query:
        raise ValueError("it is kept beside the results: put no key into it, but into an environment variable")
    return base_url.rstrip("/")


BaseUrl = Annotated[str, StringConstraints(pattern=r"^https?://\S+$"), AfterValidator(_keyless)]
"""What comes before the paths of a server, without a key in it."""


def key_of(variable: str, secrets: Mapping[str, str]) -> str:
    """The key in an environment variable.

    Args:
        variable: Its name.
        secrets: The variables that are set.

    Raises:
        ConfigurationError: it is not set.
    """
    if key := secrets.get(variable, "").strip():
        return key
    raise ConfigurationError(f"{variable} is not set", mend=f"export {variable}=... before you start the run")
