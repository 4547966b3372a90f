"""Kills processes once another has ended, or says so.

    python reaper.py HOLDER

Their ids come on standard input, one a line; an empty line ends the wait. That the input closes would tell less:
children that were forked off the holder hold its other end too. Needs the standard library alone, and is run as a
file.
"""

import contextlib
import os
import select
import signal
import sys

STDIN = 0
PIPE_SIZE = 64 * 1024


def reap(holder: int) -> None:
    """Kill what was named, if it still runs.

    Args:
        holder: Process whose end is waited for.
    """
    gone = os.pidfd_open(holder)
    held: dict[int, int] = {}  # from when it is named, so that its id is no other's meanwhile
    lines: list[bytes] = []
    while b"" not in lines and gone not in select.select([STDIN, gone], [], [])[0]:
        lines = os.read(STDIN, PIPE_SIZE).splitlines() or [b""]
        for process in {int(line) for line in lines if line} - held.keys():
            with contextlib.suppress(ProcessLookupError):
                held[process] = os.pidfd_open(process)
    for descriptor in held.values():
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)


if __name__ == "__main__":
    with contextlib.suppress(ProcessLookupError):  # the holder has ended before it could name anyone
        reap(int(sys.argv[1]))
