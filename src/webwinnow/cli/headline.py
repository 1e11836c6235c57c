"""`webwinnow headline`: the headlines of pages."""

import json
from typing import Final

import click

from webwinnow.cli.output import printable
from webwinnow.cli.pages import Pages, answer_options, many_pages, without_credentials
from webwinnow.document import Document
from webwinnow.headline import METHODS, Headline, rank_headlines
from webwinnow.plain_data import headline_data

_EXAMPLES: Final = """\b
Examples:
  webwinnow headline page.html
  webwinnow headline page.html -m tf --all
  webwinnow headline https://example.org/story --json | jq -r .text
  webwinnow headline *.html --json > headlines.jsonl"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "-m",
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="How to find the headline.",
)
@click.option("--keep-stop-words", is_flag=True, help="Let tf, tfidf, osm and aggregate compare words of grammar, too.")
@answer_options("Print one JSON object on a line for each page")
@click.option("--all", "--candidates", "every", is_flag=True, help="Show the other candidates, too.")
@many_pages
def command(
    pages: Pages,
    method: str,
    keep_stop_words: bool,
    as_json: bool,
    every: bool,
) -> int:
    """Print the headline of each PAGE: a file, an http(s) URL, or - for standard input.

    Methods: headline judges headings, meta tags, JSON-LD and the title together; tf, tfidf, osm and aggregate take the
    text most like the title (TitleFinder), without stop words; largest-font takes the first heading of the highest
    order; title the title.

    With --all, each line has score, source, offsets and text, best first; scores compare within one method only. A
    page without a headline gives an empty line; one that cannot be read is named on standard error, and the exit code
    is 1.
    """

    def shown(place: str, page: Document) -> str:
        found = rank_headlines(page, method, stop_words=not keep_stop_words)
        return _line(place, method, found) if as_json else _lines(found) if every else _text(found)

    return pages.show(shown)


def _line(place: str, method: str, found: tuple[Headline, ...]) -> str:
    said = {"page": without_credentials(place)} | headline_data(method, found)
    return json.dumps(said, ensure_ascii=False) + "\n"


def _lines(found: tuple[Headline, ...]) -> str:
    return "".join(f"{each.score:.3f}\t{each.source}\t{_places(each)}\t{printable(each.text)}\n" for each in found)


def _places(headline: Headline) -> str:
    return ",".join(f"{start}:{end}" for start, end in headline.spans)


def _text(found: tuple[Headline, ...]) -> str:
    return f"{printable(found[0].text) if found else ''}\n"
