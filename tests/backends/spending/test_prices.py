"""Prices are those of the list that the user names, then those that practicum knows, and else unknown."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import Usage
from backends.spending.prices import LIST, Price, Prices
from protocol import ConfigurationError

HEAD = "as_of: 2026-01-01\nsource: {}\n"


def test_a_reply_costs_its_tokens_at_their_prices() -> None:
    # 1,000,000 of prompt and 500,000 of reply: 1 * $3 + 0.5 * $15.
    assert Price(prompt=3, completion=15).of(Usage(1_000_000, 500_000)) == pytest.approx(10.5)


def test_what_the_server_had_at_hand_of_a_prompt_costs_its_own_price() -> None:
    # 400,000 of the 1,000,000 at hand: 0.6 * $3 + 0.4 * $0.3 + 0.5 * $15.
    price = Price(prompt=3, completion=15, cached_prompt=0.3)
    assert price.of(Usage(1_000_000, 500_000, 400_000)) == pytest.approx(9.42)


def test_a_server_may_give_what_it_has_at_hand_for_nothing() -> None:
    assert Price(prompt=3, completion=15, cached_prompt=0).of(Usage(1_000_000, 0, 1_000_000)) == 0.0


def test_what_the_server_puts_by_of_a_prompt_costs_its_own_price() -> None:
    # 300,000 at hand, 600,000 put by, 100,000 neither: 0.3 * $0.4 + 0.6 * $5 + 0.1 * $4.
    price = Price(prompt=4, completion=20, cached_prompt=0.4, cache_write=5)
    assert price.of(Usage(1_000_000, 0, 300_000, 600_000)) == pytest.approx(3.52)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.data())
def test_nothing_a_server_does_with_its_cache_is_dearer_than_the_bound_of_a_budget(
    prompt: int, completion: int, data: st.DataObject
) -> None:
    dollars = st.floats(0, 1000)
    full = data.draw(dollars)
    price = Price(
        prompt=full,
        completion=data.draw(dollars),
        cached_prompt=data.draw(st.floats(0, full)),
        cache_write=data.draw(st.none() | st.floats(full, 2000)),
    )
    read = data.draw(st.integers(0, prompt))
    written = data.draw(st.integers(0, prompt - read))
    usage = Usage(prompt, completion, read, written)
    assert price.of(usage) <= price.most(Usage(prompt, completion)) * (1 + 1e-9)


def test_the_users_prices_come_first_and_the_known_ones_after_them(tmp_path: Path) -> None:
    own = tmp_path / "prices.yaml"
    own.write_text(
        f"{HEAD}prices: {{openai: {{gpt-4o: {{prompt: 1, completion: 2}}}}, mine: {{m: {{prompt: 0, completion: 0}}}}}}"
    )
    prices = Prices.read(own)
    assert prices.of("openai", "gpt-4o") == Price(prompt=1, completion=2)
    assert prices.of("mine", "m") == Price(prompt=0, completion=0)
    known = Prices.read().of("openai", "gpt-4o-mini")
    assert known is not None
    assert prices.of("openai", "gpt-4o-mini") == known


def test_an_unknown_model_has_no_price_and_not_a_price_of_nothing() -> None:
    assert Prices.read().of("openai", "gpt-of-tomorrow") is None
    assert Prices.read().of("nobody", "gpt-4o") is None


def test_a_file_that_was_mended_is_read_anew(tmp_path: Path) -> None:
    own = tmp_path / "prices.yaml"
    own.write_text(f"{HEAD}prices: {{}}")
    assert Prices.read(own).of("mine", "m") is None
    own.write_text(f"{HEAD}prices: {{mine: {{m: {{prompt: 1, completion: 2}}}}}}")
    assert Prices.read(own).of("mine", "m") == Price(prompt=1, completion=2)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (f"{HEAD}prices: {{openai: {{m: {{prompt: 1}}}}}}", r"prices\.openai\.m\.completion: Field required"),
        (f"{HEAD}prices: {{openai: {{m: {{prompt: -1, completion: 1}}}}}}", r"prices\.openai\.m\.prompt: .*greater"),
        (f"{HEAD}prices: {{openai: {{m: {{prompt: .inf, completion: 1}}}}}}", r"prices\.openai\.m\.prompt: .*finite"),
        (
            f"{HEAD}prices: {{openai: {{m: {{prompt: 1, completion: 1, cached: 1}}}}}}",
            r"prices\.openai\.m\.cached: Extra",
        ),
        (
            f"{HEAD}prices: {{openai: {{m: {{prompt: 1, completion: 1, cached_prompt: 2}}}}}}",
            r"cached_prompt is dearer",
        ),
        (f"{HEAD}prices: {{openai: {{m: {{prompt: 1, completion: 1, cache_write: 0}}}}}}", r"cache_write is cheaper"),
        ("prices: {}", "as_of: Field required"),
        ("prices: [", "no YAML"),
        ("", "valid dictionary"),
        ("- 1", "valid dictionary"),
    ],
)
def test_a_mistake_in_a_price_list_is_one_line_that_names_file_and_key(
    content: str, named: str, tmp_path: Path
) -> None:
    own = tmp_path / "prices.yaml"
    own.write_text(content)
    with pytest.raises(ConfigurationError, match=named) as caught:
        Prices.read(own)
    assert str(caught.value).startswith(f"prices={own}: ")
    assert "\n" not in str(caught.value)


def test_a_missing_price_list_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"none\.yaml: No such file"):
        Prices.read(tmp_path / "none.yaml")


def test_every_price_that_practicum_knows_has_a_source_and_says_what_is_at_hand_for_less() -> None:
    (known,) = Prices.read().lists
    assert LIST.name == "prices.yaml"
    assert set(known.prices) == set(known.source)
    for models in known.prices.values():
        for price in models.values():
            assert 0 < price.prompt < price.completion
