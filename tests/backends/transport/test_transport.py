"""Bytes come whole and bounded, or not at all; and no key leaves by an error, a proxy or a redirect."""

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from pydantic import BaseModel

from backends.endpoint import AttemptError, DeniedError, RefusedError, UnavailableError
from backends.transport import Transport
from protocol import ConfigurationError
from tests.hostile.server import KEY, Behaviour, HostileServer

HEADERS = {"Authorization": f"Bearer {KEY}"}


class Echo(BaseModel):
    """What the test's own server answers."""

    said: str


class Page(BaseModel):
    """Any page."""


@asynccontextmanager
async def serving(answer: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.01)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        await runner.cleanup()


async def test_a_body_goes_out_and_an_answer_comes_in() -> None:
    async def echo(request: web.Request) -> web.Response:
        return web.json_response({"said": (await request.json())["say"], "more": 1})

    async with serving(echo) as url, Transport(url) as transport:
        assert (await transport.post("echo", {"say": "\N{SNOWMAN}"}, Echo)).said == "\N{SNOWMAN}"


async def test_connections_are_kept_and_in_the_end_closed() -> None:
    async with HostileServer() as server:
        async with Transport(server.url) as transport:
            for _ in range(5):
                assert await transport.look("models", Page) is not None
            assert server.connections == 1
        await asyncio.sleep(0.05)
        assert server.connections == 0


async def test_a_page_that_is_missing_is_no_failure() -> None:
    async with HostileServer() as server, Transport(server.url) as transport:
        assert await transport.look("tokenize", Page) is None


async def test_a_path_of_the_host_leaves_the_base_url() -> None:
    async def echo(request: web.Request) -> web.Response:
        return web.json_response({"said": request.path})

    async with serving(echo) as url, Transport(url) as transport:
        pages = [await transport.look(path, Echo) for path in ("models", "/version")]
    assert pages == [Echo(said="/v1/models"), Echo(said="/version")]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (b"", "reply: Invalid JSON"),
        (b'{"said": "torn', "reply: Invalid JSON"),
        (b"[" * 100_000, "reply: Invalid JSON"),
        (b'{"said": "\\ud800"}', "reply: Invalid JSON"),
        (b"\xff\xfe", "reply: Invalid JSON"),
        (b"[]", "reply: Input should be an object"),
        (b"{}", "said: Field required"),
        (b'{"said": 7}', "said: Input should be a valid string"),
    ],
)
async def test_what_cannot_be_read_may_be_readable_next_time(body: bytes, fault: str) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=body, content_type="application/json")

    async with serving(answer) as url, Transport(url) as transport:
        with pytest.raises(UnavailableError, match=fault):
            await transport.post("x", {}, Echo)


@pytest.mark.parametrize("behaviour", [Behaviour.HUGE, Behaviour.HUGE_UNTOLD])
async def test_a_reply_beyond_the_bound_is_refused_without_being_read(behaviour: Behaviour) -> None:
    async with HostileServer(then=behaviour) as server, Transport(server.url, reply_bytes=100_000) as transport:
        with pytest.raises(RefusedError, match=r"more than 100,000 bytes") as caught:
            await transport.post("messages", {"messages": []}, Echo)
    assert caught.value.mend == "raise backend.limits.reply_bytes"


async def test_a_reply_that_unpacks_beyond_the_bound_is_refused() -> None:
    async def bomb(request: web.Request) -> web.Response:
        response = web.Response(body=b'{"said": "' + b"z" * 1_000_000 + b'"}')
        response.enable_compression(web.ContentCoding.gzip)
        return response

    async with serving(bomb) as url, Transport(url, reply_bytes=100_000) as transport:
        with pytest.raises(RefusedError, match="more than"):
            await transport.post("x", {}, Echo)


async def test_nobody_at_home_is_named_with_the_host() -> None:
    async with HostileServer() as server:
        url, host = server.url, server.host
    async with Transport(url) as transport:
        with pytest.raises(UnavailableError, match=rf"^{host} cannot be reached \(Connect call failed|refused"):
            await transport.post("messages", {}, Echo)


async def test_a_redirect_is_not_followed() -> None:
    seen: list[str] = []

    async def elsewhere(request: web.Request) -> web.Response:
        seen.append(request.path)
        return web.Response(status=307, headers={"Location": "/stolen"})

    async with serving(elsewhere) as url, Transport(url, headers=HEADERS) as transport:
        with pytest.raises(DeniedError, match="nothing at this address"):
            await transport.post("messages", {}, Echo)
    assert seen == ["/v1/messages"]


async def test_this_machine_is_asked_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with HostileServer() as server, Transport(server.url) as transport:
        assert await transport.look("models", Page) is not None


async def test_others_are_asked_through_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def proxy(request: web.Request) -> web.Response:
        asked.append(request.raw_path)
        return web.json_response({"said": "by proxy"})

    async with serving(proxy) as url:
        monkeypatch.setenv("http_proxy", url.removeprefix("http://").removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        async with Transport("http://practicum.invalid/v1") as transport:
            assert (await transport.post("messages", {}, Echo)).said == "by proxy"
    assert asked == ["http://practicum.invalid/v1/messages"]


async def test_a_proxy_that_cannot_be_used_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:1080")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with pytest.raises(ConfigurationError, match=r"^https_proxy: socks5 proxies cannot be used"):
        async with Transport("https://practicum.invalid/v1"):
            pass


FAILURES = [
    behaviour
    for behaviour in Behaviour
    if behaviour
    not in (Behaviour.ANSWER, Behaviour.LENGTH, Behaviour.FILTERED, Behaviour.WRONG_SCHEMA, Behaviour.STALL)
    and behaviour is not Behaviour.DRIP
]


@pytest.mark.parametrize("behaviour", FAILURES, ids=lambda behaviour: behaviour.value)
async def test_no_failure_shows_the_key(behaviour: Behaviour) -> None:
    async with (
        HostileServer(then=behaviour) as server,
        Transport(server.url, headers=HEADERS, secrets=(KEY,)) as transport,
    ):
        with pytest.raises(AttemptError) as caught:
            await transport.post("messages", {"messages": [{"content": "?"}]}, Echo)
    error: BaseException | None = caught.value
    assert KEY not in "".join(traceback.format_exception(caught.value))
    while error is not None:  # nor what a crash report would find behind it
        assert KEY not in repr(vars(error)) + repr(error.args)
        error = error.__cause__ or error.__context__
