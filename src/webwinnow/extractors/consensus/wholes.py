"""Structures as wholes: one verdict for all blocks of a table, a list, definitions, code, a figure or a quotation.

What the trees say of a structure's blocks is averaged by words. A short structure says little about itself, so the
blocks around it, outside of all structures, have a voice, too: in an article, a small table or a list of short items is
part of the text. A block of which the trees are sure that it is something else (an advertisement between the rows)
keeps its own verdict. What a text announces with a colon is kept with that text. A short heading, of which the trees
know little more than its length, listens to what it stands above: a section loses neither its heading, nor does a
heading stay without its section.

Of lists, trees of their own have a second opinion: what the other trees say of all items, of the best and of the worst,
of the text before and behind, how long it is and what announces it, tells better which lists belong to a text.

What is said again on a page is said again as a whole, too: no cell falls out of a table because another has its words.
"""

from __future__ import annotations

import ctypes
from typing import Final, NamedTuple

import numpy as np

from webwinnow.document.structures import KINDS
from webwinnow.extractors.consensus.ground import Numbers
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.signals.symmetric_trees import TREES, SymmetricTrees

_SAY: Final = {
    "table": 0.6, "list": 0.4, "definitions": 0.4, "code": 0.8, "figure": 0.15, "quotation": 0.15, "links": 0.2,
}  # fmt: skip
"""How much the blocks around a short structure say of it. With no say, of the tables that are whole in the gold 0.73
are kept whole and of the code 0.82; with 0.8, 0.94 and 0.97. Without wholes, tables 0.42, lists 0.85 (2026-11-17).
Lists and definitions had 0.5, figures and quotations 0.3, tables 0.8: more than is good for lists and captions that
stand in the text but are not of it. With 0.25 for lists, the mean F1 of eight packages rises by 0.0010 (within 0.0005
by chance) in five folds by site and by 0.0012 (0.0010) left out in turn (fundus 0.004, harvest-forum 0.007 and 0.008,
no package loses more than 0.003), and of the structures that are not in the gold fewer are kept (lists 0.193 instead of
0.218, captions 0.265 instead of 0.393); but facts of catalogues, which stand in short lists, get lost: of the strings
of swde-sites 0.734 are found, 0.777 with 0.4 and 0.791 with 0.5, of recipes 0.973, 0.967 and 0.956, and F1 of ten
packages is the same within 0.001 on average (samples of 1,000 pages). With 0.4 for tables and
code, F1 is the same and 0.944 of the tables are whole. Lists of links: of 482 that are whole in the gold 0.60 are kept
whole, 0.44 with no say, and F1 stays (small forests, 2026-11-18)."""
_SAYS: Final = np.array([_SAY[kind] for kind in KINDS])
_GAINS: Final = np.array([{"list": 0.7, "definitions": 0.7, "links": 0.6}.get(kind, 0.0) for kind in KINDS])
"""What a short list gains for each of the log odds of the text on both sides of it, the lesser of the two: in a
stretch that is kept it does not fall out. Of 1,880 whole lists of 14 packages 0.930 instead of 0.923 are kept whole, F1
of words changes by less than 0.001, of cleaneval-en-dev and wikipedia-silver by +0.002 (a third of all pages,
2026-11-18). Given to every list, 0.4 costs daniel-waddle 0.002 and wcxb-dev 0.001. Lists of links, of 0.4, 0.6 and 0.8:
0.930, 0.932 and 0.933 of all lists are whole, with 0.8 fundus and dragnet lose 0.0004 and 0.0002, with 0.6 no package
loses more than 0.0002."""
_LEAD_SAYS: Final = 1.0
"""How much of the log odds of a text that ends with a colon its structure has at least, for what is announced is
wanted: of 2,008 whole lists of 14 packages 0.930 instead of 0.923 are kept, of 206 tables 0.956 instead of 0.952, of
446 captions 0.758 instead of 0.731; F1 of openoffice-multi gains 0.003, of harvest-forum 0.001, none loses. With 0.5
and 0.75 the same within two lists (a third of the pages, models that did not know the sites, 2026-11-18)."""
_LEAD_SURE: Final = 1.0
"""The log odds beyond which that counts no more, enough to be kept on most pages: with 0.7, two lists less are kept,
with 1.3 and 2 as many."""
_LEAD_WORDS: Final = np.array([{"links": 4.0, "figure": 4.0}.get(kind, 0.0) for kind in KINDS])
"""Words that such a text has at least: fewer announce links to other pages ("Related:"), or credits ("Photo:")."""
_NEAR: Final = 3
"""Blocks on each side that are such text,"""
_SURE: Final = 2.0
"""and the log odds beyond which they count no more."""
_SHORT: Final = 300
"""Words at which a structure has as much to say of itself as all the blocks around it: of 30, 100 and 300 the best."""
_AROUND: Final = 5
"""Blocks around that are asked, on each side: of 2, 3, 5, 8 and 15, no number is better everywhere."""
_PLAIN: Final = 5.0
"""Log odds by which a block differs from its structure, on the other side of zero, to be plainly something else: with
3, seven tables of a hundred are cut, with 5 one."""
_LEAST: Final = 0.5
"""Words that even an empty block counts for."""
FIGURES: Final = ("own", "highest", "lowest", "words", "words per block", "before", "behind", "lead", "kind")
"""The figures of a structure that trees for lists read: log odds of its blocks by words, the highest, the lowest, how
long it is, log odds of the text near it on either side and of what announces it, and its kind. What it stands in,
headings above it, the page's kind and place on it tell no more: of the lists of 14 packages, ranked by such trees,
the area below the curve is 0.980 with these nine, 0.980 with thirteen, 0.981 with 46, and 0.978 without trees
(2026-11-18)."""
_ABSENT: Final = -9.0
"""The figure of text that is not there, less than trees say of any."""
HEARD: Final = np.array([kind in {"list", "definitions", "links"} for kind in KINDS])
"""Kinds that these trees are asked of,"""
_LISTS_SAY: Final = 0.5
"""how much they say of a short one,"""
_LISTS_GAIN: Final = 0.75
"""and what is added: to lose a list that belongs to the text is worse than to have one too many. Judged by models that
did not know the sites, of 5,101 whole lists of 14 packages 0.924 are whole without these trees, 0.938 with 0.75 and
0.942 with 1, and 1,092, 1,072 and 1,139 lists are kept that the gold does not have; F1 of words stays the same on
average, and no package loses more than 0.0025. To add 0.25 to every list instead gains as many lists as 0.75 here, and
keeps 161 that are not in the gold (small forests, 2026-11-18)."""
SECTION_SAYS: Final = 0.5
"""How much what stands below a heading says of it: of 0.4, 0.5 and 0.6, of 8,641 headings in the gold of 14 packages
0.850, 0.860 and 0.866 are kept as lines of their own (dragnet 0.721, 0.753 and 0.809), and of those kept the gold lacks
0.129, 0.133 and 0.136; F1 of words changes by less than 0.0005 with 0.5, but for magic-html, which loses 0.0016 (0.0021
with 0.6, which also costs atf-news 0.0010). Without, 0.05 fewer are kept (a third of the pages, models that did not
know the sites, 2026-11-18)."""
_HEADING_WORDS: Final = 12
"""Words of a heading that listens: longer ones are text in large letters, and speak for themselves."""
_MOSTLY: Final = 0.5
"""The share of a structure's words that is more than this in copies if it is one."""
_QUOTATION: Final = KINDS.index("quotation")


