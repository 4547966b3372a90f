"""Who pays for replies, and how much they may spend."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field


class Budget(BaseModel):
    """Where a study stops, whatever it has still to do.

    Args:
        tokens: Most tokens, of prompts and replies together; None for no limit.
        money: Most US dollars; None for no limit.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: int | None = Field(default=None, ge=0)
    money: float | None = Field(default=None, ge=0)


class Account(BaseModel):
    """Who pays: all conditions of a study at one size pay from one account.

    Args:
        name: `<profile>/<study>`.
        budget: Where it stops.
        prices: File of prices that come before those that practicum knows; None for no other.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    budget: Budget = Budget()
    prices: Path | None = None
