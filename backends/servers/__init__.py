"""Model servers that practicum starts itself, on this machine: their life, their port, their weights."""

from backends.servers.fingerprint import fingerprint
from backends.servers.launch import Launch, serving
from backends.servers.orphans import no_orphans
from backends.servers.surroundings import surroundings

__all__ = ["Launch", "fingerprint", "no_orphans", "serving", "surroundings"]
