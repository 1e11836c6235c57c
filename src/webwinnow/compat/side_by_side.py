"""Two texts of one page side by side: what both have, and what only one of them has, paragraph by paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal
from unicodedata import combining, east_asian_width

from webwinnow.drawing.markup import Html, element, join
from webwinnow.language.words import words

Side = Literal["both", "left", "right"]
SIGNS: Final[dict[Side, str]] = {"both": "=", "left": "<", "right": ">"}
_NARROWEST: Final = 12
"""Characters of a column where a terminal has hardly room for two."""
_STYLE: Final = (
    "body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}table{border-collapse:"
    "collapse;width:100%;table-layout:fixed}td,th{vertical-align:top;text-align:start;padding:.4rem .8rem;"
    "border-bottom:1px solid #8884;overflow-wrap:anywhere}.left td:first-child{background:#2a02}"
    ".right td:last-child{background:#a002}:root{color-scheme:light dark}"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph of both texts, or of one."""

    side: Side
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts, aligned."""

    names: tuple[str, str]
    counts: tuple[int, int]
    """Words of each."""
    common: int
    """Words that both have."""
    rows: tuple[Row, ...]

    @property
    def summary(self) -> str:
        """Tell in one line how alike they are."""
        total = sum(self.counts)
        alike = 2 * self.common / total if total else 1.0
        told = ", ".join(f"{name} {count} words" for name, count in zip(self.names, self.counts, strict=True))
        return f"{told}; {self.common} in both (F1 of the words: {alike:.3f})"


def compare(names: tuple[str, str], left: str, right: str) -> Comparison:
    """Align two texts by their paragraphs; blanks do not matter."""
    bags = Counter(words(left)), Counter(words(right))
    rows = tuple(_rows(_paragraphs(left), _paragraphs(right)))
    return Comparison(names, (bags[0].total(), bags[1].total()), (bags[0] & bags[1]).total(), rows)


def _paragraphs(text: str) -> list[str]:
    return [folded for line in text.split("\n") if (folded := " ".join(line.split()))]


def _rows(left: list[str], right: list[str]) -> Iterator[Row]:
    for kind, first, last, start, end in SequenceMatcher(None, left, right).get_opcodes():
        if kind == "equal":
            yield from (Row("both", text, text) for text in left[first:last])
        else:
            yield from (Row("left", text, "") for text in left[first:last])
            yield from (Row("right", "", text) for text in right[start:end])


def as_columns(comparison: Comparison, width: int) -> Iterator[tuple[Side, str]]:
    """Write two columns for a terminal of that width; with each line comes the side that it belongs to."""
    column = max((width - 5) // 2, _NARROWEST)
    for row in comparison.rows:
        lefts, rights = list(wrapped(row.left, column)), list(wrapped(row.right, column))
        for at in range(max(len(lefts), len(rights))):
            left, right = (lines[at] if at < len(lines) else "" for lines in (lefts, rights))
            sign = SIGNS[row.side] if at == 0 else " "
            yield row.side, f"{left}{' ' * (column - width_of(left))} {sign} {right}".rstrip()


def wrapped(text: str, width: int) -> Iterator[str]:
    """Break a text into lines, between words where it can be done."""
    line, taken = "", 0
    for word in text.split():
        needed = width_of(word)
        if line and taken + 1 + needed > width:
            yield line
            line, taken = "", 0
        if needed > width:  # no blanks: Chinese, or an address
            *full, word = _cut(word, width)
            yield from full
            needed = width_of(word)
        line, taken = (f"{line} {word}", taken + 1 + needed) if line else (word, needed)
    if line:
        yield line


def _cut(word: str, width: int) -> list[str]:
    parts, part, taken = [], "", 0
    for letter in word:
        needed = width_of(letter)
        if part and taken + needed > width:
            parts.append(part)
            part, taken = "", 0
        part, taken = part + letter, taken + needed
    return [*parts, part]


def width_of(text: str) -> int:
    """Tell how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 1 + (east_asian_width(letter) in "WF") for letter in text)


def as_html(comparison: Comparison, title: str) -> str:
    """Write a page with both texts as a table."""
    head = element("tr", *(element("th", name, scope="col") for name in comparison.names))
    rows = join(
        (element("tr", element("td", row.left), element("td", row.right), class_=row.side) for row in comparison.rows),
        Html("\n"),
    )
    table = element("table", element("thead", head), element("tbody", rows))
    told = element("head", element("meta", charset="utf-8"), element("title", title), element("style", Html(_STYLE)))
    body = element("body", element("h1", title), element("p", comparison.summary), table)
    return f"<!DOCTYPE html>\n{element('html', told, body, lang='en')}\n"
