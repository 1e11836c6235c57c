"""`webwinnow site`: learn what repeats over the pages of a site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from webwinnow.cli.output import emit, write_file
from webwinnow.document import Document
from webwinnow.errors import UsageError
from webwinnow.evaluate.package import load
from webwinnow.fetch import read_page
from webwinnow.models import write_model
from webwinnow.site import AT_LEAST, learn_site

_PATH = click.Path(path_type=Path)


_EXAMPLES = (
    "\b\nExamples:\n  webwinnow site learn pages/*.html -o site.npz\n  webwinnow extract other.html --site site.npz"
)


@click.group(epilog=_EXAMPLES)
def command() -> None:
    """Learn what repeats over the pages of a site, and use it for others of its pages."""


@command.command("learn", short_help="Write the model of a site's template.", epilog=_EXAMPLES)
@click.argument("pages", metavar="PAGES...", nargs=-1, required=True, type=_PATH)
@click.option("-o", "--output", metavar="FILE", required=True, type=_PATH, help="The file to write, such as site.npz.")
@click.option("--by-host", is_flag=True, help="Tell sites apart by the addresses of pages, as test packages have them.")
def _learn(pages: tuple[Path, ...], output: Path, by_host: bool) -> None:
    """Write the model of a site's template, from files, folders of files or test packages: 5 pages at least."""
    found = list(_documents(pages))
    if len(found) < AT_LEAST:
        raise UsageError(f"{len(found)} pages tell nothing about a site: give {AT_LEAST} or more")
    model = learn_site(found, one_site=not by_host)
    write_file(output, write_model(model))
    emit(f"{output}: {len(model.arrays['keys'])} blocks repeat, on {len(found)} pages\n")


def _documents(places: tuple[Path, ...]) -> Iterator[Document]:
    for place in places:
        if (place / "package.toml").exists():
            for page in (files.read() for files in load(place).pages):
                yield Document.from_bytes(page.html(), url=page.meta.url)
            continue
        for file in sorted(place.rglob("*.htm*")) if place.is_dir() else [place]:
            yield Document.from_bytes(read_page(str(file)).body)
