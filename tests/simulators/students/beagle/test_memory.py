import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.students.beagle.memory import ErrorEpisode, Memory, MemorySettings


@pytest.fixture
def memory() -> Memory[str]:
    return Memory(MemorySettings(buffer=3))


@given(outputs=st.lists(st.text(), max_size=10))
def test_the_buffer_holds_the_last_three_outputs_in_order(outputs: list[str]) -> None:
    memory: Memory[str] = Memory(MemorySettings(buffer=3))
    for output in outputs:
        memory.remember(output)
    assert memory.recent == tuple(outputs[-3:])


def test_an_error_met_for_the_first_time_is_not_familiar(memory: Memory[str]) -> None:
    memory.meet("NameError")
    assert memory.familiar is None
    assert memory.episodes == (ErrorEpisode("NameError"),)


def test_a_familiar_error_surfaces_what_was_made_of_it_and_whether_it_was_fixed(memory: Memory[str]) -> None:
    memory.meet("NameError")
    memory.realize("it wants math to be imported")
    memory.meet(None)
    memory.meet("NameError")
    assert memory.familiar == ErrorEpisode("NameError", "it wants math to be imported", fix_applied=True)


def test_an_error_that_stays_is_familiar_and_not_fixed(memory: Memory[str]) -> None:
    memory.meet("TypeError")
    memory.realize("strings do not add up")
    memory.meet("TypeError")
    assert memory.familiar == ErrorEpisode("TypeError", "strings do not add up", fix_applied=False)


def test_another_error_fixes_the_one_before_and_a_clean_run_is_not_familiar(memory: Memory[str]) -> None:
    memory.meet("TypeError")
    memory.meet("NameError")
    assert [episode.fix_applied for episode in memory.episodes] == [True, False]
    memory.meet(None)
    assert memory.familiar is None


def test_the_first_realization_of_an_error_is_kept(memory: Memory[str]) -> None:
    memory.realize("nothing has gone wrong yet")
    memory.meet("TypeError")
    memory.realize("first")
    memory.realize("second")
    assert memory.episodes == (ErrorEpisode("TypeError", "first"),)
