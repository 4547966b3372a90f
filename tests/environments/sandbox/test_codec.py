"""Plain data crosses the wall unchanged, and nothing else crosses it."""

import math
import time
from collections import OrderedDict
from contextlib import suppress
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from environments.sandbox.jail.codec import DEPTH, GarbledError, Opaque, TooLargeError, Value, decode, encode

ROOM = 1 << 20
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # on a busy machine, too


class Point(NamedTuple):
    x: int
    y: int


KEYS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
PLAIN = st.recursive(
    KEYS | st.sets(KEYS) | st.frozensets(KEYS),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(KEYS, inner),
)


def types(value: Value) -> object:
    """The types of a value, all the way down."""
    if isinstance(value, dict):
        return [(types(key), types(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [types(item) for item in value]
    return type(value)


@settings(UNHURRIED)
@given(value=PLAIN)
def test_plain_data_comes_back_as_it_went(value: Value) -> None:
    back = decode(encode(value, ROOM))
    assert back == value
    assert types(back) == types(value)


@settings(UNHURRIED)
@given(data=st.binary(max_size=200))
def test_bytes_from_anyone_are_data_or_garbled(data: bytes) -> None:
    with suppress(GarbledError):
        decode(data)


@settings(UNHURRIED)
@given(value=PLAIN, cut=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_changed_byte_gives_data_or_garbled(value: Value, cut: int, byte: int) -> None:
    data = bytearray(encode(value, ROOM))
    data[cut % len(data)] = byte
    with suppress(GarbledError):
        decode(bytes(data))


@settings(UNHURRIED)
@given(value=PLAIN)
def test_bytes_left_over_are_garbled(value: Value) -> None:
    with pytest.raises(GarbledError):
        decode(encode(value, ROOM) + b"N")


def test_floats_keep_their_every_bit() -> None:
    back = decode(encode([0.1, -0.0, math.inf, -math.inf, math.nan, 5e-324], ROOM))
    assert isinstance(back, list)
    assert str(back) == "[0.1, -0.0, inf, -inf, nan, 5e-324]"


def test_integers_have_no_limit_of_digits() -> None:
    assert decode(encode(-(7**9000), ROOM)) == -(7**9000)


@pytest.mark.parametrize("value", [OrderedDict(a=1), Point(1, 2), 1j, range(3), bytearray(b"x"), len])
def test_what_is_not_of_an_exact_plain_type_is_opaque(value: object) -> None:
    back = decode(encode([value], ROOM))
    assert isinstance(back, list)
    assert isinstance(back[0], Opaque)
    assert back[0].type_name == type(value).__name__


def test_an_opaque_value_equals_nothing() -> None:
    opaque = Opaque("Point")
    assert opaque != opaque
    assert [opaque] != [Opaque("Point")]


def test_a_value_too_large_for_its_room_is_refused() -> None:
    assert len(encode("x" * 100, 105)) == 105  # s100: and the text
    with pytest.raises(TooLargeError):
        encode("x" * 101, 105)


def test_nesting_has_a_limit_on_both_sides() -> None:
    value: Value = []
    for _ in range(DEPTH):
        value = [value]
    with pytest.raises(TooLargeError):
        encode([value], ROOM)
    with pytest.raises(GarbledError):
        decode(b"l1:" * 100_000 + b"N")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"i;",
        b"i0x1;",
        b"i1",
        b"f1;",
        b"s5:abcd",
        b"s-1:",
        b"l99999999:",
        b"d1:NN;",
        b"e2:NN",
        b"e1:l0:",
        b"s1:\xff",
    ],
)
def test_malformed_bytes_are_garbled(data: bytes) -> None:
    with pytest.raises(GarbledError):
        decode(data)


def test_members_of_one_hash_do_not_hold_the_reader_up() -> None:
    data = encode({k * (2**61 - 1) for k in range(1, 3000)}, 65_536)
    start = time.perf_counter()
    decode(data)
    assert time.perf_counter() - start < 2.0
