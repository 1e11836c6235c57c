"""From signals to a verdict: probabilities per block, and which blocks to keep.

What names itself something beside the main content, comments of readers and lists of sources, is doubted: packages
differ in whether they count it as content, and most readers would not miss it. It is doubted wherever it stands below
something else, and believed where it is what the page is about. What belongs to one table, list or other structure is
decided as a whole (see wholes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.structures import KINDS as STRUCTURES
from webwinnow.document.tree.elements import along_jumps
from webwinnow.extractors.consensus import compiled
from webwinnow.extractors.consensus.discussion import DROPPED, Discussion, find_discussion
from webwinnow.extractors.consensus.features import Table, table
from webwinnow.extractors.consensus.ground import LONG, Numbers
from webwinnow.extractors.consensus.learned import Learned, Values, columns, has_landmarks, kinds_of, page_items
from webwinnow.extractors.consensus.lexicon import Lexicon
from webwinnow.extractors.consensus.wholes import SECTION_SAYS, announced, joined, with_sections
from webwinnow.kernels import LIBRARY
from webwinnow.signals.symmetric_trees import likely

COMMENTS: Final = frozenset(
    "comment comments commentlist commenting commentbox commentarea usercomments disqus respond replies".split()
)
SOURCES: Final = frozenset(("references", "reflist"))
"""Wikis name their lists of sources so: with these doubted, wikipedia-silver has 0.940 instead of 0.810, six other
packages stay as they are, and 826 pages of wcxb-dev lose 0.0002. To doubt footnotes and citations, too, would cost
0.0017 there (2026-11-16)."""
_COMMENTS, _SOURCES = (Lexicon(dict.fromkeys(names, 1.0)) for names in (COMMENTS, SOURCES))
_EITHER: Final = Lexicon(dict.fromkeys(COMMENTS | SOURCES, 1.0))
DOUBT: Final = 3.0
"""What is taken off the log odds."""
_SOURCE_DOUBT: Final = 6.0
"""The same for lists of sources: as wholes they find trust again in the text around them. With 3, two pages of
wikipedia-silver keep sources as long as their articles (2026-11-17)."""
_FORUM: Final = 0.4
"""The probability of a forum from which comments are content."""
_MOST: Final = 0.75
"""The share of the running text from which comments or sources are what the page is about.