def joined(
    odds: Numbers,
    words: Numbers,
    whole: Numbers,
    kind: Numbers,
    lead: Numbers,
    lists: SymmetricTrees | None = None,
    doubted: Numbers | None = None,
) -> Numbers:
    """Return the log odds of all blocks, the same for all that belong to one structure.

    `whole` is for each block the structure that it stands in, -1 for none, `kind` what each structure is, `lead` the
    block that announces it. `lists` are trees for lists; what is `doubted` (less than 0 is added to the log odds of its
    first block) they are not asked of.
    """
    if LIBRARY is not None:
        return _joined_compiled(LIBRARY, odds, words, whole, kind, lead, lists, doubted)
    inside = np.flatnonzero(whole >= 0)
    if not len(inside):
        return odds
    sums = _sums(odds, words, whole, len(kind))
    of_structures = _mixed(sums, kind)
    if lists is not None and HEARD[kind].any():
        heard = HEARD[kind]
        if doubted is not None:
            heard &= ~(np.append(doubted, 0)[sums.first] < 0)
        told = _told(lists, _figures(sums, odds, kind, lead))
        say = np.where(heard, _LISTS_SAY * sums.short, 0.0)
        of_structures = of_structures + say * (told + _LISTS_GAIN - of_structures)
    together = of_structures[whole[inside]]
    own = odds[inside]
    other = (np.abs(own - together) > _PLAIN) & (own * together < 0)
    found = odds.copy()
    found[inside] = np.where(other, own, together)
    return announced(found, words, whole, kind, lead)


