"""Examples to learn from: pages of test packages, what a trainer prepares of each, and the labels of its blocks.

Labels come from gold text: which share of each block's words belongs to the gold. The words of the page are aligned
with those of the gold by their longest common subsequence. What remains on both sides is aligned once more, since some
gold standards give the parts of a page in another order. Where there are only snippets, strings that must or must not
be in the text, the blocks that hold them are known, and nothing is said of the others.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.references import decode_references
from webwinnow.errors import PackageError
from webwinnow.evaluate.alignment import align, fold, intern_words, unicode_words
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import Package, PageFiles, load
from webwinnow.processes import Pool

Kept = npt.NDArray[np.bool_] | npt.NDArray[np.integer[Any]]
"""What of a page is content: a mark for each block, or pairs of offsets in the source."""
Prepare = Callable[[Document], Any]
"""From a page with at least one block to whatever a trainer learns from; made in other processes, so it is sent."""
ENOUGH: Final = 0.6
"""A block is content if at least this share of its words is in the gold (the recipe of the prototype)."""
_PASSES: Final = 2
WITHOUT_TEXT: Final = frozenset({"login", "registration", "password-recovery", "search"})
"""Types of pages that have no main text: no gold is their gold."""


@dataclass(frozen=True, slots=True)
class Example:
    """One page with gold text, as far as training needs it."""

    package: str
    files: PageFiles
    site: str
    language: str | None
    kind: str | None
    """The type of page that the package's meta data tells."""
    shares: npt.NDArray[np.float64]
    """Per block, the share of its words that the gold has."""
    prepared: Any
    in_gold: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    """Per word, whether the gold has it: for stages that judge finer or larger pieces than blocks."""
    trust: float = 1.0
    """How much its package counts."""
    evidence: npt.NDArray[np.float64] | None = None
    """Per block, how many of its words snippets tell of, as content or not; None where all are known."""

    @property
    def empty(self) -> bool:
        """Whether the page is to have no main text."""
        return self.files.gold is None and self.evidence is None

    @property
    def whole(self) -> bool:
        """Whether there is a gold text, so that results can be scored."""
        return self.files.gold is not None


def read_examples(
    folders: Sequence[Path],
    prepare: Prepare,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    most: int | None = None,
    trust: Mapping[str, float] | None = None,
    without_gold: bool = False,
) -> list[Example]:
    """Read all pages with gold text, sorted by package and page.

    With `without_gold`, also those that are to have no text, and those of which only snippets are known.

    `progress` is called with the numbers of pages that are done, and of all. Pages that cannot be read, have no text or
    have empty gold teach nothing and are left out. Of packages with more than `most` pages with gold every n-th is
    taken, so that no more remain. `trust` tells of some packages how much they count; others count 1.
    """
    packages = [load(folder) for folder in folders]
    jobs = [(package.name, files) for package in packages for files in _chosen(package, most, without_gold)]
    examples = []
    with closing(_made(partial(_example, prepare=prepare), jobs, workers)) as made:
        for done, example in enumerate(made, 1):
            if example is not None:
                examples.append(replace(example, trust=(trust or {}).get(example.package, 1.0)))
            if progress is not None:
                progress(done, len(jobs))
    if not examples:
        raise PackageError(f"{', '.join(map(str, folders))}: no page has gold text: give packages with gold")
    return examples


def page_of(files: PageFiles) -> Document:
    """Read the page of an example again."""
    gold_page = files.read()
    return Document.from_bytes(gold_page.html(), url=gold_page.meta.url)


def fold_of(site: str, folds: int) -> int:
    """Put a site into one of the folds, always the same."""
    return int.from_bytes(sha256(site.encode()).digest()[:8]) % folds


def description_of(packages: Sequence[Package], examples: Sequence[Example]) -> list[dict[str, Any]]:
    """Tell for a model's card what it was trained on; pages are those that taught something."""
    used = Counter(each.package for each in examples)
    return [
        {"package": each.name, "pages": used[each.name], "licence": each.description.get("licence", "not stated")}
        | {"sha256": each.digest()}
        for each in packages
    ]


