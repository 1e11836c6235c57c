"""`python -m benchmarks.media FOLDER... [--every N]`: what is chosen as main media, and in what time.

There is no gold for it. The structure tells what should be rare among main pictures and what should be frequent:

- linked: the share that a link to another page stands around, as teasers and banners have;
- repeated: the share whose address is that of another one on the page, but for query and size;
- unknown: the share of unknown size;
- lead: of the pages that show the picture they declare (`og:image`), the share on which it is main.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Final

from benchmarks.progress import counted
from benchmarks.table import Cell, table
from webwinnow import extract
from webwinnow.evaluate.package import GoldPage, load
from webwinnow.media.medium import Medium
from webwinnow.media.teasers import Teasers, distinct, lead_element

HEADER: Final = ("package", "pages", "main media", "linked", "repeated", "unknown", "lead", "ms")


@dataclass(slots=True)
class MediaTally:
    """What was chosen on the pages of one package."""

    counts: list[int] = field(default_factory=list)
    linked: int = 0
    repeated: int = 0
    unknown: int = 0
    leads: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, page: GoldPage) -> None:
        """Choose the main media of a page and look at them."""
        result = extract(page.html(), url=page.meta.url)
        started = time.process_time()
        media = result.media
        self.seconds.append(time.process_time() - started)
        teasers = Teasers(result.page)
        self.counts.append(len(media))
        self.linked += sum(teasers.is_linked(each) for each in media)
        self.repeated += len(media) - len(distinct(media))
        self.unknown += sum(each.size is None for each in media)
        lead = lead_element(result.page)
        if lead is not None:
            self.leads.append(_shows(media, lead))

    def row(self, name: str) -> list[Cell]:
        """Return the row of a table."""
        every = max(sum(self.counts), 1)
        lead = mean(self.leads) if self.leads else None
        shares = [self.linked / every, self.repeated / every, self.unknown / every]
        return [name, len(self.counts), mean(self.counts), *shares, lead, 1000 * median(self.seconds)]


def _shows(media: Sequence[Medium], element: int) -> bool:
    return any(each.element == element for each in media)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.media", description=__doc__)
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path, help="test packages")
    parser.add_argument("--every", type=int, default=1, help="only every n-th page")
    asked = parser.parse_args(arguments)
    rows = list[list[Cell]]()
    for folder in asked.folders:
        package, tally = load(folder), MediaTally()
        files = package.pages[:: asked.every]
        for each in counted(files, len(files), f"{package.name}: page"):
            tally.add(each.read())
        rows.append(tally.row(package.name))
    print(table(HEADER, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
