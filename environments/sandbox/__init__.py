"""Runs code that nobody trusts: fresh processes of a warm fork server, behind the kernel's walls."""

from environments.sandbox.execution import Answer, Ended, Execution, Limits, Probe
from environments.sandbox.jail.codec import Opaque, PlainValue
from environments.sandbox.pool import Runner, SandboxPool
from environments.sandbox.sandbox import Sandbox

__all__ = [
    "Answer",
    "Ended",
    "Execution",
    "Limits",
    "Opaque",
    "PlainValue",
    "Probe",
    "Runner",
    "Sandbox",
    "SandboxPool",
]
