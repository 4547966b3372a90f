"""What goes between a job and the gateway: JSON with its length before it."""

import asyncio
import struct
from typing import Any

from pydantic_core import from_json, to_json

_LENGTH = struct.Struct("!I")

Frame = dict[str, Any]


def packed(frame: Frame) -> bytes:
    """A frame as bytes; data classes in it are written as their fields."""
    content = to_json(frame)
    return _LENGTH.pack(len(content)) + content


async def read(reader: asyncio.StreamReader) -> Frame | None:
    """The next frame; None where the other side has ended."""
    try:
        (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
        frame: Frame = from_json(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return frame
