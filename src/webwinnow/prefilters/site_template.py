"""What repeats over the pages of a site, removed or pointed out: menus, footers, notices, labels of a template.

Paper: mohammadzadeh2013, section 3.1.1: methods over several documents of a site find its template as what they share.
Ours: a block is known by its words and the elements around it, as one hash together with the site; a model holds the
hashes that enough pages of their site have (`webwinnow site learn`). What others found out about a page, as a batch run
does in its first pass, comes with the page (`Document.repeated`).
Deviations: UNSPECIFIED: the papers compare whole trees of a few pages; here blocks are counted over any number.
Cost: O(page), plus a binary search per block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import ClassVar, Final
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.models import Model, load_model
from webwinnow.signals.rolling_hash import joined, stretch_hashes
from webwinnow.spans import Spans
from webwinnow.stages import Prefilter

Keys = npt.NDArray[np.uint64]
PATH: Final = 5
"""Elements around a block that are part of its key."""


@dataclass(frozen=True, slots=True)
class SiteTemplate(Prefilter):
    """Removes what repeats over the pages of a site: knows a template that no single page shows; needs a known site."""

    name: ClassVar[str] = "site-template"
    model: str = ""
    """A file that `webwinnow site learn` made; without one, only what is known of the page already is used."""
    share: float = 0.8
    """The share of a site's pages that must have a block: with 0.5, consensus loses 0.04 of the words of 40 pages of
    wcxb-dev, with 0.8 and 0.9 at most 0.002 (with a weight of 2, 2026-11-17)."""
    remove: bool = True
    """Whether it is removed; else stages that can, such as consensus, take it as a sign."""

    def __post_init__(self) -> None:
        """Check the share, and read the model: a wrong file is refused before any page is."""
        self.require_range("share", 0, 1)
        if self.model:
            template(self.model)

    def __call__(self, page: Document) -> Document:
        """Hide the text of blocks that repeat, or say which they are."""
        repeated = self.repeated(page)
        return page.without(repeated) if self.remove else page.with_repeated(repeated)

    def repeated(self, page: Document) -> Spans:
        """Return the text that repeats over the pages of the site."""
        known = page.repeated or Spans(size=len(page.source))
        if not self.model or not len(page.blocks):
            return known
        return known | page.select_blocks(template(self.model).marked(page, self.share))


@dataclass(frozen=True, slots=True)
class SiteBlocks:
    """A model in the form in which it is asked."""

    keys: Keys
    """Sorted."""
    share: npt.NDArray[np.float32]
    one_site: bool
    """Whether all pages are taken as one site, whatever their addresses say."""

    def marked(self, page: Document, share: float) -> npt.NDArray[np.bool_]:
        """Mark the blocks of a page that enough pages of its site have."""
        keys = block_keys(page, "" if self.one_site else site_of(page.url))
        place = np.minimum(np.searchsorted(self.keys, keys), max(len(self.keys) - 1, 0))
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.bool_)
        found: npt.NDArray[np.bool_] = (self.keys[place] == keys) & (self.share[place] >= share)
        return found


@lru_cache(maxsize=4)
def template(path: str) -> SiteBlocks:
    """Read a model's file, once."""
    return unpacked(load_model(SiteTemplate.name, "webwinnow.prefilters", path))


def unpacked(model: Model) -> SiteBlocks:
    """Take a model apart."""
    return SiteBlocks(model.arrays["keys"], model.arrays["share"], bool(model.settings["one site"]))


def site_of(url: str | None) -> str:
    """Name the site of an address: its host, without www."""
    try:
        return (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def block_keys(page: Document, site: str) -> Keys:
    """Return a key for each block of a page: its site, its words and the elements around it, hashed."""
    blocks, runs, words = page.blocks, page.runs, page.words
    term = np.array([_hash(each) for each in page.terms.vocabulary], dtype=np.uint64)[page.terms.number]
    of_run = np.full(len(runs), len(blocks), dtype=np.intp)
    of_run[blocks.runs] = blocks.of_run
    of_word = of_run[np.searchsorted(runs.start, words.start, side="right") - 1]
    edges = np.searchsorted(of_word, np.arange(len(blocks) + 1))  # blocks stand in the order of their words
    text = stretch_hashes(term, edges[:-1], edges[1:])
    element = runs.home[blocks.runs[blocks.first[:-1]]]
    path = []
    for _ in range(PATH):
        path.append(page.elements.tag[element])
        element = np.maximum(page.elements.parent[element], 0)
    return joined(np.full(len(text), _hash(site), dtype=np.uint64), text, *path)


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")
