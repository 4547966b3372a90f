"""A port of this machine for a server that is about to start."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port that nobody else is given for the time of a `with` block.

    It is bound, but not listened at: a server that allows its address to be reused, as servers do, can listen
    there, while the system gives the port to nobody who asks for a free one, not even once the server has died.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind((HOST, 0))
        yield int(holder.getsockname()[1])
