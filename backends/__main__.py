"""The response cache by hand: what it holds and what was paid for it; prune it; publish replies, and take them in."""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path

from backends.bundle import export, merge
from backends.cache import ResponseCache
from backends.recording import recordings
from backends.spending import Spent
from backends.stock import Selection, accounts, holdings, prune, size_of
from protocol import ConfigurationError, PracticumError

CACHE = Path(".practicum/responses.sqlite")

_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def _stats(arguments: argparse.Namespace) -> None:
    with ResponseCache.existing(arguments.cache) as cache:
        held, paid, recorded = holdings(cache), accounts(cache), recordings(cache)
    replies = sum(holding.kept.replies for holding in held.values())
    print(f"{arguments.cache}: {replies:,} replies, {_on_disk(arguments.cache)}")
    spending = ("paid", "prompt tokens", "at hand", "reply tokens", "US$", "unknown price")
    rows = [
        (*who, f"{holding.kept.replies:,}", _bytes(holding.kept.size), *_spent(holding.spent))
        for who, holding in held.items()
    ]
    _print(("provider", "model", "prompt", "replies", "size", *spending), rows, labels=3)
    _print(("account", *spending), [(name or "-", *_spent(spent)) for name, spent in paid.items()], labels=1)
    engines = [(each.name, each.label, f"{each.engine.name} {each.engine.version}".strip()) for each in recorded]
    _print(("recording", "backend", "run by"), engines, labels=3)


def _spent(spent: Spent) -> tuple[str, ...]:
    tokens = (spent.prompt_tokens, spent.cached_prompt_tokens, spent.completion_tokens)
    return (f"{spent.calls:,}", *(f"{count:,}" for count in tokens), f"{spent.cost:,.4f}", f"{spent.unpriced:,}")


def _print(headings: Sequence[str], rows: Iterable[Sequence[str]], labels: int) -> None:
    """Print a table, if there is anything in it: so many columns of labels, then numbers."""
    lines = [headings, *rows]
    if len(lines) == 1:
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print()
    for line in lines:
        cells = (
            cell.ljust(width) if place < labels else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def _prune(arguments: argparse.Namespace) -> None:
    selection = _selection(arguments, age_s=arguments.older_than)
    if selection == Selection():
        raise ConfigurationError(
            "cache prune: everything is meant", mend="say what: --older-than, --provider, --model or --account"
        )
    with ResponseCache.existing(arguments.cache) as cache:
        if arguments.dry_run:
            size = size_of(cache, selection)
            print(f"{arguments.cache}: {size.replies:,} replies ({_bytes(size.size)}) would be removed")
            return
        before = _on_disk(arguments.cache)
        removed = prune(cache, selection)
    print(f"{arguments.cache}: {removed:,} replies removed; {before} before, {_on_disk(arguments.cache)} now")
    print("What was paid for them stays booked.")


def _export(arguments: argparse.Namespace) -> None:
    with ResponseCache.existing(arguments.cache) as cache:
        header = export(cache, arguments.file, _selection(arguments))
    size = _bytes(arguments.file.stat().st_size)
    print(f"{arguments.file}: {header.replies:,} replies and {header.payments:,} payments, {size}")
    for label in header.backends:
        print(f"of {label}")


def _import(arguments: argparse.Namespace) -> None:
    with ResponseCache(arguments.cache) as cache:
        merged = merge(cache, arguments.file)
    there = merged.header.replies - merged.replies
    print(f"{arguments.cache}: {merged.replies:,} new replies, {there:,} were there; {merged.payments:,} new payments")
    for label in merged.header.backends:
        print(f"of {label}")


def _selection(arguments: argparse.Namespace, age_s: float | None = None) -> Selection:
    return Selection(tuple(arguments.provider), tuple(arguments.model), tuple(arguments.account), age_s)


def _on_disk(cache: Path) -> str:
    return _bytes(sum(path.stat().st_size for path in (cache, Path(f"{cache}-wal")) if path.exists()))


def _bytes(count: float) -> str:
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} B" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def _age(text: str) -> float:
    """Seconds of an age such as `30d`."""
    if not (said := re.fullmatch(r"(\d{1,5})([hdw])", text)):
        raise argparse.ArgumentTypeError(f"{text}: not an age such as 12h, 30d or 8w")
    return timedelta(**{_UNITS[said[2]]: int(said[1])}).total_seconds()


def _parser() -> argparse.ArgumentParser:
    file = argparse.ArgumentParser(add_help=False)
    file.add_argument("--cache", type=Path, default=CACHE, metavar="FILE", help="the cache (%(default)s)")
    which = argparse.ArgumentParser(add_help=False)
    for option, whose in (("provider", "of a provider"), ("model", "of a model"), ("account", "that a study paid for")):
        which.add_argument(
            f"--{option}", action="append", default=[], metavar="NAME", help=f"only replies {whose}; may be repeated"
        )
    parser = argparse.ArgumentParser(prog="python -m backends", description=__doc__)
    caches = parser.add_subparsers(required=True).add_parser("cache", help="the response cache")
    commands = caches.add_subparsers(required=True)

    stats = commands.add_parser("stats", parents=[file], help="say what it holds, and what was paid")
    stats.set_defaults(act=_stats)
    pruned = commands.add_parser("prune", parents=[file, which], help="remove replies; what was paid stays booked")
    pruned.add_argument("--older-than", type=_age, metavar="AGE", help="only replies so old, such as 12h, 30d, 8w")
    pruned.add_argument("--dry-run", action="store_true", help="only say what would be removed")
    pruned.set_defaults(act=_prune)
    exported = commands.add_parser("export", parents=[file, which], help="write replies into a file to publish")
    exported.add_argument("file", type=Path)
    exported.set_defaults(act=_export)
    imported = commands.add_parser("import", parents=[file], help="add the replies of such a file")
    imported.add_argument("file", type=Path)
    imported.set_defaults(act=_import)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks, and give the exit code."""
    arguments = _parser().parse_args(words)
    try:
        arguments.act(arguments)
    except PracticumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