def figures(odds: Numbers, words: Numbers, whole: Numbers, kind: Numbers, lead: Numbers) -> Numbers:
    """Return the figures of each structure that trees for lists read: a row of FIGURES."""
    return _figures(_sums(odds, words, whole, len(kind)), odds, kind, lead)


def announced(odds: Numbers, words: Numbers, whole: Numbers, kind: Numbers, lead: Numbers) -> Numbers:
    """Return the log odds of all blocks, those of a structure at least as much as those of the text that announces it.

    `lead` is for each structure the block right before it that ends with a colon, -1 for none.
    """
    led = np.flatnonzero(lead >= 0)
    led = led[words[lead[led]] >= _LEAD_WORDS[kind[led]]]
    if not len(led):
        return odds
    least = np.full(len(kind) + 1, -np.inf)
    least[led] = np.minimum(np.float32(_LEAD_SAYS) * odds[lead[led]], _LEAD_SURE)
    return np.maximum(odds, np.where(least[whole] > 0, least[whole], -np.inf)).astype(odds.dtype)


def with_sections(odds: Numbers, words: Numbers, whole: Numbers, heading: Numbers, say: float) -> Numbers:
    """Return the log odds of all blocks, those of short headings mixed with those of the two blocks below at most.

    `heading` tells for each block whether it is one, `say` is how much the section says of it.
    """
    if LIBRARY is not None:
        return _with_sections_compiled(LIBRARY, odds, words, whole, heading, say)
    plain = np.flatnonzero(~heading)
    headed = np.flatnonzero(heading & (whole < 0) & (words <= _HEADING_WORDS))
    at = np.searchsorted(plain, headed)
    headed, first = headed[at < len(plain)], plain[at[at < len(plain)]]
    if not len(headed):
        return odds
    second, exact, weights = np.minimum(first + 1, len(odds) - 1), odds.astype(np.float64), words + _LEAST
    beside = np.where((second > first) & ~heading[second], weights[second], 0.0)
    section = (weights[first] * exact[first] + beside * exact[second]) / (weights[first] + beside)
    found = odds.copy()
    found[headed] = (1 - say) * exact[headed] + say * section
    return found


def copied_wholes(again: Numbers, words: Numbers, whole: Numbers, kind: Numbers) -> Numbers:
    """Return which blocks are said again: all blocks of a structure, or none.

    A quotation that answers something on the page repeats it by intent: it is a copy where the text beside it is one.
    """
    inside = np.flatnonzero(whole >= 0)
    if not again.any() or not len(inside):  # as on most pages
        return again
    structure, weights = whole[inside], words[inside] + _LEAST
    held = np.bincount(structure, weights, minlength=len(kind))
    copied = np.bincount(structure, weights * again[inside], minlength=len(kind)) > _MOSTLY * held
    copied &= (kind != _QUOTATION) | _beside(np.flatnonzero(again & (whole < 0)), whole, len(kind))
    found = again.copy()
    found[inside] = copied[structure]
    return found


