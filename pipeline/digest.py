"""What a result depends on besides its configuration: the source that a stage imports, and the data beside it."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import grimp

PACKAGES = ("protocol", "metrics", "backends", "environments", "simulators", "pipeline")


class Sources:
    """The repository's modules and who imports whom.

    Args:
        root: The folder that the packages lie in.
        packages: Names of the packages.
    """

    def __init__(self, root: Path = Path(), packages: tuple[str, ...] = PACKAGES) -> None:
        self._root = root
        self._packages = packages
        self._digests: dict[frozenset[str], str] = {}

    @cached_property
    def _imports(self) -> grimp.ImportGraph:
        # no cache of grimp's: it goes by the time of change, and reading all sources anew takes milliseconds
        return grimp.build_graph(*self._packages, cache_dir=None, exclude_type_checking_imports=True)

    def module_of(self, target: str) -> str:
        """The module that defines a dotted name, as far as the name itself tells."""
        parts = target.split(".")
        names = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
        return next((name for name in names if name in self._imports.modules), "")

    def closure(self, modules: Iterable[str]) -> frozenset[str]:
        """Modules, all that they import, and the packages that they all lie in, which Python imports with them."""
        found: set[str] = set()
        waiting = {module for module in modules if module}
        while waiting:
            module = waiting.pop()
            found.add(module)
            parent = module.rpartition(".")[0]
            imported = self._imports.find_modules_directly_imported_by(module) | ({parent} if parent else set())
            waiting |= imported - found
        return frozenset(found)

    def digest(self, modules: Iterable[str]) -> str:
        """SHA-256 over the closure's files: sources, and whatever lies beside them, such as templates."""
        wanted = frozenset(modules)
        if wanted not in self._digests:
            self._digests[wanted] = self._digest(wanted)
        return self._digests[wanted]

    def _digest(self, modules: frozenset[str]) -> str:
        digest = hashlib.sha256()
        for path in sorted({path for module in self.closure(modules) for path in self._files(module)}):
            digest.update(str(path.relative_to(self._root)).encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def _files(self, module: str) -> Iterator[Path]:
        place = self._root.joinpath(*module.split("."))
        if place.is_dir():
            yield place / "__init__.py"
            yield from _data(place)
        else:
            yield place.with_suffix(".py")


def _data(folder: Path) -> Iterator[Path]:
    """Files of a package that are no modules, also in folders that are no packages."""
    for path in folder.iterdir():
        if path.is_file() and path.suffix != ".py":
            yield path
        elif path.is_dir() and path.name != "__pycache__" and not (path / "__init__.py").exists():
            yield from _data(path)
