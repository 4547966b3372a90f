"""A table of texts and its forms: Markdown, LaTeX, HTML and plain text, with nothing in them that varies."""

import html
from dataclasses import dataclass

TEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "±": r"$\pm$",
        "−": r"$-$",
        "→": r"$\rightarrow$",
        "–": "--",
    }
)


@dataclass(frozen=True)
class Grid:
    """A table of texts.

    Args:
        title: What it shows.
        headings: One a column.
        groups: Rows that belong together, such as a method's: each row has a text a column.
        notes: What a reader must know, a sentence each.
        labels: How many of the first columns hold words, and are set flush left.
    """

    title: str
    headings: tuple[str, ...]
    groups: tuple[tuple[tuple[str, ...], ...], ...]
    notes: tuple[str, ...] = ()
    labels: int = 1

    def to_markdown(self) -> str:
        """GitHub's Markdown."""
        marks = [":--" if column < self.labels else "--:" for column in range(len(self.headings))]
        lines = [self.headings, tuple(marks), *(row for group in self.groups for row in group)]
        table = "\n".join(f"| {' | '.join(text.replace('|', chr(92) + '|') for text in line)} |" for line in lines)
        notes = "\n".join(f"- {note}" for note in self.notes)
        return f"# {self.title}\n\n{table}\n\n{notes}\n"

    def to_latex(self) -> str:
        """A float with a tabular, for the packages booktabs and graphicx."""
        groups = ["\n".join(map(_latex_row, group)) for group in self.groups]
        lines = [
            r"\begin{table*}",
            rf"\caption{{{' '.join(_sentence(text) for text in (self.title, *self.notes)).translate(TEX)}}}",
            r"\resizebox{\textwidth}{!}{%",
            rf"\begin{{tabular}}{{{'l' * self.labels}{'r' * (len(self.headings) - self.labels)}}}",
            r"\toprule",
            _latex_row(self.headings),
            r"\midrule",
            "\n\\midrule\n".join(groups),
            r"\bottomrule",
            r"\end{tabular}}",
            r"\end{table*}",
        ]
        return "\n".join(lines) + "\n"

    def to_html(self) -> str:
        """A figure element with a table; each group is a table body."""
        head = "".join(f"<th>{html.escape(heading)}</th>" for heading in self.headings)
        bodies = "".join(f"<tbody>{''.join(map(self._html_row, group))}</tbody>" for group in self.groups)
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in self.notes)
        table = f"<table><thead><tr>{head}</tr></thead>{bodies}</table>"
        caption = f"<figcaption>{html.escape(self.title)}</figcaption>"
        return f'<figure>{caption}<div class="wide">{table}</div><ul>{notes}</ul></figure>'

    def _html_row(self, row: tuple[str, ...]) -> str:
        cells = [
            f"<th>{html.escape(text)}</th>" if column < self.labels else f"<td>{html.escape(text)}</td>"
            for column, text in enumerate(row)
        ]
        return f"<tr>{''.join(cells)}</tr>"

    def to_text(self) -> str:
        """Columns set with spaces, for a terminal."""
        rows = [self.headings, *(row for group in self.groups for row in group)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [self.title, ""]
        lines += ["  ".join(self._padded(row, widths)).rstrip() for row in rows]
        return "\n".join([*lines, "", *self.notes]) + "\n"

    def _padded(self, row: tuple[str, ...], widths: list[int]) -> list[str]:
        pairs = enumerate(zip(row, widths, strict=True))
        return [text.ljust(width) if column < self.labels else text.rjust(width) for column, (text, width) in pairs]


def _latex_row(row: tuple[str, ...]) -> str:
    return " & ".join(text.translate(TEX) for text in row) + r" \\"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
