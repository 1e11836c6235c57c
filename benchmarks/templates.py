"""`python -m benchmarks.templates PACKAGE...`: what a known template of the site does for `consensus`.

Takes the sites with five pages or more, learns each from its pages, and asks `consensus` for every page without and
with what it learned. Prints, for both halves of the sites by the alphabet, the words kept, their precision and recall
where there is a gold text, and the share of the wanted snippets that are there.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow import Document, Result
from webwinnow.evaluate.alignment import WORD_RULES
from webwinnow.evaluate.measures import FoundText, Snippets, WordBag
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import GoldPage, load
from webwinnow.evaluate.trial import gold_of
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.prefilters.site_template import unpacked
from webwinnow.site import AT_LEAST, learn_site

HEADER: Final = ["sites", "template", "pages", "words kept", "precision", "recall", "snippets"]
_WORDS, _SNIPPETS = WordBag(rule="plain", headline="optional"), Snippets()
_SHARE: Final = 0.8
_COLUMNS: Final = ("words", "precision", "recall", "snippets")
Figures = dict[str, list[float]]


def sites(package: Path) -> dict[str, list[GoldPage]]:
    """Group the pages of a package by site, as far as there are enough of one."""
    found: dict[str, list[GoldPage]] = defaultdict(list)
    for files in load(package).pages:
        page = files.read()
        found[site_of(page.id, page.meta)].append(page)
    return {site: pages for site, pages in sorted(found.items()) if len(pages) >= AT_LEAST}


def measure(pages: list[GoldPage], without: Figures, learned: Figures) -> None:
    """Add the figures of the pages of a site, without and with its template."""
    documents = [Document.from_bytes(page.html(), url=page.meta.url) for page in pages]
    blocks = unpacked(learn_site(documents))
    for page, document in zip(pages, documents, strict=True):
        known = document.with_repeated(document.select_blocks(blocks.marked(document, _SHARE)))
        for figures, form in ((without, document), (learned, known)):
            for name, value in figures_of(page, form):
                figures[name].append(value)


def figures_of(page: GoldPage, document: Document) -> Iterator[tuple[str, float]]:
    """Measure one answer."""
    text = Result(document, Consensus()(document), Consensus()).text
    gold, found = gold_of(page, page.html()), FoundText(text)
    yield "words", float(len(WORD_RULES["plain"](text)))
    if (score := _WORDS(gold, found)) is not None:
        yield "precision", score.precision
        yield "recall", score.recall
    if (snippets := _SNIPPETS(gold, found)) is not None:
        yield "snippets", snippets.numbers()["with"] or 0.0


def rows(package: Path) -> Iterable[list[str | int | float | None]]:
    """Measure both halves of the sites of a package."""
    known = sites(package)
    for half in (0, 1):
        chosen = list(known)[half::2]
        figures: tuple[Figures, Figures] = (defaultdict(list), defaultdict(list))
        for site in counted(chosen, len(chosen), package.name):
            measure(known[site], *figures)
        for name, each in zip(("unknown", "known"), figures, strict=True):
            means = [mean(each[column]) if each[column] else None for column in _COLUMNS]
            written = [None if value is None else f"{value:.3f}" for value in means[1:]]
            yield [f"{package.name}, half {half + 1}", name, len(each["words"]), means[0], *written]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", type=Path)
    print(table(HEADER, [row for package in parser.parse_args().packages for row in rows(package)]), end="")


if __name__ == "__main__":
    main()
