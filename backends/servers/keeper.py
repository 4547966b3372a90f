"""Runs a server, and takes it down with all that it has started once nobody holds standard input any more.

    python keeper.py GRACE_S COMMAND...

Whoever wants a server starts a keeper, and holds the other end of its standard input. When that end closes, on
purpose or because its holder was killed, the server is asked to end; what is left after the grace is killed,
whatever group or session it has put itself into. Needs the standard library alone, and is run as a file, so that
it is small and starts at once.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

# linux/prctl.h
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

NOT_STARTED = 127
"""Exit status where there is no such program, as shells give it."""

_prctl = ctypes.CDLL(None, use_errno=True).prctl


def keep(command: Sequence[str], grace_s: float) -> int:
    """Run a command until it ends or standard input closes.

    Args:
        command: Program and arguments.
        grace_s: Seconds between asking it to end and killing it.

    Returns:
        Its exit status; negative if a signal ended it.
    """
    _prctl(PR_SET_CHILD_SUBREAPER, 1)  # what loses its parent becomes this process's child, and is found in the end
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _leave)
    try:
        server = subprocess.Popen(  # noqa: S603 - the command is what it is for
            command,
            stdin=subprocess.DEVNULL,
            preexec_fn=_die_with_parent,  # should the keeper be killed, at least the server goes with it
        )
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        return NOT_STARTED
    ended = os.pidfd_open(server.pid)
    try:
        select.select([sys.stdin, ended], [], [])
    finally:
        server.terminate()
        select.select([ended], [], [], grace_s)
        server.kill()
        status = server.wait()
        _kill_all()
    return status


def _die_with_parent() -> None:
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _leave(number: int, _: object) -> None:
    sys.exit(128 + number)


def _kill_all() -> None:
    """Kill children until none is left: those of a killed one become ours in their turn."""
    with contextlib.suppress(ChildProcessError):
        while True:
            for child in _children():
                os.kill(child, signal.SIGKILL)
            os.waitid(os.P_ALL, 0, os.WEXITED)


def _children() -> Iterator[int]:
    """Process ids of the children, which stay theirs until they are waited for."""
    for process in Path("/proc").glob("[0-9]*"):  # not down to `stat`, which may end while it is looked for
        with contextlib.suppress(OSError):  # it has ended meanwhile, and was no child
            parent = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                yield int(process.name)


if __name__ == "__main__":
    sys.exit(keep(sys.argv[2:], float(sys.argv[1])))
