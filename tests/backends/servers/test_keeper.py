"""A server does not outlive who holds its keeper, whatever it has started and wherever that has gone."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from backends.servers.launch import KEEPER
from tests.backends.servers.processes import alive, children, until

# A server with a child that leaves its session, its group and its parent, as daemons do, and does not hear TERM.
BREEDER = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
with open(f"{sys.argv[1]}/{os.getpid()}", "w"):
    time.sleep(600)
"""
# A server that ends once its daemon runs.
LEAVING = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    with open(f"{sys.argv[1]}/{os.getpid()}", "w"):
        time.sleep(600)
while not os.listdir(sys.argv[1]):
    time.sleep(0.01)
"""
POLITE = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (pathlib.Path(sys.argv[1], "farewell").touch(), sys.exit(0)))
pathlib.Path(sys.argv[1], "up").touch()
time.sleep(600)
"""


@contextmanager
def kept(*command: str, grace_s: float = 0.2) -> Iterator["subprocess.Popen[bytes]"]:
    keeper = subprocess.Popen(
        [sys.executable, "-I", "-S", KEEPER, str(grace_s), *command], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with keeper:
        yield keeper


def bred(folder: Path) -> list[int]:
    until(lambda: len(list(folder.iterdir())) == 2)
    return [int(path.name) for path in folder.iterdir()]


def test_a_server_and_what_it_bred_end_when_standard_input_closes(tmp_path: Path) -> None:
    with kept(sys.executable, "-c", BREEDER, str(tmp_path)) as keeper:
        processes = bred(tmp_path)
        assert all(map(alive, processes))
        keeper.communicate(b"")
        assert not any(map(alive, processes))


def test_they_end_when_the_holder_is_killed(tmp_path: Path) -> None:
    holder_script = f"""
import subprocess, sys, time
subprocess.Popen([sys.executable, "-I", "-S", {str(KEEPER)!r}, "0.2", *sys.argv[1:]],
                 stdin=subprocess.PIPE, start_new_session=True)
time.sleep(600)
"""
    server = (sys.executable, "-c", BREEDER, str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", holder_script, *server]) as holder:
        processes = bred(tmp_path)
        holder.kill()
    until(lambda: not any(map(alive, processes)))


def test_they_end_when_the_keeper_is_asked_to_end(tmp_path: Path) -> None:
    with kept(sys.executable, "-c", BREEDER, str(tmp_path)) as keeper:
        processes = bred(tmp_path)
        keeper.terminate()
        keeper.wait()
        assert not any(map(alive, processes))


def test_the_server_itself_ends_even_when_the_keeper_is_killed(tmp_path: Path) -> None:
    with kept(sys.executable, "-c", POLITE, str(tmp_path)) as keeper:
        until((tmp_path / "up").exists)
        (server,) = children(keeper.pid)
        keeper.kill()
        until(lambda: not alive(server))


def test_a_server_is_asked_before_it_is_killed(tmp_path: Path) -> None:
    with kept(sys.executable, "-c", POLITE, str(tmp_path), grace_s=20) as keeper:
        until((tmp_path / "up").exists)
        keeper.communicate(b"")
    assert (tmp_path / "farewell").exists()
    assert keeper.returncode == 0


def test_a_server_that_hears_nothing_is_killed_after_the_grace(tmp_path: Path) -> None:
    deaf = POLITE.replace('lambda *_: (pathlib.Path(sys.argv[1], "farewell").touch(), sys.exit(0))', "signal.SIG_IGN")
    with kept(sys.executable, "-c", deaf, str(tmp_path)) as keeper:
        until((tmp_path / "up").exists)
        keeper.communicate(b"")
    assert keeper.returncode == -signal.SIGKILL % 256  # how a negative exit status reaches a parent


def test_the_keeper_ends_with_the_server_as_the_server_ended() -> None:
    with kept(sys.executable, "-c", "raise SystemExit(3)") as keeper:
        assert keeper.wait(20) == 3


def test_what_a_server_left_behind_ends_with_it(tmp_path: Path) -> None:
    with kept(sys.executable, "-c", LEAVING, str(tmp_path)) as keeper:
        assert keeper.wait(20) == 0
    (left,) = tmp_path.iterdir()
    assert not alive(int(left.name))


def test_a_program_that_is_missing_is_named() -> None:
    with kept("/nowhere/python") as keeper:
        assert keeper.communicate(b"")[1] == b"/nowhere/python: No such file or directory\n"
    assert keeper.returncode == 127
