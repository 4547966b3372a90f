"""The kernel's walls, called by name: namespaces, mounts, privileges, Landlock, seccomp."""

# pathlib would grow what every run is forked from
# ruff: noqa: PTH112, PTH123

import ctypes
import os
from collections.abc import Iterable

_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x1000_0000, 0x2000_0000, 0x4000_0000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REC, _MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x4_0000
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NAME = 1, 4, 15
_PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 22, 36, 38
_SECCOMP_MODE_FILTER = 2
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MOUNT_SETATTR = 442  # one number on every architecture, as are Landlock's
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446


def _call(name: str, *arguments: object) -> int:
    result = int(getattr(_libc, name)(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def _prctl(option: int, *arguments: object) -> None:
    _call("prctl", option, *(*arguments, *[0] * (4 - len(arguments))))


def enter_namespaces() -> None:
    """Leave the host's users, mounts, network, IPC and host name; the next child begins a new PID namespace."""
    uid, gid = os.getuid(), os.getgid()
    every = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET
    _call("unshare", CLONE_NEWUSER | every)
    for name, line in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(line)
    _call("mount", None, b"/", None, _MS_REC | _MS_PRIVATE, None)


def mount_tmpfs(path: str, size: int) -> None:
    """Lay an empty file system in memory, of so many bytes, over a directory."""
    flags, options = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, f"size={size},mode=0700".encode()
    _call("mount", b"tmpfs", path.encode(), b"tmpfs", ctypes.c_ulong(flags), options)


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("how", ctypes.c_uint64),
        ("user", ctypes.c_uint64),
    )


def make_read_only(path: str) -> None:
    """Make a mounted file system, and all that is mounted beneath, read-only for this mount namespace."""
    attributes = _MountAttributes(_MS_RDONLY, 0, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    _call("syscall", _MOUNT_SETATTR, _AT_FDCWD, path.encode(), _AT_RECURSIVE, ctypes.byref(attributes), size)


def adopt_orphans() -> None:
    """Become the parent of every process below whose own parent dies."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the parent is."""
    _prctl(_PR_SET_PDEATHSIG, 9)


def hide_from_tracers() -> None:
    """Keep processes of the same user from tracing this one or reading its memory."""
    _prctl(_PR_SET_DUMPABLE, 0)


def name_process(name: str) -> None:
    """Give this process the name that `ps` shows."""
    _prctl(_PR_SET_NAME, name.encode())


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


_NO_CAPABILITY = (ctypes.c_uint32 * 6)()
_CAPABILITIES_OF_SELF = _CapabilityHeader(0x2008_0522, 0)


def drop_privileges() -> None:
    """Give up every capability, for this process and all below it, for good."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _call("capset", ctypes.byref(_CAPABILITIES_OF_SELF), _NO_CAPABILITY)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install_filter(program: bytes) -> None:
    """Let the kernel judge every system call from here on by a seccomp program (8 bytes an instruction)."""
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(_Program(len(program) // 8, program)))


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scope", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


_EXECUTE, _READ_FILE, _READ_DIR = 1, 4, 8
_SPECIAL_FILES = 1 << 6 | 1 << 9 | 1 << 11 | 1 << 15  # devices, sockets, ioctl on devices


def restrict_files(readable: Iterable[str], writable: str) -> None:
    """Bind this process and all below it, for good, to what it may read and where it may write, by Landlock.

    Args:
        readable: Paths that may be read, with all that lies beneath.
        writable: The one directory that may be written to.

    Raises:
        OSError: this kernel has no Landlock, or it is switched off.
    """
    version = _call("syscall", _LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    files = (1 << (13 + (version > 1) + (version > 2) + (version > 4))) - 1
    rules = _Ruleset(files, 3 if version > 3 else 0, 3 if version > 5 else 0)
    size = 24 if version > 5 else 16 if version > 3 else 8
    ruleset = _call("syscall", _LANDLOCK_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    for path in readable:
        _allow(ruleset, path, _EXECUTE | _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0))
    _allow(ruleset, writable, files & ~(_EXECUTE | _SPECIAL_FILES))
    _call("syscall", _LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    _call("syscall", _LANDLOCK_ADD, ruleset, 1, ctypes.byref(_Beneath(access, beneath)), 0)
    os.close(beneath)
