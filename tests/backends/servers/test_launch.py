"""A real server process, from its start to its end: healthy, dying, late, and cancelled."""

import asyncio
import os
import sys
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from backends.servers import Launch, serving
from protocol import BackendError

FILES = """
import http.server, os, sys
os.chdir(sys.argv[1])
http.server.test(http.server.SimpleHTTPRequestHandler, port=int(sys.argv[2]), bind="127.0.0.1")
"""


def command(script: str, folder: Path, port: int) -> Sequence[str]:
    return [sys.executable, "-c", script, str(folder), str(port)]


def launch(folder: Path, script: str = FILES, timeout_s: float = 20) -> Launch:
    return Launch("files", partial(command, script, folder), {"PATH": os.environ["PATH"]}, folder / "log", timeout_s)


async def page(address: str, path: str) -> bytes:
    def read() -> bytes:
        with urllib.request.urlopen(f"{address}/{path}", timeout=5) as response:
            return bytes(response.read())

    return await asyncio.to_thread(read)


async def asked(folder: Path) -> None:
    """Wait until a server was asked how it is."""
    while "GET /health" not in (folder / "log").read_text():  # noqa: ASYNC110 - another process writes it
        await asyncio.sleep(0.02)


@pytest.fixture
def healthy(tmp_path: Path) -> Path:
    (tmp_path / "health").write_text("well")
    return tmp_path


async def test_a_server_can_be_asked_while_it_serves_and_not_after(healthy: Path) -> None:
    async with serving(launch(healthy)) as address:
        assert await page(address, "health") == b"well"
    with pytest.raises(OSError, match="refused"):
        await page(address, "health")


async def test_two_servers_do_not_get_in_each_others_way(healthy: Path) -> None:
    async with serving(launch(healthy)) as first, serving(launch(healthy)) as second:
        assert first != second
        assert await page(first, "health") == await page(second, "health") == b"well"


async def test_what_a_server_says_is_added_to_its_log(healthy: Path) -> None:
    (healthy / "log").write_text("an earlier start\n")
    async with serving(launch(healthy)) as address:
        await page(address, "health?asked")
    said = (healthy / "log").read_text()
    assert said.startswith("an earlier start\n")
    assert "GET /health?asked" in said


async def test_a_server_that_ends_early_is_quoted_at_once(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("an earlier start\n")
    dying = "import sys; print('reading'); sys.exit('no such weights:\\n\\n  model.gguf')"
    with pytest.raises(BackendError, match="files ended as it started") as caught:
        async with serving(launch(tmp_path, dying, timeout_s=600)):
            pass
    assert "no such weights: | model.gguf" in str(caught.value)
    assert "earlier" not in str(caught.value)
    assert str(tmp_path / "log") in str(caught.value)


async def test_a_server_that_is_not_up_in_time_is_stopped(tmp_path: Path) -> None:
    slow = (
        "import pathlib, sys, os, time; pathlib.Path(sys.argv[1], 'pid').write_text(str(os.getpid())); time.sleep(600)"
    )
    with pytest.raises(BackendError, match=r"not up after 0\.5 s .* raise backend\.start_timeout_s"):
        async with serving(launch(tmp_path, slow, timeout_s=0.5)):
            pass
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


async def test_a_server_that_answers_but_is_not_healthy_is_waited_for(tmp_path: Path) -> None:
    async def recover() -> None:
        await asked(tmp_path)  # and answered 404
        (tmp_path / "health").write_text("well")

    (tmp_path / "log").touch()
    recovery = asyncio.create_task(recover())
    async with serving(launch(tmp_path)) as address:
        assert recovery.done()
        assert await page(address, "health") == b"well"


async def test_a_start_that_is_cancelled_leaves_no_server(tmp_path: Path) -> None:
    async def start() -> None:
        async with serving(launch(tmp_path)):  # never healthy
            pass

    (tmp_path / "log").touch()
    starting = asyncio.create_task(start())
    await asked(tmp_path)
    starting.cancel()
    with suppress(asyncio.CancelledError):
        await starting
    assert not _mentions(str(tmp_path))


async def test_a_server_gets_the_environment_that_it_is_given_and_no_more(
    healthy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted")
    telling = f"import os, pathlib, sys; pathlib.Path(sys.argv[1], 'seen').write_text(repr(dict(os.environ)))\n{FILES}"
    async with serving(launch(healthy, telling)):
        pass
    seen = (healthy / "seen").read_text()
    assert "PATH" in seen
    assert "planted" not in seen


def _mentions(text: str) -> list[str]:
    """Command lines of this machine's processes that hold a text."""
    lines = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            lines.append((process / "cmdline").read_text(errors="replace"))
    return [line for line in lines if text in line]
