"""`webwinnow explain`: pictures of why something was kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from webwinnow.cli.options import extractor_option, recipes_option
from webwinnow.cli.output import emit, printable, write_file
from webwinnow.cli.pages import PLACE, Choice, Pages, one_page
from webwinnow.cli.targets import targets
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.explain import Explanation, explain
from webwinnow.expression import parse
from webwinnow.recipes import Recipes

FORMS: Final = ("text", "json", "svg", "png", "html")
_ENDINGS: Final = {".txt": "text", **{f".{form}": form for form in FORMS[1:]}}
_EXAMPLES: Final = """\b
Examples:
  webwinnow explain page.html
  webwinnow explain page.html -e bte -o why.svg
  webwinnow explain https://example.org/story -e 'lqf >> bte' -o why.html
  webwinnow explain --example -e 'vote(2, lqf, bte, plain)' -o why.png
  webwinnow explain page.html -e bte --json | jq '.panels[0].regions'"""


@click.command(epilog=_EXAMPLES)
@extractor_option()
@recipes_option
@click.option(
    "-f",
    "--format",
    "form",
    type=Choice(FORMS, {"txt": "text"}),
    help="What to write.  [default: what the end of FILE says; without FILE, text on a terminal, else json]",
)
@click.option("--json", "as_json", is_flag=True, help="Print all the data; the same as -f json.")
@click.option(
    "-o", "--output", metavar="FILE", type=PLACE, help="Write to a file, such as why.svg, .png, .html, .json or .txt."
)
@one_page
def command(
    pages: Pages,
    extractor: str,
    recipes: Recipes,
    form: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Show why parts of PAGE were kept: a file, an http(s) URL, or - for standard input.

    On a terminal, a summary is printed: what was kept and dropped, and what decided. With -o, the end of FILE says what
    is written: .svg or .png a picture, .html a picture beside the text of the page, .json all the data. Where standard
    output is no terminal, the data are printed.

    The picture holds the curves that the extractor decides by, with what it chose shaded: the figures of the papers,
    for any page. Of a series, the last extractor is shown on what the stages before it left; of a union, an
    intersection or a vote, each member and the votes for each place. A filter shows what it changes.
    """
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json is -f json, and -f {form} is given: leave one of them out")
    chosen = "json" if as_json else form or _form(output)
    write, stage = _writer(chosen), parse(extractor, recipes)  # what is wrong here is wrong for every page
    Document.from_bytes(b"", encoding=pages.encoding)
    file = targets(pages.places, output, "json")[0]
    document = pages.read(pages.places[0])
    written = write(explain(document, stage), document)
    if file is None:
        emit(_shown(written) if chosen == "text" else written)
    else:
        write_file(file, written)


def _shown(written: str | bytes) -> str:
    """Keep from a terminal what it would take for a command."""
    return "".join(f"{printable(line)}\n" for line in str(written).splitlines())


def _form(output: str | None) -> str:
    if output is None or output == "-":
        return "text" if sys.stdout is not None and sys.stdout.isatty() else "json"
    form = _ENDINGS.get(Path(output).suffix.lower())
    if form is None or Path(output).is_dir():
        raise UsageError(f"{output}: cannot tell what to write: name a file that ends in {', '.join(_ENDINGS)}")
    return form


def _writer(form: str) -> Callable[[Explanation, Document], str | bytes]:
    """Find who writes a form; each is imported when it is asked for, and complains at once if it lacks something."""
    if form == "svg":
        from webwinnow.explain.svg import draw_svg

        return lambda explanation, _: draw_svg(explanation)
    if form == "png":
        from webwinnow.drawing.png import renderer
        from webwinnow.explain.svg import draw_png

        renderer("explain")
        return lambda explanation, _: draw_png(explanation)
    if form == "html":
        from webwinnow.explain.html import write_html

        return write_html
    if form == "text":
        from webwinnow.explain.html import write_summary

        return write_summary
    return lambda explanation, _: explanation.to_json()