def _chosen(package: Package, most: int | None, without_gold: bool) -> list[PageFiles]:
    """Return the pages with gold, or every n-th of them, and those without if asked for."""
    pages = [files for files in package.pages if files.gold is not None or without_gold]
    return pages if most is None else pages[:: max(1, -(-len(pages) // most))]


def _made(
    make: Callable[[tuple[str, PageFiles]], Example | None], jobs: Sequence[tuple[str, PageFiles]], workers: int
) -> Generator[Example | None, None, None]:
    if workers <= 1:
        yield from map(make, jobs)
        return
    with Pool(make, workers) as pool:
        for _, finished in pool.stream(jobs):
            yield finished.get()


def _example(job: tuple[str, PageFiles], prepare: Prepare) -> Example | None:
    package, files = job
    try:
        gold_page = files.read()
        page = page_of(files)
    except PackageError:
        return None
    meta, gold = gold_page.meta, (gold_page.gold or "").strip()
    known = files.gold is None and (meta.with_snippets or meta.without_snippets)
    if not len(page.blocks) or not (gold or known or (files.gold is None and meta.page_type in WITHOUT_TEXT)):
        return None
    in_gold, evidence = gold_words(page, gold), None
    shares = word_shares(blocks_of(page, page.words.start), in_gold, len(page.blocks))
    if known:
        wanted, others = (_evidence(page, each) for each in (meta.with_snippets, meta.without_snippets))
        shares, evidence = (wanted > others).astype(np.float64), np.maximum(wanted, others)
    prepared = prepare(page)
    gc.collect(0)
    about = package, files, site_of(files.id, meta), meta.language, meta.page_type
    return Example(*about, shares, prepared, in_gold, evidence=evidence)


def gold_shares(page: Document, gold: str) -> npt.NDArray[np.float64]:
    """Return for each block of the page the share of its words that the gold has."""
    return word_shares(blocks_of(page, page.words.start), gold_words(page, gold), len(page.blocks))


def gold_words(page: Document, gold: str) -> npt.NDArray[np.bool_]:
    """Mark the words of the page that the gold has."""
    return _matched(unicode_words(gold), _folded_words(page))


def _folded_words(page: Document) -> list[str]:
    texts = zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)
    return [fold(decode_references(page.source[start:end])) for start, end in texts]


def _evidence(page: Document, snippets: Sequence[str]) -> npt.NDArray[np.float64]:
    """Count for each block the words that stand in snippets; one that occurs n times counts for 1/n each time."""
    words, block = _folded_words(page), blocks_of(page, page.words.start)
    at: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        at.setdefault(word, []).append(place)
    evidence = np.zeros(len(page.blocks))
    for wanted in filter(None, map(unicode_words, snippets)):
        length = len(wanted)
        found = [place for place in at.get(wanted[0], ()) if words[place : place + length] == wanted]
        for place in found:
            held, counts = np.unique(block[place : place + length], return_counts=True)
            evidence[held] += counts / len(found)
    return evidence


def word_shares(piece: npt.NDArray[np.intp], in_gold: npt.NDArray[np.bool_], pieces: int) -> npt.NDArray[np.float64]:
    """Return for each piece of a page the share of its words that the gold has; `piece` is where each word stands."""
    total = np.bincount(piece, minlength=pieces)
    shares: npt.NDArray[np.float64] = np.bincount(piece, in_gold, minlength=pieces) / np.maximum(total, 1)
    return shares


def blocks_of(page: Document, places: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
    """Return the block that each place of the visible text stands in."""
    run = np.searchsorted(page.runs.start[page.blocks.runs], places, side="right") - 1
    return np.searchsorted(page.blocks.first, run, side="right") - 1


def _matched(gold: list[str], found: list[str]) -> npt.NDArray[np.bool_]:
    """Mark the found words that a gold word answers to."""
    in_gold, in_found = np.zeros(len(gold), dtype=np.bool_), np.zeros(len(found), dtype=np.bool_)
    for _ in range(_PASSES):
        gold_left, found_left = np.flatnonzero(~in_gold), np.flatnonzero(~in_found)
        letters = intern_words([gold[k] for k in gold_left], [found[k] for k in found_left])
        same = [each for each in align(letters.gold, letters.found).stretches if each.kind == "same"]
        for each in same:
            in_gold[gold_left[each.gold_start : each.gold_end]] = True
            in_found[found_left[each.found_start : each.found_end]] = True
    return in_found
