"""How far a backend repeats itself, counted at servers that do, that do not, and that do only alone."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from backends import Account, ResponseCache
from pipeline.certificate import Certificate, read_certificates, spread
from pipeline.certify import certificates, shortened
from pipeline.condition import Condition
from pipeline.rehearsal import Asked, rehearse
from protocol import DataError
from tests.hostile.server import Behaviour, HostileServer

ACCOUNT = Account(name="profile/study")


class Moody(HostileServer):
    """Answers the same to the same, or as its mood says."""

    def __init__(self, mood: str) -> None:
        super().__init__(latency=0.02)
        self.mood = mood
        self._answers = count()

    def _reply(self, behaviour: Behaviour, *, anthropic: bool) -> dict[str, Any]:
        moody = self.mood == "never the same" or (self.mood == "the same alone" and self.most_under_way > 1)
        self.text = f"answer {next(self._answers)}" if moody else "the answer"
        reply = super()._reply(behaviour, anthropic=anthropic)
        reply["usage"]["prompt_tokens_details"] = {"cached_tokens": 5}
        return reply


@pytest_asyncio.fixture
async def server(request: pytest.FixtureRequest) -> AsyncIterator[Moody]:
    async with Moody(getattr(request, "param", "always the same")) as opened:
        yield opened


async def asked_by(condition: Condition) -> list[Asked]:
    return spread((await rehearse(condition, "particle", 2)).student, 4)


@pytest.mark.parametrize(
    ("server", "alone", "together"),
    [("always the same", 4, 4), ("never the same", 0, 0), ("the same alone", 4, 0)],
    indirect=["server"],
)
async def test_prompts_that_are_answered_alike_are_counted_alone_and_among_others(
    condition: Callable[..., Condition], server: Moody, alone: int, together: int
) -> None:
    asked, backend = await asked_by(condition()), condition(backend={"base_url": server.url})
    (made,) = await certificates(backend, "particle")
    assert (made.prompts, made.same_alone, made.same_together) == (len(asked), alone, together) == (4, alone, together)


async def test_each_prompt_is_sent_twice_alone_and_then_twice_among_all_others(
    condition: Callable[..., Condition], server: Moody
) -> None:
    await certificates(condition(backend={"base_url": server.url}), "particle")
    bodies = [str(body) for body in server.requests]
    assert Counter(Counter(bodies).values()) == {4: 4}
    assert all(first == second for first, second in zip(bodies[0:8:2], bodies[1:8:2], strict=True))
    assert server.most_under_way > 1


async def test_a_certificate_is_measured_anew_past_the_cache_and_paid_for(
    condition: Callable[..., Condition], server: Moody, tmp_path: Path
) -> None:
    asking = condition(backend={"base_url": server.url})
    (made,) = await certificates(asking, "particle")
    assert (made.tokens_asked, made.tokens_at_hand) == (16 * 12, 16 * 5)  # the server's count of each prompt
    await certificates(asking, "particle")
    assert len(server.requests) == 2 * 16
    with ResponseCache(tmp_path / "replies.sqlite") as cache:
        assert len(cache) == 0
        assert cache.spent(asking.account.name).calls == 2 * 16


async def test_it_says_what_answered(condition: Callable[..., Condition], server: Moody) -> None:
    (made,) = await certificates(condition(backend={"base_url": server.url}), "particle")
    said = f"tiny (openai), run by {server.host}: repeats itself for 4 of 4 prompts alone, for 4 of 4 among others"
    assert made.in_words == said
    assert (made.engine, made.version, made.temperature) == (server.host, "", 1.0)


async def test_two_roles_that_share_a_backend_have_one_certificate_and_else_two(
    condition: Callable[..., Condition], server: Moody
) -> None:
    one = {"base_url": server.url}
    assert len(await certificates(condition(backend=one), "particle")) == 1
    cold = {**one, "sampling": {"temperature": 0.0}}
    made = await certificates(condition(backend=one, tutor_backend=cold), "particle")
    assert [each.temperature for each in made] == [1.0, 0.0]


async def test_stand_ins_are_measured_too(condition: Callable[..., Condition], tmp_path: Path) -> None:
    (made,) = await certificates(condition(), "particle")
    assert (made.model, made.same_alone, made.same_together) == ("stand-ins", made.prompts, made.prompts)


async def test_what_is_asked_is_what_the_study_will_ask(condition: Callable[..., Condition]) -> None:
    asked = await asked_by(condition(**{"study.replicates": 50}))
    recorded = [each.request for each in (await rehearse(condition(), "particle", 3)).student]
    assert len(asked) == 4
    assert all(each.request in recorded for each in asked)


async def test_different_requests_are_taken_from_all_over_a_rehearsal(condition: Callable[..., Condition]) -> None:
    asked = (await rehearse(condition(), "particle", 2)).student
    assert len(asked) == 6  # two episodes of three steps, none of which is solved
    assert spread(asked, 3) == [asked[0], asked[2], asked[4]]
    assert spread(asked * 2, 100) == asked
    assert spread(asked, 1) == asked[:1]


def test_a_certificate_is_made_at_its_own_size_whatever_size_the_study_has(
    condition: Callable[..., Condition],
) -> None:
    small, large = shortened(condition()), shortened(condition(**{"study.replicates": 50, "study.max_steps": 30}))
    assert small == large
    assert small.digest == large.digest


def test_a_file_that_holds_no_certificates_is_named(tmp_path: Path) -> None:
    for content in (None, "{", "[{}]", '{"a": 1}'):
        if content is not None:
            (tmp_path / "c.json").write_text(content)
        with pytest.raises(DataError, match=r"c\.json: no certificates"):
            read_certificates(tmp_path / "c.json")


def test_certificates_come_back_from_their_file(tmp_path: Path) -> None:
    made = Certificate(
        model="m",
        engine="vLLM",
        version="0.9",
        flags={"dtype": "float32"},
        temperature=0.5,
        prompts=4,
        same_alone=3,
        same_together=2,
        tokens_asked=10,
        tokens_at_hand=5,
    )
    (tmp_path / "c.json").write_text(f"[{made.model_dump_json()}]")
    assert read_certificates(tmp_path / "c.json") == [made]
    assert made.in_words == "m, run by vLLM 0.9: repeats itself for 3 of 4 prompts alone, for 2 of 4 among others"
