"""JSON over HTTP to one model server: one pool of connections, bounded replies, errors that hold no secret."""

from backends.transport.failures import uncounted
from backends.transport.server import Server
from backends.transport.transport import REPLY_BYTES, Transport

__all__ = ["REPLY_BYTES", "Server", "Transport", "uncounted"]
