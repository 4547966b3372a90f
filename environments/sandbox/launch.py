"""How the fork server is started: within bubblewrap's namespaces, within its own, or within none."""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent
_INSIDE: Final = "/practicum"
WORKDIR: Final = "/work"
WORKDIR_BYTES: Final = 16 << 20  # all files of a program together
_SERVE: Final = """
import os, sys
os.register_at_fork = lambda **hooks: None  # what modules do after a fork costs as much as the fork itself
sys.path.insert(0, {home!r})
from jail.server import main
del sys.path[0]
main({control})
"""

ENVIRONMENT: Final = {"PYTHONHASHSEED": "0"}  # a program that prints a set prints the same in every run


class Way(StrEnum):
    """Who makes the namespaces that the server lives in; the best way comes first."""

    BUBBLEWRAP = "bubblewrap"
    UNSHARE = "unshare"  # the server itself
    NONE = "none"


def command(way: Way, control: int) -> tuple[str, ...]:
    """The command line that starts the server.

    Args:
        way: Who makes the namespaces.
        control: Descriptor that the server is spoken to through.

    Raises:
        FileNotFoundError: bubblewrap is not installed.
    """
    if way is not Way.BUBBLEWRAP:
        return _python(str(_HERE), control)
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        raise FileNotFoundError("bwrap is not installed")
    return (bubblewrap, *_walls(), *_python(_INSIDE, control))


def readable() -> tuple[str, ...]:
    """What of the host a Python process needs: its standard library and the shared libraries, and nothing else."""
    prefix = Path(sys.base_prefix)
    wanted = [
        _interpreter(),
        sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix}),
        str(prefix / "lib"),
        *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"),
        *("/etc/ld.so.cache", "/usr/share/zoneinfo"),
    ]
    return tuple(dict.fromkeys(path for path in wanted if Path(path).exists()))


def _interpreter() -> str:
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def _python(home: str, control: int) -> tuple[str, ...]:
    return (_interpreter(), "-P", "-s", "-S", "-B", "-X", "utf8", "-c", _SERVE.format(home=home, control=control))


def _walls() -> Iterator[str]:
    yield from ("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--as-pid-1")
    yield from ("--uid", "1000", "--gid", "1000", "--hostname", "sandbox", "--clearenv")
    yield from ("--cap-drop", "ALL")
    for name, value in ENVIRONMENT.items():
        yield from ("--setenv", name, value)
    for path in readable():
        yield from ("--ro-bind", path, path)
    for packages in ("site-packages", "dist-packages"):
        for path in readable():
            if (Path(path) / packages).is_dir():
                yield from ("--tmpfs", str(Path(path) / packages))
    yield from ("--ro-bind", str(_HERE / "jail"), f"{_INSIDE}/jail")
    yield from (
        "--perms",
        "0700",
        "--size",
        str(WORKDIR_BYTES),
        "--tmpfs",
        WORKDIR,
        "--remount-ro",
        "/",
        "--chdir",
        "/",
    )
