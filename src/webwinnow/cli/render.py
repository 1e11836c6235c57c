"""`webwinnow render`: pages in a real browser; where each element stands is written into a file beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from webwinnow.cli.output import Progress, complain, emit, require_writable, wanted, write_file
from webwinnow.cli.pages import PLACE, Pages, is_address, one_page, without_credentials
from webwinnow.document import Document
from webwinnow.document.geometry import ENDING
from webwinnow.errors import PackageError, RenderError

if TYPE_CHECKING:
    from webwinnow.geometry import RenderSettings

_EXAMPLES: Final = """\b
Examples:
  webwinnow render page.html -o page.geometry.json
  webwinnow extract page.html -e vips --geometry page.geometry.json
  webwinnow render https://example.org/photos --javascript -o photos.geometry.json
  webwinnow render page.html --javascript --snapshot later.html -o later.geometry.json
  webwinnow render page.html --blocks blocks.svg -o page.geometry.json
  webwinnow render page.html --picture page.png --viewport 390x844 -o phone.geometry.json
  webwinnow render my-package                  # a sidecar beside each of its pages"""

_BLOCKS: Final = (".json", ".svg", ".png")


def _window(_: click.Context, __: click.Parameter, size: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})[x×]([0-9]{1,5})", size.strip().lower())
    if not found:
        raise click.BadParameter(f"{size!r} is no size: write it as 1280x800")
    return int(found[1]), int(found[2])


@click.command(epilog=_EXAMPLES)
@click.option("-o", "--output", metavar="FILE", type=PLACE, help="Write the sidecar here.  [default: standard output]")
@click.option("--javascript/--no-javascript", default=False, help="Run the scripts of the page.  [default: do not]")
@click.option("--network/--no-network", default=None, help="Load what the page refers to.  [default: for URLs only]")
@click.option(
    "--viewport", metavar="WIDTHxHEIGHT", callback=_window, default="1280x800", show_default=True,
    help="The size of the window, in pixels.",
)  # fmt: skip
@click.option("--memory", metavar="MB", type=click.IntRange(200, 64_000), default=2_000, show_default=True,
    help="The memory that the browser may take; a page that wants more is stopped.",
)  # fmt: skip
@click.option("--snapshot", metavar="FILE", type=PLACE, help="Write the page as scripts left it; measure that one.")
@click.option(
    "--blocks", metavar="FILE", type=PLACE, help="Write the blocks of vips: .json, or .svg or .png over a picture."
)
@click.option("--picture", metavar="FILE", type=PLACE, help="Write a picture of the page, too (PNG).")
@one_page
def command(
    pages: Pages,
    output: str | None,
    javascript: bool,
    network: bool | None,
    viewport: tuple[int, int],
    memory: int,
    snapshot: str | None,
    blocks: str | None,
    picture: str | None,
) -> int:
    """Show PAGE in an installed Chromium and write down where every element and every run of text stands.

    PAGE is a file, an http(s) URL, - for standard input, or the folder of a test package. The sidecar holds boxes,
    visibility, font size and weight, and colours, by the offsets of the page's own source; stages that use it take it
    with --geometry, and `evaluate` takes those that lie beside the pages of a package.

    A file is shown without any network. What a URL refers to is fetched by webwinnow itself, never from private
    addresses, unless --allow-private is given. --timeout bounds the time for one page.

    Needs: pip install 'webwinnow[render]', and Chromium (apt install chromium, or --browser PATH).
    """
    from webwinnow.geometry import RenderSettings

    place = pages.places[0]
    online = is_address(place) if network is None else network
    settings = RenderSettings(
        javascript=javascript,
        width=viewport[0],
        height=viewport[1],
        timeout=pages.client.timeout,
        memory=memory * 1_000_000,
        browser=pages.browser,
        client=pages.client if online else None,
    )
    if Path(place).is_dir():
        if output or snapshot or picture or blocks:
            raise click.UsageError("the sidecars of a package lie beside its pages: leave -o and the like out")
        return _render_package(Path(place), settings)
    if blocks and Path(blocks).suffix.lower() not in _BLOCKS:
        raise click.UsageError(f"{blocks}: cannot tell what to write: name a file that ends in {', '.join(_BLOCKS)}")
    for file in (output, snapshot, picture, blocks):
        if file not in (None, "-"):
            require_writable(Path(str(file)))
    try:
        _render_page(pages.read(place), settings, output, snapshot, picture, blocks)
    except RenderError as error:
        raise RenderError(f"{without_credentials(place)}: {error}") from error
    return 0


def _render_page(
    page: Document,
    settings: RenderSettings,
    output: str | None,
    snapshot: str | None,
    picture: str | None,
    blocks: str | None,
) -> None:
    from webwinnow.geometry import Browser

    with Browser(settings) as browser:
        if snapshot:
            page = browser.snapshot(page)
            browser.settings = replace(settings, javascript=False)  # its scripts have run
        page = page.with_geometry(browser.measure(page))
        shot = browser.picture(page) if picture or blocks else b""
    tree = _tree(page, blocks, shot) if blocks else ""
    sidecar = _sidecar(page)
    for file, content in ((snapshot, page.source), (picture, shot), (blocks, tree), (output or "-", sidecar)):
        if file == "-":
            emit(content)
        elif file:
            write_file(Path(file), content)


def _tree(page: Document, file: str, shot: bytes) -> str | bytes:
    """Write the vision-based tree of a page as the file's ending wants it."""
    from webwinnow.drawing.png import render_png
    from webwinnow.extractors.vips import VIPS, tree_json, tree_picture

    labelled, ending = VIPS().labelled(page), Path(file).suffix.lower()
    if ending == ".json":
        return json.dumps(tree_json(page, labelled)) + "\n"
    picture = tree_picture(page, labelled, shot)
    return picture if ending == ".svg" else render_png(picture, "explain", zoom=1.0)


def _sidecar(page: Document) -> str:
    known = page.geometry.to_json(page.markup) if page.geometry else {}
    return json.dumps(known, separators=(",", ":")) + "\n"


def _render_package(folder: Path, settings: RenderSettings) -> int:
    """Write a sidecar beside each page of a package; one that fails is named, and the others go on."""
    from webwinnow.geometry import Browser

    failed = 0
    with Browser(settings) as browser:
        for file, page in _package_pages(folder):
            try:
                write_file(file, _sidecar(page.with_geometry(browser.measure(page))))
            except RenderError as error:
                complain(f"{file.name.removesuffix(ENDING)}: {error}")
                failed += 1
    return int(failed > 0)


def _package_pages(folder: Path) -> Iterator[tuple[Path, Document]]:
    from webwinnow.evaluate.package import load

    package = load(folder)
    total = len(package.pages)
    with Progress(total, wanted(total, to_files=True)) as shown:
        for number, files in enumerate(package.pages, 1):
            shown.at(number, files.id)
            try:
                page = files.read()
                yield folder / f"{files.id}{ENDING}", Document.from_bytes(page.html(), url=page.meta.url)
            except PackageError as error:
                complain(str(error))
