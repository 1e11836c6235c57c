"""`python -m benchmarks.wholes PACKAGE... [-e consensus] [--peer trafilatura]`: are structures kept whole?

Counts over all structures of a package what `webwinnow evaluate` measures page by page: of the tables, lists, blocks of
code, captions and headings that stand whole in the gold, how many are whole in the result, cut, missing; and of those
that are whole in the result, how many the gold does not have. `--show cut` lists the structures that were cut, with
[-words-] that are lost. Of lists there are two lines, of all and of those that are not mostly links; where there are
several packages, the last lines are of all of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.progress import counted
from benchmarks.table import table
from webwinnow.evaluate.adapters.adapter import Adapter, Asked
from webwinnow.evaluate.adapters.ours import ExpressionAdapter
from webwinnow.evaluate.adapters.peers import PeerAdapter
from webwinnow.evaluate.alignment import unicode_words
from webwinnow.evaluate.measures.measure import FoundText
from webwinnow.evaluate.measures.structures import JudgedStructure, StructureCounts, judged
from webwinnow.evaluate.package import PageFiles, load
from webwinnow.evaluate.run import sample
from webwinnow.evaluate.structures.structure import StructureKind, aligned_words
from webwinnow.evaluate.trial import gold_of

Counts = dict[str, StructureCounts]
"""By kind; lists that are mostly links, such as menus and related pages, are seldom wholes, so that lists without them
have a line of their own."""
_UNLINKED: Final = "list, not of links"
_ROWS: Final = ("table", "list", _UNLINKED, "code", "formula", "figure", "heading")
HEADER: Final = ["package", "candidate", "structures", "in gold", "whole", "cut", "missing", "kept", "extra"]
_SHOWN: Final = 60
"""Words of a structure that are shown."""


def measure(adapter: Adapter, pages: Iterable[PageFiles], show: str | None) -> Counts:
    """Count over pages; one that fails counts as nothing found."""
    total: Counts = {}
    for files in pages:
        page = files.read()
        gold = gold_of(page, page.html())
        try:
            found = FoundText(adapter(Asked(page.id, gold.html or b"", page.meta.url)).text)
        except Exception as error:  # a peer may fail in any way
            print(f"{adapter.name}: {page.id}: {error}", file=sys.stderr)
            found = FoundText()
        for each in judged(gold, found):
            add(total, {name: each.counts() for name in names(each)})
            if show is not None and getattr(each.counts(), show):
                print(f"{adapter.name}: {page.id}: {each.kind} {show}: {shown(each, found)}")
    return total


def names(each: JudgedStructure) -> list[str]:
    """Return the lines that a structure counts in."""
    return [each.kind, _UNLINKED] if each.kind is StructureKind.LIST and not each.of_links else [each.kind]


def add(total: Counts, counts: Counts) -> None:
    """Add counts to a total."""
    for kind, these in counts.items():
        total[kind] = total.get(kind, StructureCounts()) + these


def shown(each: JudgedStructure, found: FoundText) -> str:
    """Write the words of a structure, those in brackets that are lost."""
    kept = aligned_words(each.words, unicode_words(found.text)).tolist()
    words = [word if here else f"[-{word}-]" for word, here in zip(each.words, kept, strict=True)]
    return " ".join([*words[:_SHOWN], *(["..."] if len(words) > _SHOWN else [])])


def rows(package: str, candidate: str, total: Counts) -> Iterator[list[str | int]]:
    """Lay out the counts of a candidate on a package."""
    for kind in _ROWS:
        if (counts := total.get(kind)) is not None:
            whole, cut, missing, extra = map(_share, counts.numbers().values())
            yield [package, candidate, kind, counts.wanted, whole, cut, missing, counts.kept, extra]


def in_markdown(lines: Sequence[Sequence[str | int]]) -> str:
    """Lay out the same rows as Markdown: a table for each package, a row for each candidate, a column for each kind."""
    parts = []
    for package in dict.fromkeys(line[0] for line in lines):
        here = {(line[1], line[2]): line for line in lines if line[0] == package and line[3]}
        kinds = list(dict.fromkeys(kind for _, kind in here))
        counts = {kind: next(line[3] for (_, each), line in here.items() if each == kind) for kind in kinds}
        head = [
            f"| {package} | {' | '.join(f'{kind} ({counts[kind]})' for kind in kinds)} |",
            f"|---|{'---|' * len(kinds)}",
        ]
        body = [
            f"| `{name}` | {' | '.join(_cell(here[name, kind]) for kind in kinds)} |"
            for name in dict.fromkeys(name for name, _ in here)
        ]
        parts.append("\n".join([*head, *body]))
    return "\n\n".join(parts) + "\n"


def _cell(line: Sequence[str | int]) -> str:
    return " / ".join(str(line[at]) for at in (4, 5, 8))


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure package by package and print the shares."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wholes", description=__doc__)
    parser.add_argument("packages", type=Path, nargs="+", metavar="PACKAGE")
    parser.add_argument("-e", "--extractor", action="append", help="one of our extractors (default: consensus)")
    parser.add_argument("--peer", action="append", default=[], help="another library, where it is installed")
    parser.add_argument("--limit", type=int, help="a sample of so many pages of each package")
    parser.add_argument("--show", choices=("cut", "missing", "extra"), help="list the structures that are so")
    parser.add_argument("--markdown", action="store_true", help="print tables in Markdown: whole / cut / extra")
    asked = parser.parse_args(arguments)
    adapters: list[Adapter] = [*map(ExpressionAdapter.of, asked.extractor or ["consensus"])]
    adapters += map(PeerAdapter.of, asked.peer)
    lines: list[list[str | int]] = []
    over_all: dict[str, Counts] = {adapter.name: {} for adapter in adapters}
    for package in map(load, asked.packages):
        pages = [files for files in sample(package, asked.limit) if files.gold is not None]
        for adapter in adapters:
            watched = counted(pages, len(pages), f"wholes: {package.name}, {adapter.name}")
            counts = measure(adapter, watched, asked.show)
            lines += rows(package.name, adapter.name, counts)
            add(over_all[adapter.name], counts)
    if len(asked.packages) > 1:
        lines += [line for name, counts in over_all.items() for line in rows("all", name, counts)]
    print(in_markdown(lines) if asked.markdown else table(HEADER, lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
