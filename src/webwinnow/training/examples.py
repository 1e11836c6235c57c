"""Examples to learn from: pages of test packages, what a trainer prepares of each, and the labels of its blocks."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.errors import PackageError
from webwinnow.evaluate.meta import site_of
from webwinnow.evaluate.package import Package, PageFiles, load
from webwinnow.processes import Pool
from webwinnow.training.labels import blocks_of, gold_words, word_shares

Prepare = Callable[[Document], Any]
"""From a page with at least one block to whatever a trainer learns from; made in other processes, so it is sent."""


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


def read_examples(
    folders: Sequence[Path],
    prepare: Prepare,
    workers: int = 1,
    told: Callable[[int, int], None] | None = None,
    most: int | None = None,
) -> list[Example]:
    """Read all pages with gold text, sorted by package and page; `told` hears how many of how many are done.

    Pages that cannot be read, have no text or have empty gold teach nothing and are left out. Of packages with more
    than `most` pages with gold every n-th is taken, so that no more remain.
    """
    packages = [load(folder) for folder in folders]
    jobs = [(package.name, files) for package in packages for files in _chosen(package, most)]
    examples = []
    with closing(_made(partial(_example, prepare=prepare), jobs, workers)) as made:
        for done, example in enumerate(made, 1):
            if example is not None:
                examples.append(example)
            if told is not None:
                told(done, len(jobs))
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


def _chosen(package: Package, most: int | None) -> list[PageFiles]:
    """Give the pages with gold, or every n-th of them."""
    pages = [files for files in package.pages if files.gold is not None]
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
    if not gold_page.gold or not gold_page.gold.strip() or not len(page.blocks):
        return None
    in_gold, meta = gold_words(page, gold_page.gold), gold_page.meta
    shares = word_shares(blocks_of(page, page.words.start), in_gold, len(page.blocks))
    prepared = prepare(page)
    gc.collect(0)
    return Example(package, files, site_of(files.id, meta), meta.language, meta.page_type, shares, prepared, in_gold)
