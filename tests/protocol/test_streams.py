"""Random streams: same name, same numbers; another name, other numbers, and no draw moves another stream."""

from hypothesis import given
from hypothesis import strategies as st

from protocol import Episode, Level, Stream, Streams

names = st.text("abcdefgh_0123456789", min_size=1, max_size=12)
streams = st.builds(Streams, st.integers(0, 2**32), names, st.integers(0, 10_000))


@given(streams, st.sampled_from(Stream), st.integers(0, 50))
def test_a_stream_is_the_same_each_time_it_is_asked_for(source: Streams, stream: Stream, step: int) -> None:
    again = Streams(source.root_seed, source.task, source.replicate)
    assert source.generator(stream, step).random() == again.generator(stream, step).random()


@given(streams, st.integers(1, 200))
def test_drawing_from_one_stream_leaves_the_others_in_place(source: Streams, draws: int) -> None:
    before = source.generator(Stream.DURATIONS).random()
    source.generator(Stream.INTERRUPTS).random(draws)
    assert source.generator(Stream.DURATIONS).random() == before


@given(streams)
def test_streams_of_an_episode_differ_from_each_other(source: Streams) -> None:
    first = {source.generator(stream).random() for stream in Stream}
    assert len(first) == len(Stream)


def test_branches_of_a_stream_are_told_apart_by_their_whole_key() -> None:
    source = Streams(1, "particle", 0)
    assert source.seed(Stream.MODEL, "a", 11) != source.seed(Stream.MODEL, "a1", 1)


def test_conditions_of_a_study_share_random_numbers() -> None:
    def episode(condition: str) -> Episode:
        return Episode("table1", condition, "slider", 3, 2026, Level.HIGH, Level.HIGH)

    vanilla, beagle = (episode(name).streams.generator(Stream.MODEL, 7).random() for name in ("vanilla", "beagle"))
    assert vanilla == beagle


@given(streams, st.integers(0, 1000))
def test_seeds_fit_into_31_bits(source: Streams, step: int) -> None:
    assert 0 <= source.seed(Stream.MODEL, step) < 2**31
