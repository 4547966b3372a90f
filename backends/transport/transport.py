"""JSON over HTTP to one server: one pool of connections, bounded replies, errors that hold no secret."""

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.request import getproxies, proxy_bypass

from aiohttp import (
    ClientConnectorCertificateError,
    ClientConnectorError,
    ClientError,
    ClientPayloadError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    DummyCookieJar,
    TCPConnector,
)
from pydantic import BaseModel, ValidationError
from pydantic_core import to_json
from yarl import URL

from backends.endpoint import AttemptError, DeniedError, RefusedError, UnavailableError
from backends.transport.failures import failure, missing
from backends.transport.server import Server
from protocol import ConfigurationError

REPLY_BYTES = 4 * 1024 * 1024
"""Longest reply that is read where nothing else is set: 300 times a long one."""

CONNECT_TIMEOUT_S = 15.0
"""Longest that a server may take until it takes a connection."""

LOOK_TIMEOUT_S = 30.0
"""Longest that a page may take that only describes the server."""

KEEP_ALIVE_S = 4.0
"""How long an idle connection is kept: shorter than servers do (uvicorn: 5 s), which would else close it under us."""

_COMPLAINT_BYTES = 64 * 1024

S = TypeVar("S", bound=BaseModel)


class Transport:
    """A pool of connections to one server; open inside `async with`.

    Proxies are taken from the environment (`HTTPS_PROXY`, `NO_PROXY`), once and never for this machine;
    passwords in `.netrc`, cookies and redirects are not followed: a key goes where the user said, and nowhere else.

    Args:
        base_url: What comes before the paths.
        headers: Sent with every request; no error shows them.
        key_variable: Environment variable with the key, for errors to name.
        secrets: What no error may show.
        reply_bytes: Longest reply that is read.
    """

    def __init__(
        self,
        base_url: str,
        *,
        headers: Mapping[str, str] | None = None,
        key_variable: str | None = None,
        secrets: tuple[str, ...] = (),
        reply_bytes: int = REPLY_BYTES,
    ) -> None:
        self.base = URL(base_url.rstrip("/"))
        self.server = Server(self.base.host_port_subcomponent or base_url, key_variable, secrets)
        self._headers = {"Accept-Encoding": "identity", **(headers or {})}
        self._reply_bytes = reply_bytes
        self._urls: dict[str, URL] = {}

    async def __aenter__(self) -> Self:
        self._session = ClientSession(
            connector=TCPConnector(limit=0, keepalive_timeout=KEEP_ALIVE_S),  # how many at once is the limiter's affair
            cookie_jar=DummyCookieJar(),
            headers=self._headers,
            proxy=_proxy(self.base),
            timeout=ClientTimeout(total=None, sock_connect=CONNECT_TIMEOUT_S),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    async def post(self, path: str, body: Mapping[str, Any], shape: type[S]) -> S:
        """Send a body, and read the answer.

        Args:
            path: After the base URL.
            body: What is sent, as JSON.
            shape: What the answer has to look like; fields that it does not name are dropped.

        Raises:
            AttemptError: there is no answer, or none of that shape.
        """
        headers = {"Content-Type": "application/json"}
        _, answer = await self._exchange("POST", self._url(path), headers=headers, data=to_json(body))
        return self._read(answer, shape)

    async def look(self, path: str, shape: type[S]) -> S | None:
        """A page that describes the server, at a path after the base URL or at one of the host's (`/version`).

        Returns:
            What stands there; None if the server has no such page.

        Raises:
            AttemptError: the server cannot be reached, or denies the key.
        """
        status, answer = await self._exchange("GET", self._url(path), within=LOOK_TIMEOUT_S)
        return None if missing(status) else self._read(answer, shape)

    def _url(self, path: str) -> URL:
        if path not in self._urls:
            self._urls[path] = self.base.origin().with_path(path) if path.startswith("/") else self.base / path
        return self._urls[path]

    async def _exchange(
        self, method: str, url: URL, *, within: float | None = None, **request: Any
    ) -> tuple[int, bytearray]:
        """Status and body of an answer; what is not 200 fails, but for a page that a GET does not find."""
        try:
            async with (
                asyncio.timeout(within),
                self._session.request(method, url, allow_redirects=False, **request) as response,
            ):
                if response.status == 200:
                    return 200, await self._body(response)
                if method == "GET" and missing(response.status):
                    return response.status, bytearray()
                complaint = await _beginning(response)
                fault: AttemptError = failure(self.server, response.status, response.headers, complaint)
        except (ClientError, OSError) as error:
            fault = self._broken(error)
        raise fault  # out of the handler: aiohttp's errors hold the headers that were sent

    async def _body(self, response: ClientResponse) -> bytearray:
        body = bytearray()
        if (response.content_length or 0) <= self._reply_bytes:
            async for chunk in response.content.iter_any():
                body += chunk
                if len(body) > self._reply_bytes:
                    break
            else:
                return body
        raise RefusedError(
            f"{self.server.name} sent a reply of more than {self._reply_bytes:,} bytes",
            mend="raise backend.limits.reply_bytes",
        )

    def _read(self, answer: bytearray, shape: type[S]) -> S:
        try:
            return shape.model_validate_json(bytes(answer))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"])) or "reply"
            fault = UnavailableError(f"{self.server.name} sent what cannot be read ({where}: {first['msg']})")
        raise fault

    def _broken(self, error: Exception) -> AttemptError:
        name = self.server.name
        match error:
            case ClientConnectorCertificateError():
                return DeniedError(f"{name}: its certificate is not trusted", mend="set SSL_CERT_FILE to who signed it")
            case ClientConnectorError():
                return UnavailableError(f"{name} cannot be reached ({error.os_error.strerror or 'no connection'})")
            case TimeoutError():
                return UnavailableError(f"{name} does not answer")
            case ClientPayloadError():
                return UnavailableError(f"{name} broke off its reply")
            case _:
                return UnavailableError(f"{name} broke off the connection")


async def _beginning(response: ClientResponse) -> bytes:
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > _COMPLAINT_BYTES:
            break
    return bytes(body)


def _proxy(url: URL) -> str | None:
    """The proxy that the environment names for a server, if any.

    Raises:
        ConfigurationError: it is of a kind that cannot be used.
    """
    host = url.host or ""
    if host == "localhost" or host.startswith("127.") or host == "::1" or proxy_bypass(host):
        return None
    proxy = getproxies().get(url.scheme)
    if proxy is None or proxy.startswith(("http://", "https://")):
        return proxy
    if "://" in proxy:
        kind = proxy.partition("://")[0]
        raise ConfigurationError(f"{url.scheme}_proxy: {kind} proxies cannot be used", mend="name an http:// one")
    return f"http://{proxy}"
