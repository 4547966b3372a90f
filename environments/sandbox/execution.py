"""What is asked of the sandbox, and what comes of it."""

from dataclasses import dataclass
from enum import StrEnum

from environments.sandbox.jail.codec import Value


class Ended(StrEnum):
    """The one way in which a run, or the answer to a probe, ended."""

    OK = "ok"  # it ran to its end
    ERROR = "error"  # an exception, or an exit code other than 0
    TIMEOUT = "timeout"  # of wall or CPU time
    MEMORY = "memory"
    OUTPUT_LIMIT = "output_limit"  # it printed, or answered, more than it may
    KILLED = "killed"  # its process was gone before the end, or spoke out of turn
    REFUSED = "refused"  # it asked the kernel for what no learner's program needs, and was stopped there


@dataclass(frozen=True)
class Limits:
    """What a run may use.

    Args:
        wall_s: Wall time, in seconds, of the program and anew of each probe.
        cpu_s: CPU time, in seconds, likewise.
        memory_mb: Address space in MiB, the interpreter's own 40 or so included.
        output_bytes: Standard output and standard error together, in bytes.
        answer_bytes: The answer to a probe, encoded, in bytes.
        file_bytes: The largest file, in bytes; all files together take 16 MiB at most.
        open_files: Descriptors open at one time.
        threads: Threads at one time; a run never has a second process. The kernel holds nobody to it who is root
            outside the sandbox: there `memory_mb` bounds them, by their stacks.
        give_up_after: How many probes may time out before the rest count as timed out, unasked; None: all are asked.
    """

    wall_s: float = 2.0
    cpu_s: float = 2.0
    memory_mb: int = 256
    output_bytes: int = 65_536
    answer_bytes: int = 65_536
    file_bytes: int = 1 << 20
    open_files: int = 64
    threads: int = 16
    give_up_after: int | None = None


@dataclass(frozen=True)
class Probe:
    """One question put to a program after it has run.

    Args:
        name: What it is called in error messages.
        code: Python statements; if the last is an expression, its value is the answer. They see the program's names,
            but Python's own builtins, whatever the program calls so (`import __main__` leads to the program's).
    """

    name: str
    code: str


@dataclass(frozen=True)
class Answer:
    """What came of a probe. What it should have been never enters the sandbox.

    Args:
        ended: OK: `value` holds; anything else: there is no value.
        value: Plain data of exact built-in types; `Opaque` for what is none.
        error_type: Name of the exception's type, if one ended it.
        message: The traceback as CPython prints it, from the program's first frame on, or empty.
    """

    ended: Ended
    value: Value = None
    error_type: str | None = None
    message: str = ""


@dataclass(frozen=True)
class Execution:
    """What came of a run.

    Args:
        ended: How the program ended.
        exit_code: As a shell would have it, below zero for a signal; None where the sandbox ended it.
        stdout: What the program printed (the probes' output is not kept).
        stderr: What it printed there, its traceback included.
        error_type: Name of the exception's type, if one ended it.
        duration_s: Wall time of the program, in seconds.
        answers: One for each probe, in their order.
    """

    ended: Ended
    exit_code: int | None
    stdout: str
    stderr: str
    error_type: str | None
    duration_s: float
    answers: tuple[Answer, ...] = ()