def _beside(blocks: Numbers, whole: Numbers, count: int) -> Numbers:
    """Tell for each of so many structures whether one of the blocks stands right before or behind it."""
    beside = np.zeros(count + 1, dtype=np.bool_)
    beside[whole[np.minimum(blocks + 1, len(whole) - 1)]] = True
    beside[whole[np.maximum(blocks - 1, 0)]] = True
    return beside[:-1]  # those in no structure marked what is behind the last


class _Wholes(ctypes.Structure):
    """`Wholes` of native/wholes.h."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("blocks", "structures", "reach", "near")),
        *((name, ctypes.c_void_p) for name in ("odds", "words", "whole", "kind", "says", "gains")),
        *((name, ctypes.c_double) for name in ("least", "shorter", "plain", "sure")),
        *((name, ctypes.c_void_p) for name in ("lead", "lead_words")),
        *((name, ctypes.c_double) for name in ("lead_says", "lead_sure")),
        *((name, ctypes.c_void_p) for name in ("doubted", "heard", "column", "limit", "leaves")),
        ("trees", ctypes.c_int64), ("group", ctypes.c_int64),
        *((name, ctypes.c_double) for name in ("lists_say", "lists_gain", "absent")),
        ("start", ctypes.c_float), ("width", ctypes.c_int32),
    )  # fmt: skip
    kept: SymmetricTrees | None


def whole_rules(lists: SymmetricTrees | None = None) -> _Wholes:
    """Return the rules alone, for compiled code that fills in the rest; with the trees for lists of a model."""
    asked = (None, None, None, 0) if lists is None else (*map(address, lists.in_rows), len(lists.column))
    rules = _Wholes(
        0, 0, _AROUND, _NEAR, *[None] * 4, address(_SAYS), address(_GAINS), _LEAST, _SHORT, _PLAIN, _SURE, None,
        address(_LEAD_WORDS), _LEAD_SAYS, _LEAD_SURE, None, address(HEARD), *asked, TREES, _LISTS_SAY, _LISTS_GAIN,
        _ABSENT, 0.0 if lists is None else lists.start, 4 if LIBRARY is None else LIBRARY.width,
    )  # fmt: skip
    rules.kept = lists
    return rules


def _joined_compiled(
    library: Library,
    odds: Numbers,
    words: Numbers,
    whole: Numbers,
    kind: Numbers,
    lead: Numbers,
    lists: SymmetricTrees | None,
    doubted: Numbers | None,
) -> Numbers:
    """Do as `joined`."""
    found = np.empty(len(odds), dtype=np.float32)
    columns = {
        name: np.ascontiguousarray(each, dtype)
        for name, each, dtype in (
            ("odds", odds, np.float32), ("words", words, np.float64), ("whole", whole, np.int64),
            ("kind", kind, np.int8), ("lead", lead, np.int64), ("doubted", doubted, np.float32),
        ) if each is not None
    }  # fmt: skip
    given = whole_rules(lists)
    given.blocks, given.structures = len(odds), len(kind)
    for name, each in columns.items():
        setattr(given, name, address(each))
    check(library.join_wholes(ctypes.addressof(given), address(found)))
    return found


class _Sections(ctypes.Structure):
    """`Sections` of native/wholes.h."""

    _fields_ = (
        ("blocks", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("odds", "words", "whole", "heading")),
        *((name, ctypes.c_double) for name in ("least", "longest", "say")),
    )


def _with_sections_compiled(
    library: Library, odds: Numbers, words: Numbers, whole: Numbers, heading: Numbers, say: float
) -> Numbers:
    """Do as `with_sections`."""
    found = np.empty(len(odds), dtype=np.float32)
    columns = tuple(
        np.ascontiguousarray(*each)
        for each in ((odds, np.float32), (words, np.float64), (whole, np.int64), (heading, np.uint8))
    )
    given = _Sections(len(odds), *map(address, columns), _LEAST, _HEADING_WORDS, say)
    library.join_sections(ctypes.addressof(given), address(found))
    return found


SECTION_RULES: Final = _Sections(0, *[None] * 4, _LEAST, _HEADING_WORDS, SECTION_SAYS)
"""The rules alone, for compiled code that fills in the rest."""


class _Sums(NamedTuple):
    """What is known of each structure, and of the blocks in none before each place."""

    held: Numbers
    weight: Numbers
    own: Numbers
    """The log odds of its blocks by words."""
    blocks: Numbers
    """How many it has,"""
    highest: Numbers
    lowest: Numbers
    """and the log odds of the most and of the least likely of them."""
    first: Numbers
    """Its first block,"""
    at: Numbers
    """and how many blocks in no structure stand before."""
    before: Numbers

    @property
    def short(self) -> Numbers:
        """How short each is, from 1 for nothing to 0."""
        found: Numbers = _SHORT / (self.held + _SHORT)
        return found

    def sides(self) -> tuple[Numbers, Numbers]:
        """Average the blocks near each structure, before and behind it."""
        return _mean(self.before, self.at - _NEAR, self.at), _mean(self.before, self.at, self.at + _NEAR)


def _sums(odds: Numbers, words: Numbers, whole: Numbers, count: int) -> _Sums:
    """Add up over the blocks of each of so many structures, and over those in none."""
    inside, free = np.flatnonzero(whole >= 0), np.flatnonzero(whole < 0)
    structure, weights = whole[inside], words + _LEAST
    held, weight, said = (
        np.bincount(structure, each[inside], minlength=count) for each in (words, weights, weights * odds)
    )
    first, highest, lowest = np.full(count, len(odds)), np.full(count, -np.inf), np.full(count, np.inf)
    np.minimum.at(first, structure, inside)
    np.maximum.at(highest, structure, odds[inside])
    np.minimum.at(lowest, structure, odds[inside])
    before = np.zeros((2, len(free) + 1))
    np.cumsum([weights[free], (weights * odds)[free]], axis=1, out=before[:, 1:])
    blocks, own = np.bincount(structure, minlength=count), said / np.maximum(weight, _LEAST)
    return _Sums(held, weight, own, blocks, highest, lowest, first, np.searchsorted(free, first), before)


def _mixed(sums: _Sums, kind: Numbers) -> Numbers:
    """Return the log odds of each structure, as its own blocks and those around say."""
    say = _SAYS[kind] * sums.short
    around = _mean(sums.before, sums.at - _AROUND, sums.at + _AROUND)
    mixed = np.where(np.isnan(around), sums.own, (1 - say) * sums.own + say * around)
    sides = np.minimum(*sums.sides())
    gained: Numbers = mixed + _GAINS[kind] * sums.short * np.clip(np.nan_to_num(sides), 0.0, _SURE)
    return gained


def _figures(sums: _Sums, odds: Numbers, kind: Numbers, lead: Numbers) -> Numbers:
    """Return the figures of each structure that trees for lists read."""
    before, behind = (np.where(np.isnan(each), _ABSENT, each) for each in sums.sides())
    announcing = np.where(lead >= 0, odds[np.maximum(lead, 0)], _ABSENT)
    told = (
        sums.own, sums.highest, sums.lowest, sums.held, sums.weight / np.maximum(sums.blocks, 1), before, behind,
        announcing, kind,
    )  # fmt: skip
    return np.stack(told, axis=1).astype(np.float32)


def _told(lists: SymmetricTrees, rows: Numbers) -> Numbers:
    """Ask the trees for lists; one row is asked of twice, for alone it would be added up in another order."""
    several = rows if len(rows) > 1 else rows.repeat(2, axis=0)
    return lists.odds(several)[: len(rows)].astype(np.float64)


def _mean(before: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """Average the free blocks between two places, by sums before each; not a number where there are none."""
    low, high = np.maximum(low, 0), np.minimum(high, before.shape[1] - 1)
    weight, total = before[:, high] - before[:, low]
    mean: Numbers = np.divide(total, weight, out=np.full(len(low), np.nan), where=weight > 0)
    return mean
