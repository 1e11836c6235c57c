"""`webwinnow pagetype`: articles, overview pages, media and empty pages."""

import json
from typing import Final, get_args

import click

from webwinnow.cli.output import emit, printable
from webwinnow.cli.pages import Pages, answer_options, many_pages, without_credentials
from webwinnow.kind import PageType, PageTypeMethod
from webwinnow.result import find_page_type

_EXAMPLES: Final = """\b
Examples:
  webwinnow pagetype page.html
  webwinnow pagetype page.html --method textsweeper
  webwinnow pagetype *.html --json > types.jsonl
  webwinnow pagetype *.html --json | jq -r 'select(.type == "overview") | .page'
  curl -s https://example.org/ | webwinnow pagetype"""
_SHOWN: Final = {
    "words": "words",
    "link_share": "in links",
    "container_words": "in one place",
    "teaser_share": "in teasers",
    "headline_words": "headline",
    "net_text_length": "net text",
}
"""The figures of the table, and what stands above them."""
_WIDEST: Final = 60
"""Characters of a page's name; json has all of them."""


@click.command(epilog=_EXAMPLES)
@answer_options("Print one JSON object on a line for each page, with all figures")
@click.option(
    "--method",
    type=click.Choice(get_args(PageTypeMethod)),
    default="learned",
    show_default=True,
    help="How to decide: by trained trees, or by the net text length alone, as in TextSweeper.",
)
@many_pages
def command(
    pages: Pages,
    as_json: bool,
    method: PageTypeMethod,
) -> int:
    """Show the type of each PAGE: a file, an http(s) URL, or - for standard input.

    article: one text to read. overview: a home page, listing or collection that leads to other pages. media: a large
    video, sound or picture with little text. empty: nothing worth reading, such as a page that a script must fill.

    The table shows the type, how sure it is (0.5 to 1), the words of the page, the share of them in links, the words
    of prose in one place, the share of text in teasers, the words of the headline, and the net text length: the
    characters of the main content that lead nowhere else. TextSweeper's test is yes or no, so that it is always sure.

    A page that cannot be read is named on standard error, the others go on, and the exit code is 1.
    """
    width = max(len(_name(place)) for place in pages.places)
    if as_json:
        return pages.show(lambda place, page: _line(place, find_page_type(page, method)))
    emit(_row("page", "type", "sure", list(_SHOWN.values()), width))
    return pages.show(lambda place, page: _figures(place, find_page_type(page, method), width))


def _line(place: str, found: PageType) -> str:
    return json.dumps({"page": without_credentials(place)} | found.to_json(), ensure_ascii=False) + "\n"


def _figures(place: str, found: PageType, width: int) -> str:
    values = [_number(name, found.figures[name]) for name in _SHOWN]
    return _row(_name(place), found.type, f"{found.confidence:.2f}", values, width)


def _row(page: str, name: str, confidence: str, figures: list[str], width: int) -> str:
    cells = (figure.rjust(len(title)) for figure, title in zip(figures, _SHOWN.values(), strict=True))
    return "  ".join([page.ljust(width), name.ljust(8), confidence.rjust(4), *cells]).rstrip() + "\n"


def _number(name: str, value: float) -> str:
    return f"{value:.0%}" if name.endswith("_share") else f"{value:.0f}"


def _name(place: str) -> str:
    """Cut to what fits; what no terminal should get becomes a question mark."""
    shown = printable(without_credentials(place))
    return shown if len(shown) <= _WIDEST else "…" + shown[1 - _WIDEST :]
