"""The run that jobs belong to: one process, named in their environment, and one machine that asks its models."""

import os
from dataclasses import dataclass
from pathlib import Path
from platform import node
from typing import Self

from protocol import ConfigurationError

RUN = "PRACTICUM_RUN"
"""Environment variable with the run that jobs belong to: a gateway lasts as long as that process."""

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Tells machines apart, and one machine from itself after a restart."""

_BORN = 19
"""Place of the time of its start in `/proc/<id>/stat`, after the name in parentheses (proc(5): field 22)."""


@dataclass(frozen=True)
class Run:
    """A process that starts jobs, such as Snakemake.

    Args:
        machine: Where it runs.
        process: Its id there.
        born: When it was started, in clock ticks of that machine: ids are given out again.
    """

    machine: str
    process: int
    born: int

    @classmethod
    def of(cls, process: int) -> Self:
        """A process of this machine.

        Raises:
            ProcessLookupError: there is none.
        """
        return cls(_machine(), process, _born(process))

    @classmethod
    def named(cls, name: str) -> Self:
        """The run that was written so."""
        machine, process, born = name.split("/")
        return cls(machine, int(process), int(born))

    def __str__(self) -> str:
        return f"{self.machine}/{self.process}/{self.born}"

    def descriptor(self) -> int | None:
        """A file descriptor that can be read once the process has ended; None if it cannot be seen from here."""
        try:
            if self == Run.of(self.process):
                return os.pidfd_open(self.process)
        except ProcessLookupError:
            pass
        return None


def run_named_here() -> str | None:
    """The name of the run that this process belongs to, if any."""
    return os.environ.get(RUN)


def on_one_machine(cache: Path) -> None:
    """See that all jobs of a run that use a cache are on one machine; the first of them says which.

    The cache is shared through memory, and limits, budgets and single flight are kept by one process a machine.

    Raises:
        ConfigurationError: another machine has jobs of this run.
    """
    run = run_named_here()
    if run is None:
        return
    claim = cache.with_name(f"{cache.name}.machine")
    ours = f"{run}\n{_machine()}\n{node()}\n"
    known = _read(claim)
    if known[:1] != [run]:
        draft = claim.with_name(f"{claim.name}.{os.getpid()}")
        draft.write_text(ours, encoding="utf-8")
        draft.replace(claim)
        known = _read(claim)
    if known != ours.splitlines():
        raise ConfigurationError(
            f"{cache}: jobs of this run are on {known[-1]} and on {node()}, and a cache belongs to one machine",
            mend="give the whole run to one machine, such as by sbatch --wrap 'snakemake --cores 16 ...'",
        )


def _read(claim: Path) -> list[str]:
    try:
        return claim.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []


def _machine() -> str:
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except OSError:  # some containers hide it
        return node()


def _born(process: int) -> int:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise ProcessLookupError(process) from None
    return int(stat.rpartition(")")[2].split()[_BORN])
