"""`python -m benchmarks.media_blocks [FOLDER]`: Tables 1 and 2 of bhardwaj2014, on pages whose blocks are known.

Each page of the package lists its blocks in its meta data, as CSS selectors: those that belong to the main content, and
the others. A block is retrieved if at least half of its text was kept, or if a medium in it was chosen. Table 1 is the
previous algorithm, words to leaves alone; Table 2 the extended one, with media, and with sizes and visibility as
Chromium shows them; then the same without a browser. Precision is the share of retrieved blocks that are relevant,
recall the share of relevant blocks that are retrieved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks.table import Cell, table
from webwinnow.document import Document
from webwinnow.evaluate.package import Package, load
from webwinnow.expression import parse_extractor
from webwinnow.geometry import Browser, RenderSettings
from webwinnow.media import media_rule
from webwinnow.selectors import Selector
from webwinnow.stages import Extractor

PREVIOUS: Final = "wlr(competing='dense')"
EXTENDED: Final = "wlr-media"
DENSE: Final = ("wlr-dense", "wlr-media-dense")
EXAMPLES: Final = Path(__file__).parent.parent / "examples" / "media"
HEADER: Final = ("page", "relevant", "retrieved", "precision", "recall")


@dataclass(frozen=True, slots=True)
class BlockCount:
    """The blocks of one page."""

    relevant: int
    retrieved: int
    both: int

    @property
    def precision(self) -> float:
        """Of what was retrieved, the share that is relevant; 0 if nothing was."""
        return self.both / self.retrieved if self.retrieved else 0.0

    @property
    def recall(self) -> float:
        """Of what is relevant, the share that was retrieved."""
        return self.both / self.relevant if self.relevant else 1.0


def count_blocks(page: Document, extractor: Extractor, blocks: dict[str, list[str]]) -> BlockCount:
    """Count the blocks of a page that an extractor retrieves."""
    kept = page.in_subtrees(page.within(extractor(page)).characters_before)
    every = page.in_subtrees(page.characters_before)
    rule = media_rule(extractor)  # the previous algorithm knew no media
    chosen = {medium.element for medium in rule.media(page)} if rule else set()
    found = {"relevant": 0, "others": 0}
    for kind in found:
        for selector in blocks[kind]:
            block = _element(page, selector)
            media = any(block <= medium < page.elements.last[block] for medium in chosen)
            found[kind] += bool(media or (every[block] > 0 and 2 * kept[block] >= every[block]))
    return BlockCount(len(blocks["relevant"]), sum(found.values()), found["relevant"])


def _element(page: Document, selector: str) -> int:
    found = Selector(selector).matches(page).nonzero()[0]
    if len(found) != 1:
        raise SystemExit(f"{selector}: stands for {len(found)} blocks, not for one: correct the page's meta data")
    return int(found[0])


Shown = dict[str, tuple[Document, dict[str, list[str]]]]
"""The pages by name, each with the selectors of its blocks."""


def read_pages(package: Package, browser: Browser | None = None) -> Shown:
    """Read the pages of a package; a browser shows them, each once."""
    pages: Shown = {}
    for files in package.pages:
        gold = files.read()
        page = Document.from_bytes(gold.html(), url=gold.meta.url)
        geometry = browser.measure(page) if browser else None
        pages[files.id] = page.with_geometry(geometry), gold.meta.extra["blocks"]
    return pages


def counts(pages: Shown, expression: str) -> dict[str, BlockCount]:
    """Count the blocks of all pages."""
    extractor = parse_extractor(expression)
    return {name: count_blocks(page, extractor, blocks) for name, (page, blocks) in pages.items()}


def written(title: str, found: dict[str, BlockCount]) -> str:
    """Lay a table out as the paper does, with the mean below."""
    rows: list[list[Cell]] = [
        [name, each.relevant, each.retrieved, f"{each.precision:.0%}", f"{each.recall:.0%}"]
        for name, each in found.items()
    ]
    precision, recall = (mean(getattr(each, part) for each in found.values()) for part in ("precision", "recall"))
    return f"{title}\n\n{table(HEADER, [*rows, ['mean', None, None, f'{precision:.1%}', f'{recall:.1%}']])}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.media_blocks", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=EXAMPLES, help="a package with blocks (examples/media)")
    parser.add_argument("--browser", help="the Chromium; without it, an installed one is looked for")
    asked = parser.parse_args(arguments)
    package = load(asked.folder)
    with Browser(RenderSettings(timeout=120, browser=asked.browser)) as browser:
        shown = read_pages(package, browser)
    for title, pages, expression in (
        ("Table 1: previous, with geometry", shown, PREVIOUS),
        ("Table 2: extended, with geometry", shown, EXTENDED),
        ("extended, without geometry", read_pages(package), EXTENDED),
        ("previous on the other scale, with geometry", shown, DENSE[0]),
        ("extended on the other scale, with geometry", shown, DENSE[1]),
    ):
        print(written(f"{title}: {expression}", counts(pages, expression)), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
