"""One run at a time in a results folder: a lock of the kernel's, which dies with its holder."""

import fcntl
from pathlib import Path
from typing import IO

from protocol import ConfigurationError


def hold(path: Path) -> IO[str]:
    """Take the lock that a file stands for, until what is returned is closed or the process ends, however it ends.

    Raises:
        ConfigurationError: another process holds it.
    """
    holder = path.open("w")
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder.close()
        raise ConfigurationError(
            f"{path.parent}: another run is at work in this folder", mend="wait for it, or choose another profile"
        ) from error
    return holder
