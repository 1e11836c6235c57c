"""`webwinnow explain`: pictures of why something was kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.options import extractor_option, recipes_option
from webwinnow.cli.output import emit, write_file
from webwinnow.cli.pages import PLACE, Pages, one_page
from webwinnow.cli.targets import targets
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.explain import Explanation, explain
from webwinnow.expression import parse
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
@extractor_option()
@recipes_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=PLACE,
    help="Write to a file that ends in .svg, .png, .html or .json.  [default: print json]",
)
@one_page
def command(
    pages: Pages,
    extractor: str,
    recipes: Recipes,
    output: str | None,
) -> None:
    """Show why parts of PAGE were kept: a file, an http(s) URL, or - for standard input.

    The picture holds the curves that the extractor decides by, with what it chose shaded: the figures of the papers,
    for any page. The end of FILE says what is written: .svg or .png a picture, .html a picture beside the text of the
    page, .json all the data. Without FILE, or with -, the data are printed.

    Of a series, the last extractor is shown on what the stages before it left; of a union, an intersection or a vote,
    each member and the votes for each place. A filter shows what it changes.
    """
    write, stage = _writer(_form(output)), parse(extractor, recipes)  # what is wrong here is wrong for every page
    Document.from_bytes(b"", encoding=pages.encoding)
    file = targets(pages.places, output, "json")[0]
    document = pages.read(pages.places[0])
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
