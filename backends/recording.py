"""Whose replies a cache holds: enough to compute the keys that they lie under, and to name who gave them."""

import dataclasses
import hashlib
from collections.abc import Collection
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from backends.cache import ResponseCache
from backends.provider import Engine, Identity
from backends.request import Sampling, canonical
from protocol import DataError

BACKEND, CERTIFICATE = "backend", "certificate"
"""Kinds of documents: recordings by name, and how far each repeated itself, by `certificate_name`."""

SHORT = 12


@dataclass(frozen=True)
class Recording:
    """A backend whose replies a cache holds.

    Args:
        identity: Whose replies they are.
        salt: What else of its settings could change them: the requests' `salt`.
        sampling: How they were drawn.
        label: The model and how it was reached, in words.
        engine: What ran it.
    """

    identity: Identity
    salt: str
    sampling: Sampling
    label: str
    engine: Engine

    @property
    def name(self) -> str:
        """See `name_of`."""
        return name_of(self.identity, self.salt, self.sampling)

    @property
    def text(self) -> str:
        """The recording as `read` takes it back."""
        return canonical(dataclasses.asdict(self))

    @classmethod
    def read(cls, text: str) -> "Recording":
        """The recording that a text was made from.

        Raises:
            DataError: it was made from none.
        """
        try:
            return _RECORDING.validate_json(text)
        except ValidationError as error:
            raise DataError(f"no recording of a backend ({text[:40]}...)") from error

    def keep(self, cache: ResponseCache) -> None:
        """Write it into a cache, beside the replies."""
        cache.write_document(BACKEND, self.name, self.text)


_RECORDING = TypeAdapter(Recording)


def name_of(identity: Identity, salt: str, sampling: Sampling) -> str:
    """Tells recordings apart: of equal names are those whose requests have equal keys."""
    plain = [dataclasses.asdict(identity), salt, dataclasses.asdict(sampling)]
    return hashlib.sha256(canonical(plain).encode()).hexdigest()[:SHORT]


def recordings(cache: ResponseCache) -> list[Recording]:
    """All recordings in a cache, by name."""
    return [Recording.read(text) for text in cache.documents(BACKEND).values()]


def certificate_name(recording: str, account: str) -> str:
    """Name of the document that says how far a backend repeated itself in a study.

    Args:
        recording: Name of the backend's recording.
        account: Who paid: the study.
    """
    return f"{recording} {account}"


def documents_of(
    cache: ResponseCache, models: Collection[tuple[str, str]], accounts: Collection[str] = ()
) -> list[tuple[str, str, str]]:
    """Kind, name and text of the documents that belong to some models.

    Args:
        cache: Where they are.
        models: Provider and name of each.
        accounts: Whose certificates are meant; if it is empty, all.
    """
    found = []
    certificates = {tuple(name.split(" ", 1)): text for name, text in cache.documents(CERTIFICATE).items()}
    for each in recordings(cache):
        if (each.identity.provider, each.identity.model) in models:
            found.append((BACKEND, each.name, each.text))
            found += [
                (CERTIFICATE, certificate_name(recording, account), text)
                for (recording, account), text in certificates.items()
                if recording == each.name and (not accounts or account in accounts)
            ]
    return sorted(found)
