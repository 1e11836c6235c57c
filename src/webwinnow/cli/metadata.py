"""`webwinnow metadata`: authors, dates, site, language and more of pages."""

import json
from typing import Final

import click

from webwinnow.cli.output import cell, laid_out
from webwinnow.cli.pages import Pages, answer_options, many_pages, name_above, without_credentials
from webwinnow.metadata import Found, Metadata, find_metadata

_EXAMPLES: Final = """\b
Examples:
  webwinnow metadata page.html --url https://example.org/2024/05/03/story
  webwinnow metadata https://example.org/story --candidates
  webwinnow metadata *.html --json > metadata.jsonl
  webwinnow metadata page.html --json | jq -r '.authors[].value'"""
_FIELDS: Final = {
    "title": "title",
    "authors": "author",
    "published": "published",
    "modified": "modified",
    "site_name": "site",
    "description": "description",
    "language": "language",
    "section": "section",
    "canonical_url": "address",
    "image": "image",
    "feed": "feed",
    "licence": "licence",
    "tags": "tag",
}
"""The fields and what they are called in the table."""
_WIDEST: Final = 80
"""Characters of a value; json has all of them."""


@click.command(epilog=_EXAMPLES)
@answer_options("Print one JSON object on a line for each page")
@click.option(
    "--all", "--candidates", "candidates", is_flag=True, help="Show all that was found for each field, best first."
)
@many_pages
def command(
    pages: Pages,
    as_json: bool,
    candidates: bool,
) -> int:
    """Show what each PAGE says about itself: a file, an http(s) URL, or - for standard input.

    Authors, dates of publication and change, site, description, language, address, image, licence and tags. Each value
    comes with how sure it is (0 to 1), what said so, and where that stands in the page's source.

    A page that cannot be read is named on standard error, the others go on, and the exit code is 1.
    """
    if as_json:
        return pages.show(lambda place, page: _line(place, find_metadata(page), candidates=candidates))
    count = len(pages)
    return pages.show(lambda place, page: _table(place, find_metadata(page), candidates=candidates, pages=count))


def _line(place: str, metadata: Metadata, *, candidates: bool) -> str:
    found = {"page": without_credentials(place)} | metadata.to_json(candidates=candidates)
    return json.dumps(found, ensure_ascii=False) + "\n"


def _table(place: str, metadata: Metadata, *, candidates: bool, pages: int) -> str:
    """Lay the values out in columns; of several pages, each has its name above."""
    rows = [_row(name, found) for field, name in _FIELDS.items() for found in _chosen(metadata, field, candidates)]
    return name_above(place, pages) + (laid_out(rows) if rows else "no metadata\n")


def _chosen(metadata: Metadata, field: str, candidates: bool) -> tuple[Found, ...]:
    if candidates:
        return metadata.candidates[field]
    found = getattr(metadata, field)
    return (found,) if isinstance(found, Found) else found or ()


def _row(name: str, found: Found) -> tuple[str, ...]:
    return name, cell(found.value, _WIDEST), f"{found.confidence:.2f}", found.source, f"{found.start}:{found.end}"
