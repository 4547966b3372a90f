"""How hard a server is asked, and how long it is waited for."""

from pydantic import BaseModel, ConfigDict, Field


class Limits(BaseModel):
    """How hard a server is asked, and how long it is waited for.

    Args:
        concurrency: Most requests under way at once, of all jobs on this machine together; fewer after a throttle.
        deadline_s: Longest time of one attempt, in seconds from its sending, the whole reply included.
        attempts: Most attempts at one request that fail; to be asked to wait is no failure.
        patience_s: Longest time that a request is tried for, in seconds from its first sending, waits included.
        dead_after: Attempts that fail one after the other, with no reply among them, until the server counts as dead.
        reply_bytes: Longest reply that is read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    concurrency: int = Field(default=64, ge=1)
    deadline_s: float = Field(default=120, gt=0)
    attempts: int = Field(default=6, ge=1)
    patience_s: float = Field(default=600, gt=0)
    dead_after: int = Field(default=20, ge=1)
    reply_bytes: int = Field(default=4 * 1024 * 1024, ge=1024)
