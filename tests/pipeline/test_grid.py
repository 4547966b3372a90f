from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from pipeline.grid import Grid

GRID = Grid("Title", ("Method", "Solve %"), ((("A & B", "1 ± 2"),), (("C|D", "<3>"),)), ("One note.",))
texts = st.text(st.characters(exclude_categories=("C", "Z")), max_size=8)


def test_markdown_has_a_line_a_row_and_escapes_bars() -> None:
    lines = GRID.to_markdown().splitlines()
    assert lines[2:6] == ["| Method | Solve % |", "| :-- | --: |", "| A & B | 1 ± 2 |", r"| C\|D | <3> |"]
    assert lines[-1] == "- One note."


def test_latex_escapes_what_latex_would_read() -> None:
    tex = GRID.to_latex()
    assert r"A \& B & 1 $\pm$ 2 \\" in tex
    assert r"Solve \%" in tex
    assert tex.count(r"\midrule") == 2
    assert r"\caption{Title. One note.}" in tex


def test_text_sets_labels_left_and_numbers_right() -> None:
    assert GRID.to_text().splitlines()[2:5] == ["Method  Solve %", "A & B     1 ± 2", "C|D         <3>"]


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("th", "td"):
            self.found.append("")

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1] += data


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_html_gives_back_every_text(rows: list[tuple[str, str]]) -> None:
    cells = Cells()
    cells.feed(Grid("T", ("a", "b"), (tuple(rows),)).to_html())
    assert cells.found[2:] == [text for row in rows for text in row]


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_latex_leaves_no_character_that_ends_a_cell_or_a_line(rows: list[tuple[str, str]]) -> None:
    body = Grid("T", ("a", "b"), (tuple(rows),)).to_latex().split("\\midrule\n")[1].split("\n\\bottomrule")[0]
    for line in body.splitlines():
        assert line.replace(r"\&", "").count("&") == 1
        assert "%" not in line.replace(r"\%", "")
