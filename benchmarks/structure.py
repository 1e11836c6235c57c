"""`python -m benchmarks.structure FOLDER... [--page-type documentation]`: does structure survive in Markdown?

Of what an extractor keeps, each list item, block of code and data table is looked for in the Markdown, as a CommonMark
library reads it: it counts as found if an item, a block or a table there has the same words. What to look for is
counted in the page's own elements, not in our tree of blocks. A data table has two rows of two cells with text, holds
no other table and no large headings, and does not say that it is for presentation. Formulas are not compared, because
Markdown has their source instead.

Also told: the time that rendering takes beside the time of reading the page and extracting.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from benchmarks.pages import Folder, Page, folder_of_pages
from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER, column
from webwinnow.extraction import extract
from webwinnow.render.markdown import render_markdown
from webwinnow.result import Result
from webwinnow.spans import Spans

EXPRESSIONS: Final = ("lqf >> bte", "plain")
KINDS: Final = ("items", "code", "tables")
_ITEM, _CODE, _TABLE, _ROW = (NUMBER[name] for name in ("li", "pre", "table", "tr"))
_CELL, _HEADING, _FORMULA = column("td th"), column("h1 h2 h3"), column("math script")
_IN_TABLE: Final = "in tables"


@dataclass(slots=True)
class Counts:
    """What was looked for and found, and the seconds that it took."""

    wanted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    extracting: float = 0.0
    rendering: float = 0.0
    missed: list[str] = field(default_factory=list)

    def rate(self, kind: str) -> float:
        """The share that was found."""
        return self.found[kind] / self.wanted[kind] if self.wanted[kind] else 1.0


def letters(text: str) -> str:
    """All that words are made of."""
    return "".join(re.findall(r"[^\W_]", text))


def without_digits(text: str) -> str:
    """Leave out numbers."""
    return re.sub(r"\d", "", text)


def in_source(page: Document, spans: Spans) -> dict[str, list[str]]:
    """Read the kept text of each list item, block of code and data table from the page's own elements."""
    written = spans & Spans.from_sorted(page.runs.start, page.runs.end, len(page.source))
    gap = np.searchsorted(page.tokens.gap_start, written.starts, side="right") - 1
    home = page.runs.home[np.searchsorted(page.runs.gap, gap)]
    texts = [page.text(start, end) for start, end in written]
    tag = page.elements.tag
    in_code, in_table = page.inside(tag == _CODE), page.inside(np.isin(np.arange(len(tag)), data_tables(page, home)))
    formulas = {int(each) for each in np.flatnonzero(_FORMULA[tag])}
    found: dict[str, list[str]] = {}
    for kind, number in (("items", _ITEM), ("code", _CODE)):
        owned = _by_owner(page, tag == number, home, texts)
        plain = {each: text for each, text in owned.items() if not _holds(page, each, formulas)}
        if kind == "items":
            plain = {each: text for each, text in plain.items() if not in_code[each]}
            found[_IN_TABLE] = [text for each, text in plain.items() if in_table[each]]
        found[kind] = [text for each, text in plain.items() if not in_table[each]]
    tables = np.zeros(len(tag), dtype=np.bool_)
    tables[data_tables(page, home)] = True
    owned = _by_owner(page, tables, home, texts, without=NUMBER["caption"])
    found["tables"] = [text for each, text in owned.items() if not _holds(page, each, formulas)]
    return {kind: [key for text in listed if (key := letters(text))] for kind, listed in found.items()}


def data_tables(page: Document, home: np.ndarray) -> list[int]:
    """Find the tables that hold data, by the elements and the text kept in them."""
    tag, parent, last = page.elements.tag, page.elements.parent, page.elements.last
    cells_with_text = np.unique(page.nearest(_CELL[tag])[home])
    cells_with_text = cells_with_text[_CELL[tag[cells_with_text]]]
    in_row = np.bincount(parent[cells_with_text], minlength=len(tag))
    owner = page.nearest(tag == _TABLE)
    full_rows = np.bincount(owner[np.flatnonzero((tag == _ROW) & (in_row > 1))], minlength=len(tag))
    return [
        each
        for each in np.flatnonzero((tag == _TABLE) & (full_rows > 1)).tolist()
        if not (tag[each + 1 : last[each]] == _TABLE).any()
        and not _HEADING[tag[each + 1 : last[each]]].any()
        and page.attributes(each).get("role") not in ("presentation", "none")
    ]


def _by_owner(
    page: Document, owners: np.ndarray, home: np.ndarray, texts: list[str], without: int = -1
) -> dict[int, str]:
    nearest = page.nearest(owners)[home]
    left_out = page.inside(page.elements.tag == without)[home]
    owned: dict[int, list[str]] = defaultdict(list)
    for owner, text, out in zip(nearest.tolist(), texts, left_out.tolist(), strict=True):
        if owners[owner] and not out:
            owned[owner].append(text)
    return {owner: " ".join(parts) for owner, parts in owned.items()}


