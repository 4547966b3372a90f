"""Which system calls a program may make, as a seccomp filter."""

import errno
import tempfile
from functools import cache
from typing import Final

DENIED: Final = (
    "accept", "accept4", "bind", "connect", "execve", "execveat", "fork", "getpeername", "kill", "listen",
    "memfd_create", "memfd_secret", "mq_open", "msgget", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "semget",
    "setpriority", "shmget", "socket", "tgkill", "tkill", "vfork",
)  # fmt: skip
"""A program is told that it may not."""

FATAL: Final = (
    "acct", "add_key", "adjtimex", "bpf", "chroot", "clock_adjtime", "clock_settime", "delete_module",
    "fanotify_init", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_enter",
    "io_uring_register", "io_uring_setup", "ioperm", "iopl", "kcmp", "kexec_file_load", "kexec_load", "keyctl",
    "lookup_dcookie", "mbind", "migrate_pages", "mount", "mount_setattr", "move_mount", "move_pages",
    "name_to_handle_at", "open_by_handle_at", "open_tree", "perf_event_open", "personality", "pidfd_getfd",
    "pidfd_open", "pidfd_send_signal", "pivot_root", "process_madvise", "process_vm_readv", "process_vm_writev",
    "ptrace", "quotactl", "reboot", "request_key", "setdomainname", "sethostname", "setns", "settimeofday",
    "swapoff", "swapon", "syslog", "umount2", "unshare", "userfaultfd", "vhangup",
)  # fmt: skip
"""No learner's program has a use for these: it is killed, and the run counts as refused."""

_CLONE_THREAD: Final = 0x0001_0000
_BINARY_TREE: Final = 2  # each child installs the filter: a tree takes half the time of a list
_UNKNOWN: Final = -1  # to this version of libseccomp


@cache
def seccomp_filter() -> tuple[bytes, str]:
    """The filter as a BPF program, and why there is none; one of the two is empty."""
    try:
        import pyseccomp as seccomp  # what fails without libseccomp is the import itself
    except (ImportError, RuntimeError, OSError) as error:
        return b"", str(error)
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    try:
        rules.set_attr(seccomp.Attr.CTL_OPTIMIZE, _BINARY_TREE)
        for action, names in ((seccomp.ERRNO(errno.EPERM), DENIED), (seccomp.KILL_PROCESS, FATAL)):
            for name in names:
                if seccomp.resolve_syscall(seccomp.Arch.NATIVE, name) != _UNKNOWN:
                    rules.add_rule(action, name)
        rules.add_rule(seccomp.ERRNO(errno.EPERM), "prlimit64", seccomp.Arg(0, seccomp.NE, 0))  # of another process
        rules.add_rule(seccomp.ERRNO(errno.EPERM), "clone", seccomp.Arg(0, seccomp.MASKED_EQ, _CLONE_THREAD, 0))
        rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")  # its flags lie in memory: glibc falls back to clone
        with tempfile.TemporaryFile() as file:
            rules.export_bpf(file)
            file.seek(0)
            return file.read(), ""
    except OSError as error:
        return b"", str(error)
