"""What of its own environment practicum hands on to a server that it starts."""

import os
import re
from collections.abc import Iterable

_EVERYWHERE = ("PATH", "HOME", "USER", "LOGNAME", "LANG", r"LC_\w+", "TZ", "TMPDIR", r"XDG_\w+", "LD_LIBRARY_PATH")
_HARDWARE = (r"CUDA_\w+", r"NVIDIA_\w+", r"NCCL_\w+", r"HIP_\w+", r"ROCR_\w+", r"OMP_\w+", r"GOMP_\w+", r"KMP_\w+")
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)


def surroundings(*also: str) -> dict[str, str]:
    """The variables that a server needs to find programs, libraries, caches and devices, and no key.

    Args:
        also: Patterns of the names of others that it understands; one that names a secret is left out all the same.
    """
    wanted = _any_of((*_EVERYWHERE, *_HARDWARE, *also))
    return {name: value for name, value in os.environ.items() if wanted.fullmatch(name) and not _SECRET.search(name)}


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns))
