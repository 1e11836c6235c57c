"""Pages to measure on: those of a folder, or generated ones that look like the web.

Generated pages are deterministic, and mixed as 300 real ones were (core figures of the project's design): by bytes
about 43 % scripts and styles, 46 % tags and comments, 11 % text.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

ENDINGS: Final = (".html", ".html.gz")


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a name for reports, and its bytes."""

    name: str
    data: bytes


class Pages(Protocol):
    """Pages that can be counted, and read as often as needed."""

    def __len__(self) -> int:
        """Count the pages."""
        ...

    def __iter__(self) -> Iterator[Page]:
        """Read page after page."""
        ...


@dataclass(frozen=True, slots=True)
class Folder:
    """The pages of a folder, read one by one; every n-th only."""

    path: Path
    every: int = 1

    def files(self) -> list[Path]:
        """List the files in the order of their names."""
        found = sorted(file for file in self.path.iterdir() if file.name.endswith(ENDINGS))
        return found[:: self.every]

    def __len__(self) -> int:
        """Count the pages."""
        return len(self.files())

    def __iter__(self) -> Iterator[Page]:
        """Read page after page."""
        for file in self.files():
            data = file.read_bytes()
            yield Page(file.name, gzip.decompress(data) if file.suffix == ".gz" else data)


def folder_of_pages(path: Path, *, every: int = 1, at_most: int = 0) -> Folder:
    """Choose the pages of a folder: every n-th, or as many as asked for, spread evenly; without any, exit."""
    pages = Folder(path, every) if path.is_dir() else None
    if not pages or not len(pages):
        raise SystemExit(f"{path}: no folder with pages ({' or '.join(f'*{end}' for end in ENDINGS)}): name another")
    if at_most:
        pages = Folder(path, every * -(-len(pages) // at_most))
    return pages


def generated_pages(count: int, size: int = 120_000) -> list[Page]:
    """Write pages around the given size, a few much smaller and a few much larger, as on the web."""
    sizes = [int(size * factor) for factor in (1, 0.4, 1.6, 0.1, 3)]
    return [Page(f"generated-{at}", page_of(sizes[at % len(sizes)], seed=at)) for at in range(count)]


def page_of(size: int, seed: int = 0) -> bytes:
    """Write one page of about the given number of bytes: its parts repeat until it is full."""
    chance = random.Random(seed)
    head = f"<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>{_words(chance, 6)}</title>"
    parts, length = [head, "</head><body>", _navigation(chance)], len(head)
    while length < size:
        parts.append(_section(chance))
        length += len(parts[-1].encode())
    return "".join([*parts, "<footer><p>&copy; 2026 Example</p></footer></body></html>\n"]).encode()


_VOCABULARY: Final = (
    "the of and to in is for on with as at by from that this it was are be have not but they you which their one all "
    "wheat grain chaff winnow harvest field river mountain letter window garden market bridge teacher engine copper "
    "don't well-known naïve café Straße Überblick слово 中文 صفحه می‌خواهم"
).split()


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(_VOCABULARY, k=count))


def _section(chance: random.Random) -> str:
    kinds = (_article, _cards, _cards, _navigation, _comments, _table, _script, _script, _script, _style)
    return chance.choice(kinds)(chance)


def _article(chance: random.Random) -> str:
    paragraphs = "".join(_paragraph(chance) for _ in range(chance.randint(3, 9)))
    return f"<article class='post post-{chance.randrange(999)}'><h2>{_words(chance, 5)}</h2>\n{paragraphs}</article>\n"


def _paragraph(chance: random.Random) -> str:
    link = f'<a href="https://example.org/{chance.randrange(10**6)}?a=1&amp;b=2" rel="nofollow">{_words(chance, 2)}</a>'
    words = f"{_words(chance, chance.randint(10, 50))} {link} <em>{_words(chance, 2)}</em>"
    return f'<p class="has-text-align-left wide">{words}&nbsp;&mdash; {_words(chance, 8)}.<br>{_words(chance, 2)}</p>\n'


def _cards(chance: random.Random) -> str:
    card = (
        '<div class="col-12 col-md-4 d-flex"><div class="card shadow-sm" data-id="{0}"><a href="/item/{0}" title="{1}">'
        '<img src="https://cdn.example.org/i/{0}.jpg" srcset="/i/{0}-2x.jpg 2x" alt="{1}" loading="lazy"></a>'
        '<div class="card-body"><h3 class="card-title"><a href="/item/{0}">{1}</a></h3><span class="price">{0}</span>'
        '<i class="icon" aria-hidden="true"></i><div style="display:none">{1}</div></div></div></div>\n'
    )
    return "".join(card.format(chance.randrange(10**6), _words(chance, 3)) for _ in range(chance.randint(3, 8)))


def _navigation(chance: random.Random) -> str:
    item = '<li class="menu-item menu-item-{0}"><a href="/section/{0}/" class="nav-link"><span>{1}</span></a></li>\n'
    items = "".join(item.format(chance.randrange(999), _words(chance, 1)) for _ in range(chance.randint(5, 20)))
    return f'<nav class="navbar" role="navigation"><ul id="menu-{chance.randrange(99)}">{items}</ul></nav>\n'


def _comments(chance: random.Random) -> str:
    post = '<li id="comment-{0}"><div class="author"><b>{1}</b> <time>{0}</time></div><div><p>{2}<p>{1}</div>\n'
    posts = "".join(
        post.format(chance.randrange(999), _words(chance, 1), _words(chance, 20)) for _ in range(chance.randint(2, 6))
    )
    return f"<!-- comments --><ol class=comments>{posts}</ol>\n"


def _table(chance: random.Random) -> str:
    rows = "".join(f"<tr><td>{_words(chance, 2)}<td>{chance.randrange(99)}</td></tr>\n" for _ in range(5))
    return f'<table border=0><thead><tr><th scope="col">{_words(chance, 1)}</th></tr></thead>{rows}</table>\n'


def _script(chance: random.Random) -> str:
    lines = "".join(
        f'if(a<b&&c[{chance.randrange(99)}]){{push({{"id":{chance.randrange(10**9)},"html":"<b>{at}</b>"}})}}\n'
        for at in range(chance.randint(20, 60))
    )
    return f'<script type="text/javascript">/* <![CDATA[ */{lines}/* ]]> */</script>\n'


def _style(chance: random.Random) -> str:
    rules = "".join(
        f".c{chance.randrange(999)} > a:hover{{display:none;margin:0 {at}px}}\n" for at in range(chance.randint(10, 40))
    )
    return f"<style>{rules}</style>\n"
