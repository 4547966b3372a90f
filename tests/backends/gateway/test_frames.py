import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends.gateway import frames

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
FRAMES = st.dictionaries(st.text(max_size=5), PLAIN | st.lists(PLAIN, max_size=3), max_size=4)


def read(content: bytes, *, times: int) -> list[frames.Frame | None]:
    async def all_of_it() -> list[frames.Frame | None]:
        reader = asyncio.StreamReader()
        reader.feed_data(content)
        reader.feed_eof()
        return [await frames.read(reader) for _ in range(times)]

    return asyncio.run(all_of_it())


@given(st.lists(FRAMES, max_size=4))
def test_frames_are_read_as_they_were_written_and_then_there_is_none(written: list[frames.Frame]) -> None:
    content = b"".join(map(frames.packed, written))
    assert read(content, times=len(written) + 1) == [*written, None]


@pytest.mark.parametrize("end", range(1, 12))
def test_a_frame_that_a_killed_process_left_torn_is_none(end: int) -> None:
    packed = frames.packed({"a": 12})  # 4 bytes of length, then {"a":12}
    assert len(packed) == 12
    assert read(packed[:end], times=1) == [None]
