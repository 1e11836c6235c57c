"""`python -m benchmarks.geometry FOLDER [--at-most N]`: how exactly a browser's nodes are mapped to our elements.

Every page is shown in Chromium without scripts and network. An element counts if the node that bears its mark is there
and has its name; a run of text counts if the text nodes found for it say, blanks folded, what the source says there.
Names and texts take no part in the mapping, so they can tell where it is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.pages import Pages, folder_of_pages
from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow.document import Document
from webwinnow.errors import RenderError
from webwinnow.geometry import Browser, RenderSettings
from webwinnow.geometry.mapping import MeasuredNodes, same_names


@dataclass(slots=True)
class Exactness:
    """Counts over pages."""

    elements: int = 0
    named: int = 0
    runs: int = 0
    said: int = 0
    missing: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def count(self, name: str, page: Document, measured: MeasuredNodes) -> None:
        """Add one page."""
        named, said = same_names(page, measured), same_texts(page, measured)
        self.elements += len(named)
        self.named += int(named.sum())
        self.runs += len(said)
        self.said += int(said.sum())
        self.missing.update(page.name(element) for element in np.flatnonzero(~named).tolist())
        wrong = int((~named).sum() + (~said).sum())
        self.pages.update({name: wrong} if wrong else {})


def same_texts(page: Document, measured: MeasuredNodes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell of each run whether the text nodes that were found for it say what it says."""
    said = {int(run): text for run, text in zip(measured.runs[:, 0].tolist(), measured.texts, strict=True)}
    places = zip(page.runs.start.tolist(), page.runs.end.tolist(), strict=True)
    folded = (_folded(page.text(start, end)) for start, end in places)
    return np.array([_folded(said.get(run, "")) == text for run, text in enumerate(folded)], dtype=np.bool_)


def _folded(text: str) -> str:
    return " ".join(text.replace("\0", "").split())


def exactness(pages: Pages, browser: Browser) -> Exactness:
    """Measure all pages; one that cannot be shown is named."""
    found = Exactness()
    for each in counted(pages, len(pages), "geometry: page"):
        page = Document.from_bytes(each.data)
        try:
            found.count(each.name, page, browser.measured(page, texts=True))
        except RenderError as error:
            found.failed.append(f"{each.name}: {error}")
    return found


def written(found: Exactness, pages: int) -> str:
    """Lay the figures out to read."""
    rows: list[list[str | int]] = [
        ["elements", found.elements, found.named, f"{found.named / max(found.elements, 1):.3%}"],
        ["runs of text", found.runs, found.said, f"{found.said / max(found.runs, 1):.3%}"],
    ]
    lines = [
        f"{pages} pages, {pages - len(found.pages) - len(found.failed)} exact in all, {len(found.failed)} not shown",
        "",
        table(["of", "there are", "exact", "share"], rows),
        f"elements without their node: {', '.join(f'{n} ({c})' for n, c in found.missing.most_common(15)) or 'none'}",
        f"most on: {', '.join(f'{n} ({c})' for n, c in found.pages.most_common(10)) or 'none'}",
        *found.failed,
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.geometry", description=__doc__)
    parser.add_argument("folder", type=Path, help="of *.html or *.html.gz")
    parser.add_argument("--at-most", type=int, default=200, help="pages, spread evenly (200)")
    parser.add_argument("--browser", help="the program; without it, an installed one is looked for")
    asked = parser.parse_args(arguments)
    pages = folder_of_pages(asked.folder, at_most=asked.at_most)
    with Browser(RenderSettings(timeout=120, browser=asked.browser)) as browser:
        print(written(exactness(pages, browser), len(pages)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