def _holds(page: Document, element: int, others: set[int]) -> bool:
    return any(each in others for each in range(element, int(page.elements.last[element])))


def in_markdown(markdown: str) -> dict[str, Counter[str]]:
    """Read the text of each list item (or footnote), block of code and table from Markdown."""
    parser = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])
    tokens = parser.use(footnote_plugin).use(deflist_plugin).parse(markdown)
    return {
        "items": Counter(_inside(tokens, "list_item", "footnote")),
        "code": Counter(letters(token.content) for token in tokens if token.type == "fence"),
        "tables": Counter(_inside(tokens, "table")),
    }


def _inside(tokens: Sequence[Token], *names: str) -> Iterator[str]:
    opened: list[list[str]] = []
    for token in tokens:
        if token.type in [f"{name}_open" for name in names]:
            opened.append([])
        elif token.type in [f"{name}_close" for name in names]:
            yield letters(" ".join(opened.pop()))
        elif opened and token.type in ("inline", "fence"):
            opened[-1].append(_shown(token))


def _shown(token: Token) -> str:
    if token.type != "inline":
        return token.content
    plain = {"text", "code_inline"}
    return "".join(
        str(child.meta["label"]) if child.type == "footnote_ref" else child.content if child.type in plain else " "
        for child in token.children or []
    )


def measure(page: Page, expression: str, counts: Counts) -> None:
    """Look for the structure of one page."""
    started = time.process_time()
    result: Result = extract(page.data, expression, url="https://example.org/")
    extracted = time.process_time()
    markdown = render_markdown(result.page, result.spans)
    counts.rendering += time.process_time() - extracted
    counts.extracting += extracted - started
    wanted, found = in_source(result.page, result.spans), in_markdown(markdown)
    in_tables = "".join(found["tables"])
    found["tables"] = Counter(map(without_digits, found["tables"].elements()))
    wanted["tables"] = [without_digits(text) for text in wanted["tables"]]  # items in cells are numbered there
    for kind in KINDS:
        missing = Counter(wanted[kind]) - found[kind]
        if kind == "items":  # those in cells are there, though Markdown has no lists in tables
            missing = Counter({text: count for text, count in missing.items() if text not in in_tables})
        counts.wanted[kind] += len(wanted[kind])
        counts.found[kind] += len(wanted[kind]) - missing.total()
        counts.missed += [f"{page.name}: {kind}: {text[:60]}" for text in missing.elements()]
    counts.wanted["items"] += len(wanted[_IN_TABLE])
    counts.found["items"] += sum(text in in_tables for text in wanted[_IN_TABLE])


def of_type(folder: Folder, page_type: str | None) -> list[Page]:
    """Choose the pages of a type, as the files beside them tell it."""
    return [page for page in folder if page_type is None or _type(folder.path, page) == page_type]


def _type(folder: Path, page: Page) -> str | None:
    about = folder / (page.name.removesuffix(".gz").removesuffix(".html") + ".json")
    told: str | None = json.loads(about.read_text(encoding="utf-8")).get("page_type") if about.is_file() else None
    return told


HEADER: Final = ["package", "extractor", "pages", *(f"{kind} found" for kind in KINDS), "rendering / extraction"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure folder by folder and print the rates; 1 if one is below the floor."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.structure", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="of *.html or *.html.gz")
    parser.add_argument("--page-type", help="only pages that the files beside them say are of this type")
    parser.add_argument("--at-most", type=int, default=0, help="pages of each folder, spread evenly")
    parser.add_argument("--floor", type=float, default=0.99, help="the least share (default: 0.99)")
    parser.add_argument("--missed", action="store_true", help="list what was not found")
    asked = parser.parse_args(arguments)
    rows, low = [], False
    for folder in asked.folders:
        pages = of_type(folder_of_pages(folder, at_most=asked.at_most), asked.page_type)
        for expression in EXPRESSIONS:
            counts = Counts()
            for page in counted(pages, len(pages), f"structure: {folder.name}, {expression}"):
                measure(page, expression, counts)
            rates = [f"{counts.rate(kind):.4f} of {counts.wanted[kind]:,}" for kind in KINDS]
            ratio = f"{counts.rendering / max(counts.extracting, 1e-9):.2f}"
            rows.append([folder.resolve().name, expression, len(pages), *rates, ratio])
            low |= any(counts.rate(kind) < asked.floor for kind in KINDS)
            if asked.missed:
                print("\n".join(counts.missed))
    print(table(HEADER, rows))
    return int(low)


if __name__ == "__main__":
    sys.exit(main())
