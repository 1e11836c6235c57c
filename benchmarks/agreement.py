"""`python -m benchmarks.agreement FOLDER [--every N]`: how far our element tree is the one of HTML5.

For each text node of lexbor's tree: is its text inside an element of the same name in ours, and is the whole path of
names up to the root the same? Only characters that readers see are compared, decoded alike on both sides.
"""

from __future__ import annotations

import argparse
import html
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.pages import Page, Pages, folder_of_pages
from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow.document import Document
from webwinnow.document.html_names import RAW_TEXT
from webwinnow.document.visibility import Mark
from webwinnow.language.words import kinds, visible

SHOWN: Final = 60
"""Characters of a path in the list of differences: its inner end tells most."""
_NOT_TEXT: Final = frozenset(RAW_TEXT.split())
_BETWEEN: Final = "\0"  # nothing to see, so it parts texts without adding to them


@dataclass(frozen=True, slots=True)
class Side:
    """The text of one tree: what can be seen of each run, and the path of names above it."""

    stream: npt.NDArray[np.uint32]
    """The visible characters of all runs, one after the other."""
    bound: npt.NDArray[np.intp]
    """Where each run starts in the stream, and where the last one ends."""
    paths: list[str]

    def run(self, at: int) -> bytes:
        """The visible characters of one run."""
        return self.stream[self.bound[at] : self.bound[at + 1]].tobytes()


@dataclass(slots=True)
class Agreement:
    """Counts over lexbor's runs of text."""

    runs: int = 0
    parents: int = 0
    paths: int = 0
    differences: Counter[tuple[str, str]] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)

    def count(self, page: str, ours: Sequence[str], theirs: str) -> None:
        """Add one of lexbor's runs, with the paths of all our runs that hold its text."""
        parents = bool(ours) and all(_parent(path) == _parent(theirs) for path in ours)
        self.runs += 1
        self.parents += parents
        self.paths += bool(ours) and all(path == theirs for path in ours)
        if not parents:
            other = next((path for path in ours if _parent(path) != _parent(theirs)), "")
            self.differences[other[-SHOWN:], theirs[-SHOWN:]] += 1
            self.pages[page] += 1


def agreement(pages: Pages) -> Agreement:
    """Compare the trees of all pages."""
    found = Agreement()
    for page in counted(pages, len(pages), "agreement: page"):
        document = Document.from_bytes(page.data)
        compare(page, our_side(document), lexbor_side(document.source), found)
    return found


def our_side(document: Document) -> Side:
    """Collect our runs; what is inside a template is no part of lexbor's tree either."""
    elements, runs = document.elements, document.runs
    names = [document.tokens.name(number) for number in elements.tag.tolist()]
    paths: list[str] = []
    for name, parent in zip(names, elements.parent.tolist(), strict=True):
        paths.append(f"{paths[parent]}/{name}" if parent >= 0 else name)
    kept = np.flatnonzero((document.marks & np.uint8(Mark.TEMPLATE)) == 0)
    pairs = zip(runs.start[kept].tolist(), runs.end[kept].tolist(), strict=True)
    texts = [html.unescape(document.source[start:end]) for start, end in pairs]
    return _side(texts, [paths[home] for home in runs.home[kept].tolist()])


def lexbor_side(source: str) -> Side:
    """Collect lexbor's text nodes."""
    texts, paths = list[str](), list[str]()
    root = LexborHTMLParser(source).root
    for node in root.traverse(include_text=True) if root else ():
        parent = node.parent
        if node.tag == "-text" and parent is not None and parent.tag not in _NOT_TEXT:
            texts.append(node.text_content or "")
            paths.append(_path(parent))
    return _side(texts, paths)


def _path(node: LexborNode) -> str:
    names = list[str]()
    above: LexborNode | None = node
    while above is not None and above.tag and not above.tag.startswith("-"):
        names.append(above.tag)
        above = above.parent
    return "/".join(reversed(names))


def _parent(path: str) -> str:
    return path.rpartition("/")[2]


def _side(texts: Sequence[str], paths: Sequence[str]) -> Side:
    """Keep of each text what can be seen; texts without anything to see are left out."""
    joined = _BETWEEN.join(texts)
    shown = visible(kinds(joined))
    points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.intp) - 1
    bound = np.append(0, np.append(0, np.cumsum(shown))[ends]) if texts else np.zeros(1, dtype=np.intp)
    filled = np.flatnonzero(np.diff(bound))
    return Side(points[shown], np.append(bound[filled], bound[-1]), [paths[at] for at in filled.tolist()])


def compare(page: Page, ours: Side, theirs: Side, found: Agreement) -> None:
    """Count a page: by position where both sides have the same text, else by aligning the runs."""
    pairs = _by_position(ours, theirs) if np.array_equal(ours.stream, theirs.stream) else _by_diff(ours, theirs)
    for at, matches in enumerate(pairs):
        found.count(page.name, [ours.paths[match] for match in matches], theirs.paths[at])


def _by_position(ours: Side, theirs: Side) -> Iterator[range]:
    """Return for each of their runs all of ours that hold a part of it."""
    first = np.searchsorted(ours.bound, theirs.bound[:-1], side="right") - 1
    stop = np.searchsorted(ours.bound, theirs.bound[1:], side="left")
    return map(range, first.tolist(), stop.tolist())


def _by_diff(ours: Side, theirs: Side) -> list[range]:
    """Return for each of their runs the one of ours with the same text, in order; nothing where there is none."""
    matches = [range(0)] * len(theirs.paths)
    mine = [ours.run(at) for at in range(len(ours.paths))]
    others = [theirs.run(at) for at in range(len(theirs.paths))]
    for block in SequenceMatcher(None, mine, others, autojunk=False).get_matching_blocks():
        for offset in range(block.size):
            matches[block.b + offset] = range(block.a + offset, block.a + offset + 1)
    return matches


def written(found: Agreement, pages: int) -> str:
    """Lay the figures out to read."""
    runs = max(found.runs, 1)
    figures = table(
        ["agreement with lexbor", "of runs", "share"],
        [
            ["same parent", found.parents, f"{found.parents / runs:.5%}"],
            ["same path", found.paths, f"{found.paths / runs:.5%}"],
        ],
    )
    lines = [
        f"{count:7,}  {ours or '(no such run)'}  |  {theirs}"
        for (ours, theirs), count in found.differences.most_common(20)
    ]
    worst = ", ".join(f"{name} ({count})" for name, count in found.pages.most_common(10))
    listed = "\n".join(["most frequent differences: ours | lexbor's", *lines, f"most on: {worst}"]) if lines else ""
    alike = pages - len(found.pages)
    return f"{pages} pages, {found.runs:,} runs, {alike} pages without a difference\n\n{figures}\n{listed}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreement", description=__doc__)
    parser.add_argument("folder", type=Path, help="of *.html or *.html.gz")
    parser.add_argument("--every", type=int, default=1, help="only every n-th page")
    asked = parser.parse_args(arguments)
    pages = folder_of_pages(asked.folder, every=asked.every)
    print(written(agreement(pages), len(pages)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
