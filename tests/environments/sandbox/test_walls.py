"""Each wall is tried, however the server was started; a missing one is never passed over in silence."""

import logging
import os
import shutil
from dataclasses import replace

import pytest

from environments.sandbox import Limits, Sandbox, connection, sandbox, walls
from environments.sandbox.connection import connect
from environments.sandbox.execution import Answer, Ended
from environments.sandbox.launch import Way
from environments.sandbox.walls import Attack, Wall, descendants, inspect, runs_a_program
from protocol import SandboxError


async def standing(way: Way) -> dict[str, bool]:
    try:
        server = await connect((way,))
    except SandboxError as error:
        pytest.skip(f"{way}: {error}")
    try:
        return {wall.name: wall.stands for wall in await inspect(server.run, server.pid)}
    finally:
        await server.close()


@pytest.mark.parametrize("way", [Way.BUBBLEWRAP, Way.UNSHARE])
async def test_every_wall_stands_within_namespaces(way: Way) -> None:
    assert [name for name, stands in (await standing(way)).items() if not stands] == []


async def test_limits_hold_without_any_namespace() -> None:
    found = await standing(Way.NONE)
    assert {
        name for name in ("memory", "time", "output", "file size", "environment", "lifetime") if not found[name]
    } == set()


async def test_without_bubblewrap_the_server_makes_its_own_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    server = await connect()
    await server.close()
    assert server.way is not Way.BUBBLEWRAP
    assert server.lacking["bubblewrap"] == "bwrap is not installed"


DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
"""


@pytest.mark.parametrize("way", Way)
async def test_a_daemon_dies_with_its_run_even_where_nothing_keeps_it_from_forking(
    monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    monkeypatch.setattr(connection, "seccomp_filter", lambda: (b"", "libseccomp is missing"))
    try:
        server = await connect((way,))
    except SandboxError as error:
        pytest.skip(f"{way}: {error}")
    assert server.lacking["seccomp"] == "libseccomp is missing"
    ended = (await server.run(DAEMON, limits=Limits())).ended
    left = [pid for pid in descendants(os.getpid()) if runs_a_program(pid)]
    await server.close()
    assert (ended, left) == (Ended.OK, [])


def fallen(name: str) -> tuple[Wall, ...]:
    return (
        Wall("files", "reading files", stands=True, seen=""),
        Wall(name, "reaching it", stands=False, seen="got through"),
    )


async def test_strict_refuses_and_names_the_missing_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    async def see(run: object, server: int) -> tuple[Wall, ...]:
        return fallen("network")

    monkeypatch.setattr(sandbox, "inspect", see)
    monkeypatch.setattr(sandbox, "_inspected", {})
    with pytest.raises(SandboxError, match="network"):
        async with Sandbox(strict=True):
            pass


async def test_a_missing_wall_is_warned_of_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def see(run: object, server: int) -> tuple[Wall, ...]:
        return fallen("network")

    monkeypatch.setattr(sandbox, "inspect", see)
    monkeypatch.setattr(sandbox, "_inspected", {})
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            async with Sandbox() as each:
                assert (await each.run("print(1)")).stdout == "1\n"
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "reaching it" in caplog.text


@pytest.mark.parametrize(
    ("answer", "stands"),
    [
        (Answer(Ended.OK, value=False), True),
        (Answer(Ended.OK, value=True), False),
        (Answer(Ended.REFUSED), True),
        (Answer(Ended.ERROR, error_type="NameError"), False),  # an attack that is itself broken proves nothing
        (Answer(Ended.KILLED), False),
    ],
)
def test_a_wall_stands_only_if_its_attack_was_seen_to_fail(answer: Answer, stands: bool) -> None:
    attack = Attack("network", "reaching the network", "connect()")
    assert walls._judged(attack, answer).stands is stands
    assert walls._judged(replace(attack, ends=Ended.KILLED), Answer(Ended.KILLED)).stands
