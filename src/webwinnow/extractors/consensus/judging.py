"""From signals to a verdict: probabilities per block, and which blocks to keep.

What names itself something beside the main content, comments of readers and lists of sources, is doubted: packages
differ in whether they count it as content, and most readers would not miss it. It is doubted wherever it stands below
something else, and believed where it is what the page is about. What belongs to one table, list or other structure is
decided as a whole (see wholes.py).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.structures import KINDS as STRUCTURES
from webwinnow.document.tree.elements import along_jumps
from webwinnow.extractors.consensus import compiled
from webwinnow.extractors.consensus.compiled import Asking, Deciding, Judging, Known
from webwinnow.extractors.consensus.discussion import DROPPED, Discussion, find_discussion
from webwinnow.extractors.consensus.features import Table, signal_names, table
from webwinnow.extractors.consensus.ground import LONG, Numbers
from webwinnow.extractors.consensus.learned import (
    Learned,
    Values,
    added_up,
    columns,
    described,
    has_landmarks,
    kinds_of,
    landmark_columns,
    word_weights,
)
from webwinnow.extractors.consensus.lexicon import LEXICON_NAMES, Lexicon
from webwinnow.extractors.consensus.verdict import FAVOUR, SHIFT, Verdict
from webwinnow.extractors.consensus.wholes import SECTION_RULES, SECTION_SAYS, joined, whole_rules, with_sections
from webwinnow.kernels import LIBRARY, Library, address, give_back_free
from webwinnow.lazy_values import kept_for_good
from webwinnow.signals.symmetric_trees import TREES, SymmetricTrees, likely

COMMENTS: Final = frozenset(
    "comment comments commentlist commenting commentbox commentarea usercomments disqus respond replies".split()
)
SOURCES: Final = frozenset(("references", "reflist"))
"""Wikis name their lists of sources so: with these doubted, wikipedia-silver has 0.940 instead of 0.810, six other
packages stay as they are, and 826 pages of wcxb-dev lose 0.0002. To doubt footnotes and citations, too, would cost
0.0017 there (2026-11-16)."""
_COMMENTS, _SOURCES = (Lexicon(dict.fromkeys(names, 1.0)) for names in (COMMENTS, SOURCES))
_DOUBTED: Final = Lexicon(dict.fromkeys([*sorted(COMMENTS), *sorted(SOURCES)], 1.0))
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
_MANY_TAGS: Final = 20_000
"""Tags of a page that leave much memory free behind them; hardly any page that people write has more."""
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


def judge_page(page: Document, model: Learned, favour: str = "balance", comments: str = "auto") -> Verdict:
    """Judge a page that has at least one block."""
    signals = [table(page)]
    crowded = signals[0].stretch < len(signals[0].words) or len(page.tokens.code) > _MANY_TAGS
    if crowded:
        give_back_free()
    discussion, repeats = lambda: find_discussion(page), repeating(page)
    verdict = judge_table(signals.pop(), model, discussion, favour, comments, repeats)  # nobody else keeps it
    if crowded:
        give_back_free()
    return verdict


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
    judging = Judging(LIBRARY, signals, _asking(model)) if LIBRARY else Reference(signals, model)
    known, page = _asked(judging, signals, model)
    signals = signals.judged()
    kinds = kinds_of(page, model)
    forum = kinds.get("forum", 0.0)
    doubted = _doubted(signals, model, known, discussion, kinds, comments)
    pieces = _IN_PIECES * sum(kinds.get(kind, 0.0) for kind in ("documentation", "service"))
    bare = _WITHOUT_LANDMARKS if model.without_landmarks < _FEW and not known.landmarks else 0.0
    change, odds = judging.decide(_deciding(model), doubted, forum, (pieces, bare))
    site = 0.0 if repeats is None else OF_ITS_OWN - (REPEATS + OF_ITS_OWN) * repeats
    if repeats is not None:
        odds += site
    chances = likely(odds + SHIFT[favour])
    keep, expected = best_selection(chances, signals.words, _LEAST)
    nothing = favour != "recall" and _has_nothing(signals, model, known, page, chances, expected)
    if nothing:
        keep = np.zeros_like(keep)
        odds -= DROPPED

    whole, kind, again = signals.whole.astype(np.int32), signals.whole_kind, signals.again.copy()  # the rest is let go

    def added() -> dict[str, float | Values]:
        return {
            NOTHING: -DROPPED if nothing else 0.0,
            "comments or sources": TEMPER * doubted,
            **_as_wholes(whole, kind, change),
            "said again": _said_again(again),
            "kind of page": pieces,
            "no landmarks": bare,
            "site": site,
            FAVOUR: SHIFT[favour],
        }

    return Verdict(odds, keep, expected, kinds, added)


class Reference:
    """A table that a model is asked about: the definition that compiled code follows."""

    def __init__(self, signals: Table, model: Learned) -> None:
        """Take the table, and ask what the model's lexicon says of its names."""
        self._signals, self._model = signals.judged(), model
        self._said = model.words.of_blocks(signals.names, signals.lineage, signals.up, signals.place)
        self._odds, self._marks = np.empty(len(signals.words), np.float32), np.empty((2, len(signals.words)), np.bool_)
        self._landmarks = self._form = False

    def hear(self, at: slice, items: Values) -> None:
        """Ask the trees about some blocks: `items` are rows of signals, and room for what the lexicon says."""
        items[len(signal_names()) :] = self._said[:, at]
        self._odds[at] = self._model.trees.odds(items.T)
        self._marks[:, at] = items[[_heading(), _repeated()]] > 0
        self._landmarks |= has_landmarks(items.T)
        self._form |= bool(items[columns().index("in form")].any())

    @property
    def known(self) -> Known:
        """What was found out."""
        names = self._signals.names
        named = _DOUBTED.said(names).any()
        return Known(
            odds=self._odds,
            heading=self._marks[0],
            in_group=self._marks[1],
            commenting=bool(named and _COMMENTS.said(names).any()),
            citing=bool(named and _SOURCES.said(names).any()),
            landmarks=self._landmarks,
            form=self._form,
            repeated=_is_repeated(self._signals.words, self._marks[1], self._odds),
        )

    def decide(
        self, rules: Deciding, doubted: float | Values, forum: float, added: tuple[float, float]
    ) -> tuple[Values, Values]:
        """Return what wholes and sections change, and the log odds that decide; the rules are those of this module.

        `doubted` is what is added for names and lists of posts, `added` what is added for the whole page.
        """
        del rules
        less = self._odds + doubted
        change = _changed(self._signals, less, doubted, self._marks[0], forum, self._model.lists)
        decided = TEMPER * (less - doubted)
        for number in (TEMPER * doubted, change, _said_again(self._signals.again), *added):
            if isinstance(number, np.ndarray) or number:
                decided += number
        return change, decided


