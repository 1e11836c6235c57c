"""`webwinnow media`: the images, videos, sounds and drawings of pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import click

from webwinnow.cli.options import extractor_option
from webwinnow.cli.output import cell, laid_out
from webwinnow.cli.pages import Pages, answer_options, many_pages, name_above, without_credentials
from webwinnow.document import Document
from webwinnow.expression import parse_extractor
from webwinnow.extraction import extract
from webwinnow.media import Medium, find_media

_EXAMPLES: Final = """\b
Examples:
  webwinnow media page.html --url https://example.org/story
  webwinnow media https://example.org/story -e wlr-media
  webwinnow media *.html --json > media.jsonl
  webwinnow media page.html --all --json | jq -r .url"""
_HEAD: Final = ("kind", "size", "from", "address", "caption", "alt", "spans")
_WIDEST: Final = 60
"""Characters of a cell; json has all of them."""


@click.command(epilog=_EXAMPLES)
@extractor_option("What finds the main content; wlr-media takes all large media of the page.")
@click.option("--all", "--candidates", "every", is_flag=True, help="List all media, also icons, banners and teasers.")
@answer_options("Print one JSON object on a line for each medium")
@many_pages
def command(
    pages: Pages,
    extractor: str,
    every: bool,
    as_json: bool,
) -> int:
    """List the main media of each PAGE: a file, an http(s) URL, or - for standard input.

    For each: its kind, its size and where that is known from, its absolute address, its caption, its alternative text,
    and where it and its caption stand in the page's source. Media belong to the main content if they are larger than
    120,000 square pixels and stand where text was kept.

    A page that cannot be read is named on standard error, the others go on, and the exit code is 1.
    """
    chosen = parse_extractor(extractor)  # what is wrong here is wrong for every page

    def shown(place: str, page: Document) -> str:
        media = find_media(page) if every else extract(page, chosen).media
        return _lines(place, media) if as_json else _table(place, media, len(pages))

    return pages.show(shown)


def _lines(place: str, media: Sequence[Medium]) -> str:
    known = {"page": without_credentials(place)}
    return "".join(json.dumps(known | medium.to_json(), ensure_ascii=False) + "\n" for medium in media)


def _table(place: str, media: Sequence[Medium], pages: int) -> str:
    """Lay the media out in columns; of several pages, each has its name above."""
    return name_above(place, pages) + (laid_out([_HEAD, *map(_row, media)]) if media else "no media\n")


def _row(medium: Medium) -> tuple[str, ...]:
    size = medium.size
    sides = (f"{side:.0f}" if side is not None else "?" for side in (size.width, size.height)) if size else ()
    spans = " ".join(f"{start}:{end}" for start, end in medium.spans)
    texts = (medium.url, medium.caption, medium.alt)
    return (
        medium.kind,
        "x".join(sides) or "-",
        size.source if size else "-",
        *(cell(text, _WIDEST) for text in texts),
        spans,
    )
