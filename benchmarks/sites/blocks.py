"""What documents are made of: paragraphs, headings, lists, tables and their like, read from our own Markdown.

Our Markdown is a small part of the usual one, block by block, parted by empty lines:

    ![alternative text](2)          a figure: the number of a picture, its caption on the next line
    *Caption.*
    *Caption.*                      a table with a caption, which may be missing
    | one | two |
    > [!WARNING] Title              a callout
    > Its text.
    Term                            a definition list
    : Definition
    Text with a footnote.[^]        a paragraph with its footnote
    [^]: The footnote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

FENCE: Final = "```"
_FIGURE: Final = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<picture>\d+)\)(?:\n\*(?P<caption>.*)\*)?\Z")
_CALLOUT: Final = re.compile(r"> \[!(?P<kind>[A-Z]+)\] (?P<title>.*)\n(?P<text>(?:> .*\n?)+)\Z")
_LIST: Final = re.compile(r"(?:- |\d+\. )")
_NOTE: Final = re.compile(r"(?P<text>.*\[\^\].*)\n\[\^\]: (?P<note>.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text in Markdown; a footnote has its number once the paragraph stands in a document."""

    text: str
    note: str | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; the headline of a document is of level 1."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list: how deep it is nested, its sign ("-" or "3."), its text."""

    depth: int
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list, nested lists inside it."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    """Terms with one definition each."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DataTable:
    """Rows of cells, the first row with the names of the columns."""

    rows: tuple[tuple[str, ...], ...]
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines of a programming language."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Equation:
    """A formula in TeX on lines of its own."""

    tex: str


@dataclass(frozen=True, slots=True)
class Quotation:
    """Paragraphs in another person's words."""

    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, by its number, with alternative text and perhaps a caption."""

    alt: str
    picture: str
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class Callout:
    """A note or warning set off from the text."""

    kind: str
    title: str
    text: str


Block = Paragraph | Heading | Items | Definitions | DataTable | CodeBlock | Equation | Quotation | Figure | Callout


def read_blocks(markdown: str) -> list[Block]:
    """Read our Markdown block by block."""
    blocks = re.findall(r"^```.*?^```$|(?:^(?!```)[^\n]+\n?)+", markdown, flags=re.MULTILINE | re.DOTALL)
    return [read_block(block.strip("\n")) for block in blocks]


def read_block(text: str) -> Block:
    """Read one block: its first signs say what it is."""
    lines = text.split("\n")
    if text.startswith(FENCE):
        return CodeBlock(lines[0].removeprefix(FENCE), "\n".join(lines[1:-1]))
    if text.startswith("$$"):
        return Equation(text.strip("$\n "))
    if text.startswith("#"):
        signs, _, title = text.partition(" ")
        return Heading(title, len(signs))
    if figure := _FIGURE.match(text):
        return Figure(figure["alt"], figure["picture"], figure["caption"])
    if callout := _CALLOUT.match(text):
        return Callout(callout["kind"].lower(), callout["title"], " ".join(_unquoted(callout["text"].split("\n"))))
    if text.startswith(">"):
        return Quotation(tuple(part.replace("\n", " ") for part in "\n".join(_unquoted(lines)).split("\n\n")))
    if _LIST.match(text):
        return Items(tuple(map(_item, lines)))
    if "|" in lines[-1]:
        return _table(lines)
    if len(lines) > 1 and lines[1].startswith(": "):
        return Definitions(tuple((term, meaning[2:]) for term, meaning in zip(lines[::2], lines[1::2], strict=True)))
    if note := _NOTE.match(text):
        return Paragraph(note["text"].replace("\n", " "), note["note"])
    return Paragraph(text.replace("\n", " "))


def plain(markdown: str) -> str:
    """Take the signs out of a line of Markdown: what stays is what a reader sees; marks of footnotes go, too."""
    text = re.sub(r"\[\^\d*\]", "", markdown)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"(\*\*|`|\*)(.+?)\1", r"\2", text)


def _unquoted(lines: list[str]) -> list[str]:
    return [line.removeprefix(">").removeprefix(" ") for line in lines if line]


def _item(line: str) -> Item:
    bare = line.lstrip()
    sign, _, text = bare.partition(" ")
    return Item((len(line) - len(bare)) // 2, sign, text)


def _table(lines: list[str]) -> DataTable:
    caption = lines[0].strip("*") if lines[0].startswith("*") else None
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[caption is not None :]]
    return DataTable(tuple(row for row in rows if set("".join(row)) != {"-"}), caption)