def _asked(judging: Judging | Reference, signals: Table, model: Learned) -> tuple[Known, Values]:
    """Ask the model, some blocks at a time; also return what describes the page (see `learned.page_items`)."""
    weights, sums = word_weights(signals.words), []
    for at, items in signals.stretches(more=len(LEXICON_NAMES)):
        judging.hear(at, items)
        sums.append(added_up(items.T, weights[at]))
    known, page = judging.known, described(sums, len(signals.words))
    if len(signals.words) == 1:  # compiled code leaves it to the trees
        odds = model.trees.odds(items.T)
        known.odds[:] = odds
        known = known._replace(repeated=_is_repeated(signals.words, known.in_group, odds))
    return known, page


@lru_cache(maxsize=8)
def _asking(model: Learned) -> Asking:
    """Return a model in the form in which compiled code asks it."""
    library: Library = LIBRARY  # type: ignore[assignment]  # asked for only where there is one
    lexicon, scores = model.words.compiled
    doubted, _ = _DOUBTED.compiled
    landmarks = np.array(landmark_columns(), dtype=np.int64)
    asking = Asking(
        ctypes.addressof(lexicon), address(scores), ctypes.addressof(doubted), len(COMMENTS),
        *map(address, model.trees.in_rows), len(model.trees.column), TREES, len(signal_names()), _repeated(),
        columns().index("in form"), _heading(), address(landmarks), len(landmarks), _REPEATED, model.trees.start,
        library.width,
    )  # fmt: skip
    asking.kept = model, landmarks
    return asking


