"""What the response cache holds: chosen by who gave it, counted, and pruned."""

import time
from dataclasses import dataclass

from backends.cache import ResponseCache
from backends.recording import documents_of
from backends.spending import Spent


@dataclass(frozen=True)
class Selection:
    """Which replies are meant; of what is empty, all.

    Args:
        providers: Who gave them.
        models: Which models at the providers.
        accounts: Who paid for them.
        age_s: How old they are at least, in seconds.
    """

    providers: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    age_s: float | None = None

    def where(self) -> tuple[str, list[object]]:
        """The condition on rows of replies or payments, in SQL, with its values."""
        clauses, values = ["TRUE"], list[object]()
        for column, wanted in (("provider", self.providers), ("model", self.models), ("account", self.accounts)):
            if wanted:
                clauses.append(f"{column} IN ({', '.join('?' * len(wanted))})")
                values += wanted
        if self.age_s is not None:
            clauses.append("made_at <= ?")
            values.append(time.time() - self.age_s)
        return " AND ".join(clauses), values


@dataclass(frozen=True)
class Size:
    """How much some replies are.

    Args:
        replies: How many.
        size: Bytes that their texts take.
    """

    replies: int
    size: int


@dataclass(frozen=True)
class Holding:
    """What there is of some requests.

    Args:
        kept: Their replies.
        spent: What was paid for them, also where the reply is not kept, or no more.
    """

    kept: Size
    spent: Spent


_SUMS = (
    "COUNT(*), SUM(prompt_tokens), SUM(cached_prompt_tokens), SUM(completion_tokens), TOTAL(cost), SUM(cost IS NULL)"
)


def holdings(cache: ResponseCache) -> dict[tuple[str, str, str], Holding]:
    """All that there is, by provider, model and prompt."""
    who = "provider, model, prompt"
    with cache.reading() as database:
        replies = database.execute(f"SELECT {who}, COUNT(*), SUM(LENGTH(completion)) FROM replies GROUP BY {who}")  # noqa: S608
        kept = {row[:3]: Size(*row[3:]) for row in replies}
        payments = database.execute(f"SELECT {who}, {_SUMS} FROM payments GROUP BY {who}")  # noqa: S608
        spent = {row[:3]: Spent(*row[3:]) for row in payments}
    return {key: Holding(kept.get(key, Size(0, 0)), spent.get(key, Spent())) for key in sorted(kept | spent)}


def accounts(cache: ResponseCache) -> dict[str, Spent]:
    """What each account has paid for."""
    with cache.reading() as database:
        sums = database.execute(f"SELECT account, {_SUMS} FROM payments GROUP BY account ORDER BY account")  # noqa: S608
        return {account: Spent(*spent) for account, *spent in sums}


def size_of(cache: ResponseCache, selection: Selection) -> Size:
    """How much a selection is."""
    where, values = selection.where()
    with cache.reading() as database:
        query = f"SELECT COUNT(*), TOTAL(LENGTH(completion)) FROM replies WHERE {where}"  # noqa: S608
        replies, size = database.execute(query, values).fetchone()
    return Size(replies, int(size))


def prune(cache: ResponseCache, selection: Selection) -> int:
    """Remove replies, and what is known of models of which none is left; what was paid stays booked.

    Returns:
        How many replies were removed.

    Raises:
        DataError: another process writes, or uses the file.
    """
    where, values = selection.where()
    models = f"SELECT DISTINCT provider, model FROM replies WHERE {where}"  # noqa: S608
    with cache.writing() as database:
        touched = set(database.execute(models, values))
        removed = database.execute(f"DELETE FROM replies WHERE {where}", values).rowcount  # noqa: S608
        gone = touched.difference(database.execute("SELECT DISTINCT provider, model FROM replies"))
        for kind, name, _ in documents_of(cache, gone):
            database.execute("DELETE FROM documents WHERE kind = ? AND name = ?", (kind, name))
    cache.give_back()
    return removed
