from html.parser import HTMLParser

import pytest

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.page import MEANING, to_html, to_markdown

CLAIMS = [
    Claim("beagle", "Table 1", "first", "0.5", "0.5", "sum", Verdict.AGREES),
    Claim("beagle", "App. H", "second", "<0.000", "1e-7", "a | b", Verdict.IMPOSSIBLE, "why & how"),
    Claim("debugta", "Table 2", "third", "45%", "97.7", "gain", Verdict.DISAGREES),
    Claim("debugta", "section 5", "fourth", "3", "4", "loop", Verdict.ROUNDING),
]


class Rows(HTMLParser):
    """Paper and verdict of each claim's row, its words, and what the page asks of elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str | None, str | None]] = []
        self.words: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "tr" and "data-verdict" in given:
            self.found.append((given["data-paper"], given["data-verdict"]))
        self.links += [str(given[name]) for name in ("src", "href") if name in given]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture
def page() -> Rows:
    found = Rows()
    found.feed(to_html(CLAIMS))
    return found


def test_the_page_shows_every_claim_once_and_the_findings_first(page: Rows) -> None:
    assert page.found == [
        ("beagle", "impossible"),
        ("debugta", "disagrees"),
        ("beagle", "agrees"),
        ("debugta", "rounding"),
    ]


def test_the_page_escapes_what_html_would_read(page: Rows) -> None:
    assert {"<0.000", "why & how"} <= set(page.words)
    assert "<0.000" not in to_html(CLAIMS)


def test_the_page_needs_no_other_file(page: Rows) -> None:
    assert page.links == []
    assert "http" not in to_html(CLAIMS)


def test_the_page_says_what_each_verdict_means(page: Rows) -> None:
    assert set(MEANING.values()) <= set(page.words)
    assert MEANING.keys() == {*Verdict}


def test_markdown_has_the_counts_the_findings_and_the_rest_in_this_order() -> None:
    text = to_markdown(CLAIMS)
    heads = [line for line in text.splitlines() if line.startswith("# ")]
    assert heads == [
        "# Audit: Printed numbers, recomputed from what else is printed",
        "# Impossible (1)",
        "# Disagrees (1)",
        "# BEAGLE: the other claims (1)",
        "# DebugTA: the other claims (1)",
    ]
    assert "| All | 1 | 1 | 0 | 1 | 1 | 4 |" in text
    assert r"| BEAGLE | App. H | second | <0.000 | 1e-7 | a \| b | why & how |" in text


def test_both_forms_repeat_themselves() -> None:
    assert to_html(CLAIMS) == to_html(CLAIMS)
    assert to_markdown(CLAIMS) == to_markdown(CLAIMS)
