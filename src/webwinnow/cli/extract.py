"""`webwinnow extract`: pages in, their main content out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import click

from webwinnow.catalogue import DEFAULT
from webwinnow.cli.extraction_run import Extraction, run
from webwinnow.cli.extractor_option import extractor_option
from webwinnow.cli.output import emit
from webwinnow.cli.pages import PLACE, page_options, places
from webwinnow.cli.recipes import recipes_option
from webwinnow.cli.render_options import render_options
from webwinnow.cli.targets import targets
from webwinnow.expression import parse
from webwinnow.extraction import FORMATS, extract
from webwinnow.fetch import Client
from webwinnow.recipes import Recipes
from webwinnow.render.csv import COLUMNS, write_row
from webwinnow.render.html import OUTLINES, Outline
from webwinnow.render.structured import RenderOptions

_EXAMPLES: Final = """\b
Examples:
  webwinnow extract page.html
  curl -s https://example.org/ | webwinnow extract --url https://example.org/
  webwinnow extract https://example.org/story -f html --outline mark -o story.html
  webwinnow extract -e 'vote(2, lqf, bte, plain)' *.html -f json > results.jsonl
  webwinnow extract *.html -o texts/ --favour precision
  webwinnow extract page.html -f markdown --no-links -o page.md
  webwinnow extract page.html --read-aloud | espeak-ng"""


@click.command(epilog=_EXAMPLES)
@click.argument("pages", metavar="[PAGE]...", nargs=-1, type=PLACE)
@extractor_option()
@click.option(
    "--favour",
    type=click.Choice(["precision", "recall"]),
    help="Let the default extractor keep less and cleaner text, or lose less.",
)
@recipes_option
@click.option("-f", "--format", "form", type=click.Choice(FORMATS), help="What to print.  [default: text]")
@click.option(
    "--outline",
    type=click.Choice(OUTLINES),
    help="For html: remove other contents, put them in comments, blank them out, or mark the main content."
    "  [default: remove]",
)
@render_options
@click.option("--links-at-end", is_flag=True, help="List the links that are not in the main content below it.")
@click.option("--skip-overview", is_flag=True, help="Print nothing for overview pages, and exit with 3.")
@click.option("-o", "--output", metavar="PATH", type=PLACE, help="A file; for several pages, a directory.")
@page_options
def command(
    pages: tuple[str, ...],
    extractor: str,
    favour: str | None,
    recipes: Recipes,
    form: str | None,
    outline: Outline | None,
    options: RenderOptions,
    links_at_end: bool,
    skip_overview: bool,
    output: str | None,
    url: str | None,
    encoding: str | None,
    allow_private: bool,
    timeout: float,
    limit: int,
    example: bool,
) -> int:
    """Print the main content of each PAGE: a file, an http(s) URL, or - for standard input.

    Without PAGE, standard input is read. Results are UTF-8.

    Of several pages, json prints one object on each line and csv one row; other formats need -o DIR. There, each page
    gets a file that has its name (a URL gives host, path and query) and ends in .txt, .md, .html, .xml, .csv, .json or
    .tsv; where names repeat, the whole path is taken. The directory is made if it is missing.

    A page that cannot be read is named on standard error, the others go on, and the exit code is 1. With
    --skip-overview, so is an overview page (a home page, a listing); the exit code is 3 if all else succeeded.
    """
    named = places(pages, example=example)
    if outline and form not in (None, "html"):
        raise click.UsageError(f"--outline shapes html, not {form}: leave one of them out")
    if links_at_end and form not in (None, "text", "html", "json"):
        raise click.UsageError(f"--links-at-end adds to text, html and json, not to {form}: leave one of them out")
    if url is not None and len(named) > 1:
        raise click.UsageError("--url is the address of one page, and several are given")
    form = form or ("html" if outline else "text")
    if favour and extractor != DEFAULT:
        raise click.UsageError(f"--favour is for the default extractor: write it into {extractor!r}, or leave one out")
    stage = parse(f"{DEFAULT}(favour={favour!r})" if favour else extractor, recipes)
    chosen = extract(b"", stage, encoding=encoding).extractor  # what is wrong here is wrong for every page
    client = Client(timeout=timeout, limit=limit, allow_private=allow_private)
    files = targets(named, output, form)
    if options.header and None in files:  # once above all rows, not above each
        emit(write_row(COLUMNS))
        options = replace(options, header=False)
    shape = (links_at_end, options, skip_overview)
    return run(Extraction(chosen, form, outline or "remove", url, encoding, client, *shape), named, files)
