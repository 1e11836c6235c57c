"""`python -m benchmarks.metadata FOLDER... [--half first|second]`: who finds authors and dates, and in what time.

Each folder holds pages (`NAME.html` or `NAME.html.gz`) and beside each a `NAME.json` with `author`, `date` and `url`.
Every finder gets the same pages and addresses in the same run. What counts as right, for all alike:

- authors: the set of names is the gold's. Names are parted at `,`, `;`, `|`, `&` and "and", and compared without case,
  accents, punctuation, a leading "by" and white space.
- date: the day is the gold's, as the gold is written or in UTC.

Only pages whose gold has a value count. "invented" counts the pages without one for which a finder gave one: there the
gold may be incomplete. Halves are by site, so that what was learnt on one can be checked on the other. `--share` prints
what finding metadata costs on top of extracting: its time as a share of that of bytes to spans by the default extractor
of this benchmark, the best of three rounds of each page.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import time
import unicodedata
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from benchmarks.pages import ENDINGS
from benchmarks.table import table
from webwinnow.evaluate.metadata_fields import same_day

Answer = tuple[str, str]
"""Authors and date, as texts; empty where there is none."""
Finder = Callable[[bytes, str], Answer]
EXTRACTOR: Final = "lqf >> bte"
_BETWEEN: Final = re.compile(r"[,;|&\n]|(?i:\band\b)")
_BY: Final = re.compile(r"^\s*by\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gold:
    """A page and what is known about it."""

    name: str
    data: bytes
    url: str
    author: str
    date: str


@dataclass(slots=True)
class Tally:
    """What one finder did in one folder."""

    right: dict[str, int] = field(default_factory=lambda: {"author": 0, "date": 0})
    asked: dict[str, int] = field(default_factory=lambda: {"author": 0, "date": 0})
    invented: dict[str, int] = field(default_factory=lambda: {"author": 0, "date": 0})
    failed: int = 0
    pages: int = 0
    seconds: float = 0.0


def ours() -> Finder:
    """Find with webwinnow, decoding and parsing included."""
    from webwinnow import Document
    from webwinnow.metadata import find_metadata

    def find(data: bytes, url: str) -> Answer:
        found = find_metadata(Document.from_bytes(data, url=url or None))
        authors = "; ".join(author.value for author in found.authors)
        return authors, found.published.value if found.published else ""

    return find


def trafilatura() -> Finder:
    """Find with trafilatura."""
    bare_extraction = import_module("trafilatura").bare_extraction
    alone = import_module("trafilatura.metadata").extract_metadata

    def find(data: bytes, url: str) -> Answer:
        found = bare_extraction(data, url=url or None, with_metadata=True)
        found = found or alone(data, default_url=url or None)  # where it finds no main content
        return (found.author or "", found.date or "") if found else ("", "")

    return find


def htmldate() -> Finder:
    """Find dates with htmldate, as trafilatura does: the original date, by all its means."""
    find_date = import_module("htmldate").find_date
    return lambda data, url: ("", find_date(data, original_date=True, url=url or None) or "")


def newspaper() -> Finder:
    """Find with newspaper4k."""
    make = import_module("newspaper").Article

    def find(data: bytes, url: str) -> Answer:
        article = make(url or "http://localhost/", fetch_images=False)
        article.download(input_html=data.decode("utf-8", "replace"))
        article.parse()
        return "; ".join(article.authors), str(article.publish_date or "")

    return find


FINDERS: Final[dict[str, Callable[[], Finder]]] = {
    "webwinnow": ours,
    "trafilatura": trafilatura,
    "htmldate": htmldate,
    "newspaper4k": newspaper,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; with `--misses`, print where a finder is wrong, too."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.metadata", description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--half", choices=["first", "second"], help="only the sites of one half")
    parser.add_argument("--every", type=int, default=1, help="every n-th page only")
    parser.add_argument("--only", choices=list(FINDERS), action="append", help="only these finders")
    parser.add_argument("--misses", action="store_true", help="print each wrong answer of the first finder")
    parser.add_argument("--share", action="store_true", help="print the cost as a share of the extraction's")
    asked = parser.parse_args(arguments)
    finders = _installed(asked.only or list(FINDERS))
    for folder in asked.folders:
        pages = list(read(folder, asked.half))[:: asked.every]
        print(f"{folder.name}, {len(pages)} pages")
        print(table(HEADER, _rows({name: tally(pages, find) for name, find in finders.items()})))
        if asked.share:
            print(f"find_metadata takes {share(pages):.2f} of the time of bytes to spans by {EXTRACTOR}\n")
        for line in misses(pages, next(iter(finders.values()))) if asked.misses else ():
            print(line)
    return 0


HEADER: Final = ("finder", "author", "of", "invented", "date", "of", "invented", "failed", "ms a page")


def _rows(tallies: dict[str, Tally]) -> Iterator[list[str | int | float | None]]:
    for name, each in tallies.items():
        row: list[str | int | float | None] = [name]
        for what in ("author", "date"):
            asked = each.asked[what]
            row += [f"{each.right[what] / asked:.3f}" if asked else None, asked, each.invented[what]]
        yield [*row, each.failed, each.seconds * 1000 / max(each.pages, 1)]


def _installed(names: Sequence[str]) -> dict[str, Finder]:
    found = {}
    for name in names:
        try:
            found[name] = FINDERS[name]()
        except ImportError:
            print(f"{name} is not installed and is left out", file=sys.stderr)
    return found


def read(folder: Path, half: str | None = None) -> Iterator[Gold]:
    """Read pages and gold; those of one half of the sites only, if asked."""
    for file in sorted(folder.iterdir()):
        beside = folder / f"{file.name.removesuffix('.gz').removesuffix('.html')}.json"
        if not file.name.endswith(ENDINGS) or not beside.exists():
            continue
        meta = json.loads(beside.read_text(encoding="utf-8"))
        if half and half != half_of(meta.get("url") or beside.stem):
            continue
        data = file.read_bytes()
        author = meta.get("author") or ""
        yield Gold(
            beside.stem,
            gzip.decompress(data) if file.suffix == ".gz" else data,
            meta.get("url") or "",
            "; ".join(author) if isinstance(author, list) else author,
            meta.get("date") or "",
        )


def half_of(url: str) -> str:
    """Tell in which half a site is."""
    site = ".".join((urlsplit(url).hostname or url).split(".")[-2:])
    return ("first", "second")[zlib.crc32(site.encode()) % 2]


def tally(pages: Sequence[Gold], find: Finder) -> Tally:
    """Let one finder look at all pages."""
    result = Tally(pages=len(pages))
    for page in pages:
        began = time.perf_counter()
        try:
            author, date = find(page.data, page.url)
        except Exception:  # a fence: another program's failure is counted, not passed on
            author, date = "", ""
            result.failed += 1
        result.seconds += time.perf_counter() - began
        for what, gold, found, same in (
            ("author", page.author, author, same_authors),
            ("date", page.date, date, same_day),
        ):
            if gold:
                result.asked[what] += 1
                result.right[what] += same(gold, found)
            else:
                result.invented[what] += bool(found)
    return result


def share(pages: Sequence[Gold]) -> float:
    """Measure how long finding metadata takes, as a share of the extraction before it."""
    from webwinnow import Document, extract
    from webwinnow.metadata import find_metadata

    extraction = finding = 0.0
    for gold in pages:
        rounds = []
        for _ in range(3):
            began = time.process_time()
            page = Document.from_bytes(gold.data, url=gold.url or None)
            found = extract(page, EXTRACTOR).spans
            between = time.process_time()
            find_metadata(page, found)
            rounds.append((between - began, time.process_time() - between))
        extraction += min(first for first, _ in rounds)
        finding += min(second for _, second in rounds)
    return finding / extraction if extraction else 0.0


def misses(pages: Sequence[Gold], find: Finder) -> Iterator[str]:
    """Show each wrong answer."""
    for page in pages:
        author, date = find(page.data, page.url)
        if page.author and not same_authors(page.author, author):
            yield f"{page.name}\tauthor\tgold {page.author!r}\tfound {author!r}"
        if page.date and not same_day(page.date, date):
            yield f"{page.name}\tdate\tgold {page.date!r}\tfound {date!r}"


def same_authors(gold: str, found: str) -> bool:
    """Tell whether two texts name the same people."""
    return names(gold) == names(found)


def names(text: str) -> frozenset[str]:
    """Return the names of a text, folded."""
    return frozenset(folded for part in _BETWEEN.split(_BY.sub("", text)) if (folded := _folded(_BY.sub("", part))))


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())


if __name__ == "__main__":
    raise SystemExit(main())
