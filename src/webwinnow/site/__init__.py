"""Templates over a site: each block of a page is counted once, by its key; what repeats becomes a model.

Keys are counted in sorted columns. When there are too many for memory, what was counted so far goes to disk, sorted,
and is added up at the end, a slice of the range of keys at a time. The order of pages makes no difference.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.extractors.consensus.consensus import Consensus
from webwinnow.models import Model
from webwinnow.prefilters.site_template import Keys, SiteTemplate, block_keys, site_of
from webwinnow.stages import Extractor

AT_LEAST: Final = 5
"""Pages that a site must have: of fewer, nobody can tell its template from chance."""
LEAST_SHARE: Final = 0.3
"""The least share of a site's pages for which a key is kept; stages ask for more."""
MOST_KEYS: Final = 4_000_000
"""Keys that a model may have, 48 MB; those of the largest share stay."""
_IN_MEMORY: Final = 4_000_000
"""Keys that are counted in memory before they go to disk: 64 MB."""
_SLICES: Final = 64
Counted = npt.NDArray[np.uint64]
"""Rows of key, number of its site, and count; sorted by key."""


@dataclass(slots=True)
class RepeatCounter:
    """Counts on how many pages of its site each block stands."""

    one_site: bool = False
    """Whether all pages are taken as one site, whatever their addresses say."""
    in_memory: int = _IN_MEMORY
    pages: list[int] = field(default_factory=list)
    """How many pages of each site were counted."""
    _numbers: dict[str, int] = field(default_factory=dict)
    _waiting: list[Counted] = field(default_factory=list)
    _runs: list[Path] = field(default_factory=list)
    _folder: tempfile.TemporaryDirectory[str] | None = None

    def keys(self, page: Document) -> tuple[str, Keys]:
        """Return a page's site and the keys of its blocks, each once: what `add` takes, found wherever the page is."""
        site = "" if self.one_site else site_of(page.url)
        return site, np.unique(block_keys(page, site)) if len(page.blocks) else np.zeros(0, np.uint64)

    def add(self, site: str, keys: Keys) -> None:
        """Count a page; without an address, nobody knows its site."""
        if not site and not self.one_site:
            return
        number = self._numbers.setdefault(site, len(self._numbers))
        if number == len(self.pages):
            self.pages.append(0)
        self.pages[number] += 1
        ones = np.ones(len(keys), dtype=np.uint64)
        self._waiting.append(np.stack([keys, np.full_like(keys, number), ones], axis=1))
        if sum(map(len, self._waiting)) >= self.in_memory:
            self._spill()

    def _spill(self) -> None:
        """Put what was counted on disk, unless adding it up made room enough."""
        summed = _summed(self._waiting)
        self._waiting = [summed]
        if len(summed) < self.in_memory // 2:
            return
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="webwinnow-site-")
        run = Path(self._folder.name) / f"{len(self._runs)}.npy"
        np.save(run, summed)
        self._runs.append(run)
        self._waiting = []

    def model(self) -> Model:
        """Make the model of what repeats, on sites of enough pages; counting ends with it."""
        kept = [self._repeated(part) for part in self._slices()]
        if self._folder is not None:
            self._folder.cleanup()
        keys = np.concatenate([each for each, _ in kept] or [np.zeros(0, np.uint64)])
        share = np.concatenate([each for _, each in kept] or [np.zeros(0, np.float32)])
        if len(keys) > MOST_KEYS:
            best = np.sort(np.lexsort((keys, -share))[:MOST_KEYS])
            keys, share = keys[best], share[best]
        settings = {"one site": self.one_site, "pages": sum(self.pages), "sites": len(self.pages)}
        return Model(SiteTemplate.name, settings, {"keys": keys, "share": share})

    def _slices(self) -> Iterator[Counted]:
        """Add up all runs, a slice of the range of keys at a time; slices come in the order of keys."""
        runs = [np.load(run, mmap_mode="r") for run in self._runs] + [_summed(self._waiting)]
        bounds = [np.uint64(at * (2**64 // _SLICES)) for at in range(1, _SLICES)]
        edges = [[0, *np.searchsorted(run[:, 0], bounds).tolist(), len(run)] for run in runs]
        for at in range(_SLICES):
            parts = [np.asarray(run[edge[at] : edge[at + 1]]) for run, edge in zip(runs, edges, strict=True)]
            yield _summed(parts)

    def _repeated(self, counted: Counted) -> tuple[Keys, npt.NDArray[np.float32]]:
        pages = np.array(self.pages or [1])[counted[:, 1].astype(np.intp)]
        share = (counted[:, 2] / pages).astype(np.float32)
        kept = (pages >= AT_LEAST) & (share >= LEAST_SHARE)
        return counted[kept, 0], share[kept]


def _summed(parts: Sequence[Counted]) -> Counted:
    """Add up the counts of equal keys; a key holds its site, so it has one."""
    if not parts or not sum(map(len, parts)):
        return np.zeros((0, 3), dtype=np.uint64)
    every = np.concatenate(parts)
    every = every[np.argsort(every[:, 0], kind="stable")]
    starts = np.flatnonzero(np.concatenate([[True], every[1:, 0] != every[:-1, 0]]))
    return np.column_stack([every[starts, 0], every[starts, 1], np.add.reduceat(every[:, 2], starts)])


def known_site(model: str, extractor: Extractor) -> SiteTemplate:
    """Return the stage that tells an extractor of a site's template: consensus as a sign; from others, it is hidden."""
    return SiteTemplate(model, remove=not isinstance(extractor, Consensus))


def learn_site(pages: Iterable[Document], *, one_site: bool = True) -> Model:
    """Learn what repeats over pages: of one site, or of many, told apart by their addresses."""
    counter = RepeatCounter(one_site)
    for page in pages:
        counter.add(*counter.keys(page))
    return counter.model()