@lru_cache(maxsize=8)
def _deciding(model: Learned) -> Deciding:
    wholes = whole_rules(model.lists)
    rules = Deciding(*map(ctypes.addressof, (wholes, SECTION_RULES)), TEMPER, _AGAIN, SECTION_SAYS)
    rules.kept = model, wholes
    return rules


def _said_again(again: npt.NDArray[np.bool_]) -> float | Values:
    """Return what is taken off for text that stands on the page once more."""
    return np.where(again, -_AGAIN, 0).astype(np.float32) if again.any() else 0.0


def _doubted(
    signals: Table,
    model: Learned,
    known: Known,
    discussion: Callable[[], Discussion],
    kinds: Mapping[str, float],
    comments: str,
) -> float | Values:
    """Return what is added to the log odds for names and for lists of posts; 0 where nothing is, as on most pages."""
    named = -doubts(signals, kinds, comments) if known.commenting or known.citing else 0.0
    repeated = (
        known.repeated if isinstance(named, float) else _is_repeated(signals.words, known.in_group, known.odds + named)
    )
    if comments == "auto" and not repeated and not known.commenting:  # posts can be among what seems content
        return named
    found = discussion()
    if not found.inside:
        return named
    said = found.added(model.discussion, kinds.get("forum", 0.0), comments).astype(np.float32)
    return np.where(found.touched, said, np.float32(0) if isinstance(named, float) else named)


def _has_nothing(signals: Table, model: Learned, known: Known, page: Values, chances: Values, expected: float) -> bool:
    """Tell whether a page is a form and next to nothing else."""
    if not known.form or (hoped := float(signals.words @ chances)) >= _FEW_HOPED:
        return False
    if hoped < _FEW_WORDS and expected < _UNLIKELY:
        return True
    return model.nothing is not None and float(model.nothing.odds(page)[0]) > _LIKE_A_FORM


def _is_repeated(words: Numbers, repeated: npt.NDArray[np.bool_], odds: Values) -> bool:
    """Tell whether much of what seems content stands in repeated elements, as posts do."""
    chosen = odds > 0
    return bool(words[chosen & repeated].sum() > _REPEATED * words[chosen].sum())


@kept_for_good
def _repeated() -> int:
    return columns().index("repeated group")


def _changed(
    signals: Table,
    odds: Values,
    doubted: float | Values,
    heading: npt.NDArray[np.bool_],
    forum: float,
    lists: SymmetricTrees | None,
) -> Values:
    """Return what makes the blocks of a structure equal, and what a heading's section adds.

    In a `forum` headings above posts are the names of those who write, which say little of the text below.
    """
    words, whole, kind, lead = signals.words, signals.whole, signals.whole_kind, signals.lead
    named = doubted if isinstance(doubted, np.ndarray) else None
    together = joined(odds, words, whole, kind, lead, lists, named) if len(kind) else odds
    together = with_sections(together, words, whole, heading, SECTION_SAYS * (1 - forum))
    return (TEMPER * (together - odds)).astype(np.float32)


def _as_wholes(whole: Numbers, whole_kind: Numbers, change: Values) -> dict[str, float | Values]:
    """Tell what was changed by the kind of structure, and in headings."""
    kind, found = np.append(whole_kind, -1)[whole], set(whole_kind.tolist())
    added: dict[str, float | Values] = {
        name: np.where(kind == number, change, 0) if number in found else 0.0 for number, name in enumerate(_WHOLES)
    }
    return {**added, SECTION: np.where(whole < 0, change, 0)}


@kept_for_good
def _heading() -> int:
    return columns().index("in heading")


def best_selection(likely: Numbers, words: Numbers, more: float = 0.0) -> tuple[npt.NDArray[np.bool_], float]:
    """Keep the blocks, by falling probability, that maximise the expected F1: 2 sum(w p) / (sum w + all w p).

    Each counts for its words, and for `more`.
    """
    if LIBRARY:
        return compiled.best_selection(LIBRARY, likely, words, more)
    order, weights = np.argsort(-likely, kind="stable"), words + more
    hoped = (weights * likely)[order]
    f1 = 2 * np.cumsum(hoped) / (np.cumsum(weights[order]) + hoped.sum())
    best = int(np.argmax(f1))
    keep = np.zeros(len(likely), dtype=np.bool_)
    keep[order[: best + 1]] = True
    return keep, float(f1[best])
