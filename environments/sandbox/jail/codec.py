"""How values cross the wall: plain data as tagged bytes, read back by a decoder that trusts nothing."""

import builtins
import re
from typing import Final

# A program may overwrite anything in the `builtins` module; the functions below keep their own copy.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

DEPTH: Final = 64
_INTEGER: Final = re.compile(rb"-?[0-9a-f]+")
_REAL: Final = re.compile(rb"-?(?:0x[01]\.[0-9a-f]+p[+-][0-9]{1,4}|inf)|nan")
_COUNT: Final = re.compile(rb"0|[1-9][0-9]{0,8}")

PlainValue = (
    None
    | bool
    | int
    | float
    | str
    | bytes
    | list["Value"]
    | tuple["Value", ...]
    | set["Value"]
    | frozenset["Value"]
    | dict["Value", "Value"]
)


class Opaque:
    """What a program answered with that is not plain data; equal to nothing, itself included.

    Args:
        type_name: Name of the answer's type, as the program named it.
    """

    __slots__ = ("type_name",)

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Opaque({self.type_name!r})"


Value = PlainValue | Opaque

_GROUPS: Final[dict[type, bytes]] = {list: b"l", tuple: b"t", set: b"e", frozenset: b"z"}
_MAKERS: Final = {tag: kind for kind, tag in _GROUPS.items()}
# Descriptors of the types themselves, so that no metaclass has a say in what a value is called.
_type_name: Final = type.__dict__["__name__"].__get__


class TooLargeError(Exception):
    """The value takes more room than it is given, or is nested too deep."""


class GarbledError(Exception):
    """The bytes are not what `encode` writes."""


def encode(value: object, room: int) -> bytes:
    """Write a value as tagged bytes.

    Args:
        value: Anything; what is not of an exact built-in plain type is written as `Opaque`.
        room: How many bytes it may take.

    Raises:
        TooLargeError: it takes more, or is nested deeper than `DEPTH`.
    """
    pieces: list[bytes] = []
    left = _write(value, pieces, room, DEPTH)
    if left < 0:
        raise TooLargeError
    return b"".join(pieces)


def _write(value: object, pieces: list[bytes], room: int, depth: int) -> int:
    kind = type(value)
    if kind in _GROUPS:
        room = _put(b"%b%d:" % (_GROUPS[kind], len(value)), pieces, room)  # type: ignore[arg-type]
        for item in value:  # type: ignore[attr-defined]
            room = _write_inner(item, pieces, room, depth)
        return room
    if kind is dict:
        room = _put(b"d%d:" % len(value), pieces, room)  # type: ignore[arg-type]
        for key, item in value.items():  # type: ignore[attr-defined]
            room = _write_inner(key, pieces, room, depth)
            room = _write_inner(item, pieces, room, depth)
        return room
    return _put(_scalar(value, kind), pieces, room)


def _write_inner(value: object, pieces: list[bytes], room: int, depth: int) -> int:
    if depth == 0:
        raise TooLargeError
    return _write(value, pieces, room, depth - 1)


def _put(piece: bytes, pieces: list[bytes], room: int) -> int:
    room -= len(piece)
    if room < 0:
        raise TooLargeError
    pieces.append(piece)
    return room


def _scalar(value: object, kind: type) -> bytes:
    if value is None:
        return b"N"
    if kind is bool:
        return b"T" if value else b"F"
    if kind is int:
        return b"i%x;" % value  # type: ignore[str-format]  # hexadecimal has no limit of digits, and takes linear time
    if kind is float:
        return b"f%b;" % value.hex().encode()  # type: ignore[attr-defined]
    if kind is str:
        return _text(b"s", value)  # type: ignore[arg-type]
    if kind is bytes:
        return b"b%d:%b" % (len(value), value)  # type: ignore[arg-type, str-format]
    return _text(b"o", value.type_name if kind is Opaque else _type_name(kind))  # type: ignore[attr-defined]


def _text(tag: bytes, text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return b"%b%d:%b" % (tag, len(data), data)


def decode(data: bytes) -> Value:
    """Read what `encode` wrote; the bytes may come from anyone.

    Raises:
        GarbledError: they are anything else.
    """
    try:
        value, end = _read(data, 0, DEPTH)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise GarbledError(str(error)) from error
    if end != len(data):
        raise GarbledError("bytes left over")
    return value


def _read(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    tag, at = data[at : at + 1], at + 1
    if tag in (b"N", b"T", b"F"):
        return {b"N": None, b"T": True, b"F": False}[tag], at
    if tag == b"i":
        digits, at = _until(data, at, b";", _INTEGER)
        return int(digits, 16), at
    if tag == b"f":
        digits, at = _until(data, at, b";", _REAL)
        return float.fromhex(digits.decode()), at
    count, at = _length(data, at)
    if tag in (b"s", b"b", b"o"):
        return _readable(tag, data[at : at + count]), at + count
    return _read_group(tag, count, data, at, depth)


def _until(data: bytes, at: int, end: bytes, shape: re.Pattern[bytes]) -> tuple[bytes, int]:
    stop = data.index(end, at)
    if not shape.fullmatch(data, at, stop):
        raise GarbledError("a number is not in order")
    return data[at:stop], stop + 1


def _length(data: bytes, at: int) -> tuple[int, int]:
    digits, at = _until(data, at, b":", _COUNT)
    if int(digits) > len(data) - at:
        raise GarbledError("a length goes past the end")
    return int(digits), at


def _readable(tag: bytes, data: bytes) -> Value:
    if tag == b"b":
        return data
    text = data.decode("utf-8", "surrogatepass")
    return text if tag == b"s" else Opaque(text)


def _read_group(tag: bytes, count: int, data: bytes, at: int, depth: int) -> tuple[Value, int]:
    if depth == 0:
        raise GarbledError("nested too deep")
    items: list[Value] = []
    for _ in range(2 * count if tag == b"d" else count):
        item, at = _read(data, at, depth - 1)
        items.append(item)
    made: Value = dict(zip(items[::2], items[1::2], strict=True)) if tag == b"d" else _made(tag, items)
    if len(made) != count:  # type: ignore[arg-type]
        raise GarbledError("a key comes twice")
    return made, at


def _made(tag: bytes, items: list[Value]) -> Value:
    if tag not in _MAKERS:
        raise GarbledError(f"no such tag: {tag!r}")
    return _MAKERS[tag](items)  # type: ignore[no-any-return]
