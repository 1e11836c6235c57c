"""`webwinnow discover`: the addresses of a site's articles, from feeds, sitemaps and the page itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from webwinnow.cli.output import complain, emit, printable
from webwinnow.cli.pages import Pages, answer_options, is_address, one_page
from webwinnow.discovery import Discovery, DiscoverySettings, discover, discover_in
from webwinnow.fetch import read_page

_Command = TypeVar("_Command", bound=Callable[..., Any])
_DEFAULT: Final = DiscoverySettings()
_EXAMPLES: Final = """\b
Examples:
  webwinnow discover https://example.org/news
  webwinnow discover https://example.org/ --json | jq -r .title
  webwinnow discover https://example.org/ --most 20 | webwinnow extract --from - -o pages
  webwinnow discover saved-feed.xml"""


def _bound(name: str, kind: click.ParamType[Any], unit: str, meaning: str) -> Callable[[_Command], _Command]:
    usual = getattr(_DEFAULT, name)
    return click.option(f"--{name}", type=kind, metavar=unit, default=usual, show_default=True, help=meaning)


@click.command(epilog=_EXAMPLES)
@answer_options("Print one JSON object on a line for each article.")
@_bound("most", click.IntRange(min=1), "N", "Addresses at most.")
@_bound("requests", click.IntRange(min=1), "N", "Requests at most, robots.txt included.")
@_bound("delay", click.FloatRange(min=0), "SECONDS", "The pause between requests; longer if robots.txt asks for it.")
@_bound("depth", click.IntRange(min=0), "N", "How many levels of sitemaps of sitemaps are followed.")
@one_page
def command(pages: Pages, as_json: bool, most: int, requests: int, delay: float, depth: int) -> int:
    """List the addresses of the articles of a site, given the URL of one of its overview pages.

    They come from the page itself, the feeds it links to (RSS, Atom, JSON Feed) and the sitemaps that robots.txt names.
    Nothing that robots.txt disallows is fetched, and no page is followed further: this is not a crawler. With a FILE,
    which may be a page, a feed or a sitemap, nothing is fetched at all.

    What could not be fetched is listed on standard error. The exit code is 1 if nothing was found.
    """
    place = pages.places[0]
    if is_address(place):
        settings = DiscoverySettings(most=most, requests=requests, delay=delay, depth=depth)
        found = discover(place, pages.client, settings)
    else:
        found = discover_in(read_page(place, pages.client).body, pages.url, most)
    for note in found.notes:
        complain(note)
    emit(_lines(found, as_json=as_json))
    return int(not found.entries)


def _lines(found: Discovery, *, as_json: bool) -> str:
    if as_json:
        return "".join(json.dumps(each.to_json(), ensure_ascii=False) + "\n" for each in found.entries)
    return "".join(f"{printable(each.address)}\n" for each in found.entries)