For comments, of four pairs of limits from (0.15, 0.6) to (0.5, 0.9), all gain on dragnet (0.843 to between 0.848 and
0.866) and none changes wcxb-dev, magic-html or xmu-zh by more than 0.001 (2026-11-16); these lie between the best two.
"""
TEMPER: Final = 0.7
"""Log odds are multiplied by this, for on sites and conventions that the trees never saw they are too sure: with 0.7
instead of 1, cleaneval-en-dev, left out of training, had 0.929 instead of 0.906, held-out sites of wcxb-dev 0.873
instead of 0.875 (2026-11-16, with an earlier set of signals)."""
FAVOUR: Final = "favour"
_SHIFT: Final = {"balance": -0.5, "precision": -1.5, "recall": 0.5}
"""What is added to them before the decision: on held-out sites of wcxb-dev, -0.5 to 0 are the best and within 0.002 of
each other; on seven packages left out of training, -0.5 and -0.25 have the same mean within 0.002, and -0.5 is better
on most of those of articles (2026-11-16)."""
_IN_PIECES: Final = 0.5
"""What is added, too, as far as a page is documentation or presents a service, whose content comes in small pieces. On
held-out sites of wcxb-dev, 0.5 to 1.5 gain 0.002 (documentation 0.010, services 0.012); on seven packages left out of
training 0.5 gains 0.002, more than 1 loses (2026-11-16)."""
_WITHOUT_LANDMARKS: Final = -0.5
"""What is added, too, on pages without any of HTML5's landmarks if the trees saw few of them: there they are too sure.
Such pages of packages left out of training gain: dragnet 0.866 to 0.877, daniel-waddle 0.899 to 0.912, xmu-zh and
cleaneval-en-dev 0.003; the 52 of wcxb-dev lose 0.010. With -1 the first two gain still more, the others lose
(2026-11-16)."""
_FEW: Final = 0.2
"""Trees that saw a larger share of such pages need no help: trained on all packages but one, which are four tenths
without landmarks, cleaneval-en-dev has 0.925 without the addition and 0.906 with it."""
_REPEATED: Final = 0.2
"""The share of what seems content in repeated elements from which lists of posts are looked for: half of all pages ask,
and the others would lose nothing but on two pages of magic-html (2026-11-17)."""
_CONFIDENCE: Final = (0.95, 1.03)
"""What the log odds of the expected F1 are multiplied by, and what is added, to tell how good a result is: tempered
probabilities promise too little."""
_LESS_SURE: Final = {"forum": 0.3, "collection": 0.6, "product": 1.9}
"""What is taken off as far as a page is of this kind: on these the gold differs most. Chosen close to the best fit on
folds by site, so that there what is promised is true within 0.03 by type of page (fitted by itself, products promise
0.04 too much); on six packages never seen it is true within 0.025 (2026-11-18)."""
_SHOWN: Final = (1.35, 0.5)
"""The same for the probabilities of blocks that are shown. Chosen on two folds by site, where they are true within 0.02
on average instead of 0.08; on six packages never seen within 0.012 instead of 0.047 (2026-11-18)."""
_FEW_WORDS: Final = 8
_UNLIKELY: Final = 0.5
"""Pages with a form, on which fewer words than that are hoped to be content, with less expected F1 than that, have
none: 57 of the 98 pages of the package negatives, which the model learned from, and none of 1976 pages with a text that
it never saw. With 15 words they were 77 and 3, and dragnet lost 0.0025 (2026-11-17)."""
_FEW_HOPED: Final = 40
_LIKE_A_FORM: Final = 1.0
"""Nor have those with a form and fewer hoped words than that, if trees that learned what such pages are like give them
more than these log odds: by site, 64 of 98 negatives instead of 47 give nothing, and of 3,660 pages with a text one;
with 0 instead of 1 eight more of 92 negatives, and a product of wcxb-dev (2026-11-18)."""
NOTHING: Final = "no main text"
_WHOLES: Final = tuple(f"whole {kind}" for kind in STRUCTURES)
SECTION: Final = "section below"
_AGAIN: Final = 3.0
"""What is taken off for text that stands on the page once more. With 3, wcxb-dev gains 0.004 by site and left out as a
package (forums 0.012 and 0.018, products 0.013 and 0.009, listings 0.015 and 0.004, documentation loses 0.002), dragnet
and daniel-waddle 0.0005. With 1 it is half of that; as signals for the trees, what is known of copies gains nothing by
site (small forests, two folds, 2026-11-18). Quotations that answer stay (see wholes.py): harvest-forum, whose gold has
them, gains 0.007, forums of wcxb-dev, of which most have not, lose 0.005 (every other page, 2026-11-18)."""
REPEATS: Final = 1.0
"""What is taken off for text that repeats over the pages of the site, if that is known (`site-template`)."""
OF_ITS_OWN: Final = 0.05
"""What is added for all other text of such a page: what no other page has is what the page is there for.

