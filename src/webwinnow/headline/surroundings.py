"""What the default method knows of a page before it looks at single texts: title, site, main text and its start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.headline.candidate import key_of
from webwinnow.headline.site import Site
from webwinnow.headline.title_parts import LONGEST_TITLE, without_site
from webwinnow.language.terms import Terms, terms
from webwinnow.spans import Spans

LONG: Final = 25
"""Words of a block that is running text. Chosen by hand: two lines of a column; no sweep was made."""
_LINK: Final = column("a")
_ASIDE: Final = column("nav aside footer form dialog")
_INNER: Final = column("article main")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A page as candidates are judged in it."""

    page: Document
    site: Site
    title: str
    """The title's key (see `key_of`)."""
    says_more: bool
    """Whether the title has something besides the site's name."""
    title_terms: frozenset[str]
    text_terms: frozenset[str]
    """The terms of the main text."""
    starts_at: int
    """Where the main text starts in the source; the end of the page if there is none."""
    aside: npt.NDArray[np.bool_]
    """Per element: whether it stands in navigation, an aside, a footer, a form."""
    inner: npt.NDArray[np.bool_]
    """Per element: whether it stands in an article or in `main`."""
    linked: npt.NDArray[np.bool_]
    """Per element: whether it stands in a link or holds one."""


def look_around(page: Document, site: Site, known: Terms, content: Spans | None) -> Surroundings:
    """Gather what is known; without `content`, the page's long blocks stand for the main text."""
    tag = page.elements.tag
    main = _running_text(page) if content is None else page.select(content)
    held = page.in_subtrees(np.concatenate([[0], np.cumsum(_opened(page, _LINK))]).astype(np.int32)) > 0
    return Surroundings(
        page,
        site,
        key_of(page.title or ""),
        bool(page.title) and not site.is_name(without_site((page.title or "")[:LONGEST_TITLE], site)),
        frozenset(terms(page.title or "")),
        frozenset(map(known.vocabulary.__getitem__, np.unique(known.number[main.contains(page.words.start)]).tolist())),
        int(main.starts[0]) if len(main) else len(page.source),
        page.inside(_ASIDE[tag]),
        page.inside(_INNER[tag]),
        page.inside(_LINK[tag]) | held,
    )


def _opened(page: Document, names: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Count per gap whether a start tag of these names stands right before it."""
    code = page.tokens.code
    opens = np.append(False, names[np.abs(code)] & (code > 0))
    return opens.astype(np.int32)


def _running_text(page: Document) -> Spans:
    """Find the blocks with many words that are no links."""
    blocks, runs = page.blocks, page.runs
    if not len(blocks):
        return page.select([])
    linked = page.inside(_LINK[page.elements.tag])[runs.home]
    words = np.bincount(np.searchsorted(runs.start, page.words.start, side="right") - 1, minlength=len(runs))
    unlinked = np.where(linked, 0, words)[blocks.runs]
    long = np.add.reduceat(unlinked, blocks.first[:-1]) >= LONG
    return page.select_blocks(long)
