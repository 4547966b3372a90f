"""The kernel's walls, called by name: namespaces, mounts, privileges, Landlock, seccomp."""

import ctypes
import os
from collections.abc import Iterable

_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x1000_0000, 0x2000_0000, 0x4000_0000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REC, _MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x4_0000
_MNT_DETACH = 2
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
_SECCOMP_MODE_FILTER = 2
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446  # one number on every architecture


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
        with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123 - pathlib would grow what each run is forked from
            file.write(line)
    _call("mount", None, b"/", None, _MS_REC | _MS_PRIVATE, None)


def fresh_pid_namespace(own: int) -> None:
    """Make the next child the first process of a PID namespace of its own.

    Args:
        own: A pidfd of the calling process, whose namespace the new one is made in.
    """
    _call("setns", own, CLONE_NEWPID)
    _call("unshare", CLONE_NEWPID)


def mount_tmpfs(path: str, *, size: int, inodes: int, read_only: bool = False) -> None:
    """Lay an empty file system in memory over a directory."""
    flags = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC | (_MS_RDONLY if read_only else 0)
    options = f"size={size},nr_inodes={inodes},mode=0700".encode()
    _call("mount", b"tmpfs", path.encode(), b"tmpfs", ctypes.c_ulong(flags), options)


def unmount(path: str) -> None:
    """Take away what was mounted last on a directory, whoever still has it open."""
    _call("umount2", path.encode(), _MNT_DETACH)


def adopt_orphans() -> None:
    """Become the parent of every process below whose own parent dies."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the parent is."""
    _prctl(_PR_SET_PDEATHSIG, 9)


def hide_from_tracers() -> None:
    """Keep processes of the same user from tracing this one or reading its memory."""
    _prctl(_PR_SET_DUMPABLE, 0)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


_NO_CAPABILITY = (ctypes.c_uint32 * 6)()
_CAPABILITIES_OF_SELF = _CapabilityHeader(0x2008_0522, 0)


def bar_new_privileges() -> None:
    """Let no program that this process or a child of it starts have more rights than it has itself."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Give up every capability, for good once new privileges are barred."""
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


_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE = 1 << 14
_SPECIAL_FILES = 1 << 6 | 1 << 9 | 1 << 11 | 1 << 15  # devices, sockets, ioctl on devices


class Landlock:
    """A ruleset that a child restricts itself to: what it may read, and where it may write.

    Args:
        readable: Paths that may be read, with all that lies beneath.
        writable: The one directory that may be written to.

    Raises:
        OSError: this kernel has no Landlock, or it is switched off.
    """

    def __init__(self, readable: Iterable[str], writable: str) -> None:
        version = _call("syscall", _LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
        self._files = (1 << min(13 + (version > 1) + (version > 2) + (version > 4), 16)) - 1
        rules = _Ruleset(self._files, 3 if version > 3 else 0, 3 if version > 5 else 0)
        size = 24 if version > 5 else 16 if version > 3 else 8
        self._ruleset = _call("syscall", _LANDLOCK_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), 0)
        for path in readable:
            self._allow(path, _EXECUTE | _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0))  # noqa: PTH112
        self._allow(writable, self._files & ~(_EXECUTE | _SPECIAL_FILES))

    def __del__(self) -> None:
        os.close(self._ruleset)

    def _allow(self, path: str, access: int) -> None:
        try:
            beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            return
        rule = _Beneath(access & self._files, beneath)
        _call("syscall", _LANDLOCK_ADD, self._ruleset, 1, ctypes.byref(rule), 0)
        os.close(beneath)

    def restrict(self) -> None:
        """Bind the calling process to the rules, for good."""
        _call("syscall", _LANDLOCK_RESTRICT, self._ruleset, 0)