Of 0.5, 1 and 2 against 0, 0.03, 0.05 and 0.08 these two had the best F1 of words on half of the sites of wcxb-dev with
5 pages or more, and more wanted snippets of the same half of swde-sites in fewer words. On the other half (53 and 48
pages) precision rises from 0.747 to 0.750, recall from 0.827 to 0.828, and the snippets stay (2026-11-18)."""
_LEAST: Final = 0.1
"""Words that even an empty block counts for, so that symbols alone are not free."""


def doubts(signals: Table, kinds: Mapping[str, float], comments: str = "auto") -> npt.NDArray[np.float32]:
    """Return what is taken off the log odds of each block for its names; `kinds` are the probabilities of the kinds."""
    doubted = np.zeros(len(signals.words), dtype=np.float32)
    named, sources = _named(signals, _COMMENTS), _named(signals, _SOURCES)
    commenting = comments != "keep" and (comments == "drop" or kinds.get("forum", 0.0) < _FORUM)
    if commenting and named.any() and _below_something(signals, named):
        doubted[named] = DROPPED if comments == "drop" else DOUBT
    if sources.any() and _below_something(signals, sources):
        doubted[sources] = _SOURCE_DOUBT
    return doubted


def _named(signals: Table, names: Lexicon) -> npt.NDArray[np.bool_]:
    """Mark the blocks inside of elements that have one of these names."""
    named = names.said(signals.names)[signals.names.number] > 0
    inside: npt.NDArray[np.bool_] = along_jumps(signals.lineage, named, np.logical_or)[signals.place]
    return inside


def _below_something(signals: Table, marked: npt.NDArray[np.bool_]) -> bool:
    """Tell whether some running text stands outside of the marked blocks."""
    long_words = np.where(signals.words >= LONG, signals.words, 0)
    return bool(long_words[marked].sum() <= _MOST * long_words.sum())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about each block, and with which confidence."""

    likely: Values
    """Per block: the probability that it is content."""
    keep: npt.NDArray[np.bool_]
    expected: float
    """The F1 that is expected of the decision."""
    kinds: dict[str, float]
    """The probability of each kind of page."""
    added: Mapping[str, float | Values]
    """What was added to the log odds that the trees gave, and why: for the whole page, or per block."""

    @property
    def confidence(self) -> float:
        """The F1 that such answers turn out to have; where nothing is kept, how sure it is that there is nothing."""
        scale, offset = _CONFIDENCE
        expected = float(np.clip(self.expected, 0.02, 0.98))
        less = sum(self.kinds.get(kind, 0.0) * much for kind, much in _LESS_SURE.items())
        told = float(likely(np.asarray(scale * np.log(expected / (1 - expected)) + offset - less)))
        return told if self.keep.any() else 1 - told

    @property
    def limit(self) -> float:
        """The log odds above which this page keeps blocks.

        The expected F1 rises with a block as long as its probability is above half of it.
        """
        return float(np.log(self.expected / 2) - np.log1p(-self.expected / 2))

    @property
    def likely_limit(self) -> float:
        """The same as a probability like those in `likely`, which do not know what is favoured."""
        return float(_shown(np.asarray(self.limit - self.added[FAVOUR] + _SHIFT["balance"])))


def _shown(odds: Numbers) -> Values:
    """Turn what decides into the probability that such blocks turn out to have."""
    scale, offset = _SHOWN
    return likely(scale * odds + offset)


def judge_page(page: Document, model: Learned, favour: str = "balance", comments: str = "auto") -> Verdict:
    """Judge a page that has at least one block."""
    return judge_table(table(page), model, lambda: find_discussion(page), favour, comments, repeating(page))


def repeating(page: Document) -> Values | None:
    """Return the share of each block's characters that repeats over the pages of the site; None if nobody knows."""
    if page.repeated is None or not len(page.repeated):
        return None
    start, end = page.runs.start[page.blocks.runs], page.runs.end[page.blocks.runs]
    inside = page.repeated.characters_before(end) - page.repeated.characters_before(start)
    first = page.blocks.first[:-1]
    share = np.add.reduceat(inside, first) / np.maximum(np.add.reduceat(end - start, first), 1)
    return share.astype(np.float32)


def judge_table(
    signals: Table,
    model: Learned,
    discussion: Callable[[], Discussion],
    favour: str = "balance",
    comments: str = "auto",
    repeats: Values | None = None,
) -> Verdict:
    """Judge blocks by their signals; `discussion` finds the lists of posts, where these may matter.

    `repeats` are the shares that `repeating` returns.
    """
    items = model.items(signals)
    described = page_items(items, signals.words)
    kinds = kinds_of(described, model)
    odds = model.trees.odds(items)
    doubted = _doubted(signals, model, odds, discussion, kinds, comments)
    less = odds + doubted
    added: dict[str, float | Values] = {
        "comments or sources": TEMPER * doubted,
        **_as_wholes(signals, less, kinds.get("forum", 0.0)),
        "said again": np.where(signals.again, -_AGAIN, 0).astype(np.float32) if signals.again.any() else 0.0,
        "kind of page": _IN_PIECES * sum(kinds.get(kind, 0.0) for kind in ("documentation", "service")),
        "no landmarks": _WITHOUT_LANDMARKS if model.without_landmarks < _FEW and not has_landmarks(items) else 0.0,
    }
    added["site"] = 0.0 if repeats is None else OF_ITS_OWN - (REPEATS + OF_ITS_OWN) * repeats
    odds = TEMPER * (less - doubted)
    for number in added.values():
        if isinstance(number, np.ndarray) or number:
            odds += number
    chances = likely(odds + _SHIFT[favour])
    keep, expected = best_selection(chances, signals.words + _LEAST)
    hoped = float(signals.words @ chances)
    if favour != "recall" and _has_nothing(signals, model, described, hoped, expected):
        added[NOTHING], keep = -DROPPED, np.zeros_like(keep)
        odds -= DROPPED
    likelihood = _shown(odds + _SHIFT["balance"])
    return Verdict(likelihood, keep, expected, kinds, {NOTHING: 0.0, **added, FAVOUR: _SHIFT[favour]})


