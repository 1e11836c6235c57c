"""`webwinnow explain`: pictures of why something was kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.extractor_option import extractor_option
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.pages import PLACE, page_options, places, read_document
from webwinnow.cli.recipes import recipes_option
from webwinnow.cli.targets import targets
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.explain import Explanation, explain
from webwinnow.expression import parse
from webwinnow.fetch import Client
from webwinnow.recipes import Recipes

FORMS: Final = ("svg", "png", "html", "json")
ENDINGS: Final = tuple(f".{form}" for form in FORMS)
_EXAMPLES: Final = """\b
Examples:
  webwinnow explain page.html -e bte -o why.svg
  webwinnow explain https://example.org/story -e 'lqf >> bte' -o why.html
  webwinnow explain --example -e 'vote(2, lqf, bte, plain)' -o why.png
  webwinnow explain page.html -e bte | jq '.panels[0].regions'"""


@click.command(epilog=_EXAMPLES)
@click.argument("page", metavar="[PAGE]", required=False, type=PLACE)
@extractor_option()
@recipes_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=PLACE,
    help="A file that ends in .svg, .png, .html or .json.  [default: json]",
)
@page_options
def command(
    page: str | None,
    extractor: str,
    recipes: Recipes,
    output: str | None,
    url: str | None,
    encoding: str | None,
    allow_private: bool,
    timeout: float,
    limit: int,
    example: bool,
) -> None:
    """Show why something was kept of PAGE: a file, an http(s) URL, or - for standard input.

    The picture holds the curves that the extractor decides by, with what it chose shaded: the figures of the papers,
    for any page. The end of FILE says what is written: .svg or .png a picture, .html a picture beside the text of the
    page, .json all the data. Without FILE, or with -, the data are printed.

    Of a series, the last extractor is shown on what the stages before it left; of a union, an intersection or a vote,
    each member and the votes for each place. A filter shows what it changes.
    """
    place = places(() if page is None else (page,), example=example)[0]
    write, stage = _writer(_form(output)), parse(extractor, recipes)  # what is wrong here is wrong for every page
    Document.from_bytes(b"", encoding=encoding)
    file = targets((place,), output, "json")[0]
    client = Client(timeout=timeout, limit=limit, allow_private=allow_private)
    document = read_document(place, client, url=url, encoding=encoding)
    written = write(explain(document, stage), document)
    if file is None:
        emit(written if isinstance(written, str) else "")
    else:
        write_file(file, written)


def _form(output: str | None) -> str:
    if output is None or output == "-":
        return "json"
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in FORMS or Path(output).is_dir():
        raise UsageError(f"{output}: cannot tell what to write: name a file that ends in {', '.join(ENDINGS)}")
    return form


def _writer(form: str) -> Callable[[Explanation, Document], str | bytes]:
    """Find who writes a form; each is imported when it is asked for, and complains at once if it lacks something."""
    if form == "svg":
        from webwinnow.explain.svg import draw_svg

        return lambda explanation, _: draw_svg(explanation)
    if form == "png":
        from webwinnow.drawing.png import renderer
        from webwinnow.explain.png import draw_png

        renderer("explain")
        return lambda explanation, _: draw_png(explanation)
    if form == "html":
        from webwinnow.explain.html import write_html

        return write_html
    return lambda explanation, _: explanation.to_json()
