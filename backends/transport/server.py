"""Whom an error is about: what may be said of a server, and what the user can set."""

from collections.abc import Collection
from dataclasses import dataclass, field

QUOTED_CHARACTERS = 200
"""Longest piece of a server's own words that an error shows."""

_READ_CHARACTERS = 2000
_TELLTALE = 6
"""A word that shares so many characters in a row with a secret may be a piece of it."""


@dataclass(frozen=True)
class Server:
    """A server, as errors speak of it.

    Args:
        name: Its host, with the port if it is no usual one.
        key_variable: Environment variable with its key; None if it wants none.
        secrets: What no error may show, not even in part: servers repeat keys when they deny them.
    """

    name: str
    key_variable: str | None = None
    secrets: Collection[str] = field(default=(), repr=False)

    def quoted(self, words: str) -> str:
        """A short piece of the server's words on one line, after a colon; empty if it said nothing."""
        scrubbed = " ".join(map(self._scrubbed, words[:_READ_CHARACTERS].split()))
        if len(scrubbed) > QUOTED_CHARACTERS:
            scrubbed = f"{scrubbed[:QUOTED_CHARACTERS]}..."
        return f": {scrubbed}" if scrubbed else ""

    def _scrubbed(self, word: str) -> str:
        return "***" if any(_telltale(word, secret) for secret in self.secrets) else word


def _telltale(word: str, secret: str) -> bool:
    size = min(_TELLTALE, len(secret))
    return any(secret[start : start + size] in word for start in range(len(secret) - size + 1)) if size else False