def _doubted(
    signals: Table,
    model: Learned,
    odds: Values,
    discussion: Callable[[], Discussion],
    kinds: Mapping[str, float],
    comments: str,
) -> float | Values:
    """Return what is added to the log odds for names and for lists of posts; 0 where nothing is, as on most pages."""
    named = -doubts(signals, kinds, comments) if _EITHER.may_say(signals.names) else 0.0
    if comments == "auto" and not _may_discuss(signals, odds + named > 0):
        return named
    found = discussion()
    if not found.inside:
        return named
    said = found.added(model.discussion, kinds.get("forum", 0.0), comments).astype(np.float32)
    return np.where(found.touched, said, np.float32(0) if isinstance(named, float) else named)


def _has_nothing(signals: Table, model: Learned, described: Values, hoped: float, expected: float) -> bool:
    """Tell whether a page is a form and next to nothing else."""
    if hoped >= _FEW_HOPED or not signals.values[:, columns().index("in form")].any():
        return False
    if hoped < _FEW_WORDS and expected < _UNLIKELY:
        return True
    return model.nothing is not None and float(model.nothing.odds(described)[0]) > _LIKE_A_FORM


def _may_discuss(signals: Table, chosen: npt.NDArray[np.bool_]) -> bool:
    """Tell whether posts may be among the chosen blocks: something repeated, or named as comments are."""
    repeated = signals.values[:, _repeated()] > 0
    if signals.words[chosen & repeated].sum() > _REPEATED * signals.words[chosen].sum():
        return True
    return _COMMENTS.may_say(signals.names) and bool(_COMMENTS.said(signals.names).any())


@cache
def _repeated() -> int:
    return columns().index("repeated group")


def _as_wholes(signals: Table, odds: Values, forum: float) -> dict[str, float | Values]:
    """Return what makes the blocks of a structure equal, by the kind of structure, and what a heading's section adds.

    In a `forum` headings above posts are the names of those who write, which say little of the text below.
    """
    count = len(signals.whole_kind)
    together = joined(odds, signals.words, signals.whole, signals.whole_kind) if count else odds
    together = announced(together, signals.words, signals.whole, signals.whole_kind, signals.lead) if count else odds
    heading = signals.values[:, _heading()] > 0
    together = with_sections(together, signals.words, signals.whole, heading, SECTION_SAYS * (1 - forum))
    change = (TEMPER * (together - odds)).astype(np.float32)
    kind, found = np.append(signals.whole_kind, -1)[signals.whole], set(signals.whole_kind.tolist())
    added: dict[str, float | Values] = {
        name: np.where(kind == number, change, 0) if number in found else 0.0 for number, name in enumerate(_WHOLES)
    }
    return {**added, SECTION: np.where(signals.whole < 0, change, 0)}


@cache
def _heading() -> int:
    return columns().index("in heading")


def best_selection(likely: Numbers, words: Numbers) -> tuple[npt.NDArray[np.bool_], float]:
    """Keep the blocks, by falling probability, that maximise the expected F1: 2 sum(w p) / (sum w + all w p)."""
    if LIBRARY:
        return compiled.best_selection(LIBRARY, likely, words)
    order = np.argsort(-likely, kind="stable")
    hoped = (words * likely)[order]
    f1 = 2 * np.cumsum(hoped) / (np.cumsum(words[order]) + hoped.sum())
    best = int(np.argmax(f1))
    keep = np.zeros(len(likely), dtype=np.bool_)
    keep[order[: best + 1]] = True
    return keep, float(f1[best])
