"""`python -m benchmarks.coverage FOLDER... [--floor 0.99]`: is any text of a page swallowed?

A crude strip blanks comments, scripts, styles, the title and everything between `<` and `>` with spaces, so offsets
stay (a `>` inside a well-quoted value is no end). Each word that is left is then looked for by its place: in a run of
the Document, and in a run that readers see. For a word in no run, the tag that holds it names the reason; for one in
a run that nobody sees, the run's mark.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.pages import Page, Pages, folder_of_pages
from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow.document import Document
from webwinnow.document.html_names import COMMENT, RAW_TEXT
from webwinnow.document.references import source_kinds
from webwinnow.document.visibility import Mark
from webwinnow.language.words import word_positions
from webwinnow.spans import Spans

FLOOR: Final = 0.99
BROKEN: Final = 0.01
"""A page of which a larger share of the characters beyond ASCII is U+FFFD was decoded wrongly, or is damaged."""
# A quoted value is taken as one only where something sensible follows it: a quote that was left open ends somewhere.
_VALUE: Final = r"""(?:"[^"]*+"|'[^']*+')(?=[\s/>])"""
_CRUDE: Final = re.compile(
    rf"(?is)<!--.*?-->|<(script|style|title)\b[^>]*>.*?</\1\s*>|<[a-z/!?][^>=]*+(?:=\s*+(?:{_VALUE})?+[^>=]*+)*+>"
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The words of one page and where they went."""

    page: str
    words: int
    in_runs: int
    seen: int
    lost: Counter[str]
    """Words in no run, by what holds them instead."""
    unseen: Counter[str]
    """Words in runs that readers do not see, by the runs' marks."""
    broken: float
    """Share of U+FFFD among the characters beyond ASCII."""

    @property
    def in_runs_share(self) -> float:
        """The share of the words that some run holds."""
        return self.in_runs / self.words if self.words else 1.0

    @property
    def seen_share(self) -> float:
        """The share of the words that readers see."""
        return self.seen / self.words if self.words else 1.0


def coverage(page: Page) -> Coverage:
    """Look for each word of a page."""
    document = Document.from_bytes(page.data)
    starts = crude_words(document.source)
    runs = Spans.from_sorted(document.runs.start, document.runs.end, len(document.source))
    inside, seen = runs.contains(starts), document.visible.contains(starts)
    lost, unseen = _holders(document, starts[~inside]), _marks(document, starts[inside & ~seen])
    return Coverage(page.name, len(starts), int(inside.sum()), int(seen.sum()), lost, unseen, _broken(document.source))


def crude_words(source: str) -> npt.NDArray[np.intp]:
    """Find where words start in what a crude strip leaves."""
    left = _CRUDE.sub(lambda match: " " * len(match[0]), source)
    return word_positions(source_kinds(left))[0].astype(np.intp)


def _holders(document: Document, places: npt.NDArray[np.intp]) -> Counter[str]:
    """Name the tag in which each of the words stands."""
    tags = np.searchsorted(document.tokens.tag_end, places, side="right")
    inside = document.tokens.tag_start[np.minimum(tags, len(document.tokens.code) - 1)] <= places if len(tags) else tags
    codes = document.tokens.code[tags[inside > 0]].tolist()
    named = Counter(_holder(document, code) for code in codes)
    return named + Counter({"swallowed": len(places) - len(codes)})


def _holder(document: Document, code: int) -> str:
    if code == COMMENT:
        return "comment or declaration"
    name = document.tokens.name(abs(code))
    return f"raw text of {name}" if name in RAW_TEXT.split() else f"attributes of {name}"


def _marks(document: Document, places: npt.NDArray[np.intp]) -> Counter[str]:
    """Name the marks of the runs that hold the words."""
    runs = np.searchsorted(document.runs.start, places, side="right") - 1
    return Counter(_names(mark) for mark in document.marks[runs].tolist())


def _names(marks: int) -> str:
    return "+".join(str(mark.name).lower() for mark in Mark if marks & mark) or "no mark"


def _broken(source: str) -> float:
    beyond = len(source) - len(source.encode("ascii", "ignore"))
    return source.count("\ufffd") / beyond if beyond else 0.0


def totals(name: str, found: Sequence[Coverage], floor: float) -> list[str | int | float | None]:
    """Sum a package up as one row of a table."""
    words = sum(page.words for page in found) or 1
    shares = (sum(page.in_runs for page in found) / words, sum(page.seen for page in found) / words)
    below = sum(page.in_runs_share < floor for page in found), sum(page.seen_share < floor for page in found)
    return [name, len(found), words, f"{shares[0]:.3%}", below[0], f"{shares[1]:.2%}", below[1]]


HEADER: Final = ["package", "pages", "words", "in runs", "pages below", "seen", "pages below"]


def remarks(found: Sequence[Coverage], floor: float) -> list[str]:
    """Write a line for each page below the floor: the shares and the reasons."""
    low = sorted(
        (page for page in found if page.seen_share < floor or page.broken > BROKEN), key=lambda page: page.in_runs_share
    )
    return [f"  {page.page}: {_shares(page)}{_reasons(page)}" for page in low]


def _shares(page: Coverage) -> str:
    return f"{page.in_runs_share:.1%} of {page.words:,} words in runs, {page.seen_share:.1%} seen"


def _reasons(page: Coverage) -> str:
    parts = [f"lost in {name} {count}" for name, count in page.lost.most_common(4)]
    parts += [f"unseen by {name} {count}" for name, count in page.unseen.most_common(3)]
    parts += [f"{page.broken:.0%} of the characters beyond ASCII broken"] if page.broken > BROKEN else []
    return "".join(f"; {part}" for part in parts)


def of_all(pages: Pages, name: str) -> list[Coverage]:
    """Look for the words of all pages."""
    return [coverage(page) for page in counted(pages, len(pages), f"coverage: {name}")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure folder by folder and print the totals and the exceptions; 1 if a page is below the floor."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="of *.html or *.html.gz")
    parser.add_argument("--floor", type=float, default=FLOOR, help="list pages below this share (default: 0.99)")
    asked = parser.parse_args(arguments)
    found = {folder.resolve().name: of_all(folder_of_pages(folder), folder.name) for folder in asked.folders}
    for name, pages in found.items():
        print("\n".join([f"{name}:", *remarks(pages, asked.floor), ""]))
    print(table(HEADER, [totals(name, pages, asked.floor) for name, pages in found.items()]))
    return int(any(page.in_runs_share < asked.floor for pages in found.values() for page in pages))


if __name__ == "__main__":
    sys.exit(main())
