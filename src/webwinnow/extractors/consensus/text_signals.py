"""Signals of the text: of a block itself, its place, neighbours and words, the page as a whole, and what it is about.

The words of a text come back in it; those of menus and notices stand alone, or stand everywhere. Nothing here knows a
language: which words are common is learned from the page's own running text.

A page says what it is about in its title and headline, and to machines. The elements around the headline are the page's
trunk. A block branches off from it at a fork: the content at a near one, the rest of the page further out. A product's
description, or the first lines of an article, often stand once more in Open Graph, descriptions in the head, and
JSON-LD, so that machines can read them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import log1p
from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER, column
from webwinnow.document.letters import text_hashes
from webwinnow.document.references import decode_references
from webwinnow.document.tree.elements import along_jumps
from webwinnow.document.visibility import Mark
from webwinnow.extractors.consensus import ground as laid
from webwinnow.extractors.consensus.ground import INSIDE, Family, Ground, Named, Numbers, share
from webwinnow.language.words import places_of

_IS: Final = {
    "p": "p",
    "h2": "h2",
    "div": "div section article main center",
    "caption": "figcaption caption",
}
LANDMARKS: Final = ("nav", "header", "footer", "aside", "article", "main", "section")
"""Those of INSIDE that HTML5 brought."""
_IS_NAMES: Final = tuple(f"is {name}" for name in _IS)
IS_COLUMNS: Final = np.stack([column(names) for names in _IS.values()]).astype(np.float32)
_IN_NAMES: Final = tuple(f"in {name}" for name in INSIDE)
_IN_BITS: Final = np.uint32(1) << np.arange(len(INSIDE), dtype=np.uint32)[:, None]
_MARKS: Final = {
    "in noscript": Mark.NOSCRIPT,
    "kept from screen readers": Mark.ARIA,
    "hidden": Mark.HIDDEN | Mark.STYLE,
}
MARK_BITS: Final = np.array([[int(marks)] for marks in _MARKS.values()], dtype=np.uint8)
_REACHES: Final = (2, 5, 10, 25)
_WINDOW_NAMES: Final = tuple(
    f"{name} within {reach}" for reach in _REACHES for name in ("words", "plain", "link", "long")
)
_NEIGHBOURS: Final = (-2, -1, 1, 2)
_NEIGHBOUR_NAMES: Final = tuple(f"words at {offset:+d}" for offset in _NEIGHBOURS)
WORD_NAMES: Final = ("words found once", "words in running text", "rarity", "common words", "title words")
_COMMON: Final = 15
"""How many of the most frequent words of the running text count as common ones."""
_TOPICAL: Final = 0.3
"""Words that stand in a larger share of the blocks say nothing about the topic."""
_SITE_NAME: Final = 0.2
"""Words of the title that stand in a larger share of the blocks are the site's name."""
CODE: Final = column("pre code kbd samp tt listing xmp")


def text_signals(ground: Ground) -> Family:
    """Describe length, links, emphasis, marks and letters."""
    gap = ground.page.runs.gap[ground.page.blocks.runs[ground.first]]
    same = laid.equal_values(ground.text)
    copies = np.log(same.sizes).astype(np.float32)[same.group]

    def of_blocks(at: slice) -> Named:
        words, characters = ground.words[at], ground.characters[at]
        logarithms = np.zeros((4, len(words)))
        logarithms[:2] = words, characters
        logarithms[2] = np.diff(ground.bound[at.start : at.stop + 1])
        logarithms[3, at.start == 0 :] = np.diff(gap[max(at.start - 1, 0) : at.stop])
        np.log1p(logarithms, out=logarithms)
        strong, code, word_length = share(np.array([ground.strong[at], ground.code[at], characters]), words)
        yield ("words", "characters"), logarithms[:2]
        yield ("link", "strong", "code"), (ground.link[at], strong, code)
        yield ("upper", "digits"), share(np.array([ground.upper[at], ground.digits[at]]), characters)
        marks = np.array([ground.sentences[at], ground.pauses[at]])
        yield ("sentences", "pauses"), np.minimum(marks / (words + 1), 1)
        yield ("closes", "word length"), (ground.closes[at], np.minimum(word_length, 20) / 10)
        yield ("runs", "tags before"), logarithms[2:]
        yield ("copies",), (copies[at],)

    return of_blocks


def element_signals(ground: Ground) -> Family:
    """Describe the block's own element, and what stands around it."""

    def of_blocks(at: slice) -> Named:
        yield _IS_NAMES, IS_COLUMNS.take(ground.tag[at], axis=1)
        yield _IN_NAMES, (ground.around[at] & _IN_BITS) > 0
        yield tuple(_MARKS), (ground.page.marks[ground.page.blocks.runs[ground.first[at]]] & MARK_BITS) > 0
        yield ("depth",), (ground.depth[ground.element[at]] / 20,)

    return of_blocks


def position_signals(ground: Ground) -> Family:
    """Tell how far down the page, by words, blocks and running text."""
    before, total, long_words = ground.words_before, ground.total, ground.words * ground.long
    long_before = ((np.cumsum(long_words) - long_words) / max(ground.total_long, 1)).astype(np.float32)

    def of_blocks(at: slice) -> Named:
        here = before[at]
        yield ("position", "block position"), (here / total, np.arange(at.start, at.stop) / len(ground))
        yield ("words before", "words after"), np.log1p(np.array([here, total - here]))
        yield ("long before",), (long_before[at],)

    return of_blocks


def window_signals(ground: Ground) -> Family:
    """Average over the blocks around (after CETR, CCB and DANAg): words, links, running text."""

    def of_blocks(at: slice) -> Named:
        sums = _windows(ground, at)
        found, width = sums[:, :4], sums[:, 4:]
        found[:, 2] /= np.maximum(sums[:, 0], 1e-9)
        found[:, 3:] /= width
        found[:, :2] /= width
        np.log1p(found[:, :2], out=found[:, :2])
        yield _WINDOW_NAMES, found.reshape(len(_WINDOW_NAMES), -1)

    return of_blocks


def neighbour_signals(ground: Ground) -> Family:
    """Tell how long the two blocks before and the two after are, and whether the one before is a heading or a link."""
    size, reach = len(ground), max(_NEIGHBOURS)
    words = np.zeros(size + 2 * reach, dtype=np.float32)  # zeros stand beyond the ends
    words[reach:-reach] = np.log1p(ground.words)

    def of_blocks(at: slice) -> Named:
        shifted = [slice(reach + offset + at.start, reach + offset + at.stop) for offset in _NEIGHBOURS]
        yield _NEIGHBOUR_NAMES, [words[each] for each in shifted]
        before, some = np.zeros((2, at.stop - at.start)), slice(max(at.start - 1, 0), at.stop - 1)
        before[:, at.start == 0 :] = ground.link[some], ground.level[some]
        yield ("link before", "heading before"), before

    return of_blocks


def _windows(ground: Ground, at: slice) -> Numbers:
    """Add up over the blocks within each reach: a sum per reach, amount and block.

    The amounts are words, those that are not linked and those that are, blocks of running text, and blocks. All are
    whole or half numbers, so that sums are the same wherever they begin.
    """
    margin = max(_REACHES)
    some = slice(max(at.start - margin, 0), min(at.stop + margin, len(ground)))
    words, linked = ground.words[some], ground.linked[some]
    rows = np.array([words, words - linked, linked, ground.long[some], np.ones(len(words))])
    size, shift = at.stop - at.start, margin - (at.start - some.start)
    before = np.zeros((len(rows), size + 2 * margin + 1))  # what stands beyond the ends adds nothing
    np.cumsum(rows, axis=1, out=before[:, shift + 1 : shift + 1 + len(words)])
    before[:, shift + 1 + len(words) :] = before[:, shift + len(words), None]
    sums = np.empty((len(_REACHES), len(rows), size))
    for found, reach in zip(sums, _REACHES, strict=True):
        below, above = margin - reach, margin + reach + 1
        np.subtract(before[:, above : above + size], before[:, below : below + size], out=found)
    return sums


def vocabulary_signals(ground: Ground) -> Family:
    """Tell whether the words of a block stand in other blocks, too, or in the title."""
    found = _word_shares(ground)
    return lambda at: [(WORD_NAMES, found[:, at])]


def _word_shares(ground: Ground) -> Numbers:
    """Return for each of WORD_NAMES a number per block."""
    words, size = ground.vocabulary.words, len(ground)
    found = np.zeros((len(WORD_NAMES), size), dtype=np.float32)
    if not len(words):
        return found
    once = places_of(_differs(words))  # each word once per block
    times = np.diff(once, append=np.int32(len(words)))
    at, hashes = laid.block_of(words[once]), words[once] >> laid.BLOCK_BITS
    starts = _differs(hashes)
    of = starts.cumsum() - 1
    blocks, long_blocks = np.bincount(of), np.bincount(of, ground.long[at])
    of_title = among(hashes[starts], ground.title >> laid.BLOCK_BITS) & (blocks <= most_of_site(size))
    del hashes, starts
    different, each = np.bincount(at, minlength=size), blocks[of]
    found[0] = share(np.bincount(at, each == 1, size), different)
    topical = (long_blocks[of] > ground.long[at]) & (each <= most_of_topic(size))
    found[1] = share(np.bincount(at, topical, size), different)
    del each, topical
    found[2] = share(np.bincount(at, np.log(size / blocks)[of], size), different)
    found[3] = share(np.bincount(at, most_frequent(long_blocks)[of] * times, size), ground.counted)
    found[4] = share(np.bincount(at, of_title[of] * times, size), ground.counted)
    return found


def most_of_topic(blocks: int) -> float:
    """Tell in how many blocks of a page a word stands at most that says something about the topic."""
    return max(_TOPICAL * blocks, 2)


def most_of_site(blocks: int) -> float:
    """Tell in how many blocks of a page a word of the title stands at most that is no part of the site's name."""
    return max(_SITE_NAME * blocks, 3)


def _differs(values: Numbers) -> Numbers:
    """Tell which values differ from the one before."""
    found = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


def most_frequent(blocks: Numbers) -> Numbers:
    """Mark the words that stand in most blocks, and in more than one."""
    common = np.zeros(len(blocks), dtype=np.bool_)
    most = np.argpartition(blocks, -_COMMON)[-_COMMON:] if len(blocks) > _COMMON else np.arange(len(blocks))
    common[most[blocks[most] > 1]] = True
    return common


def among(known: Numbers, wanted: Numbers) -> Numbers:
    """Mark which of the known values, which are sorted, are wanted."""
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found = np.zeros(len(known), dtype=np.bool_)
    found[place[known[place] == wanted]] = True
    return found


def page_signals(ground: Ground) -> Family:
    """Describe size, links, running text and what it is made of."""
    figures = _figures(ground)
    return lambda _: [(tuple(figures), np.array(list(figures.values()))[:, None])]


def _figures(ground: Ground) -> dict[str, float]:
    words, total, tags = ground.words, ground.total, ground.page.elements.tag
    long_blocks = int(np.count_nonzero(ground.long))
    return {
        "page words": log1p(total),
        "page blocks": log1p(len(ground)),
        "page link": float(ground.linked.sum()) / total,
        "page long": float(words @ ground.long) / total,
        "page in p": float(words @ (ground.tag == NUMBER["p"])) / total,
        "page items": float(words @ (ground.tag == NUMBER["li"])) / total,
        "page headings": log1p(np.count_nonzero(ground.level)),
        "page links": log1p(float(ground.links.sum())),
        "page largest": float(words.max()) / total,
        "page closes": float(np.count_nonzero(ground.closes & ground.long)) / max(long_blocks, 1),
        "page long blocks": log1p(long_blocks),
        "page time": log1p(np.count_nonzero(tags == NUMBER["time"])),
        "page code": float(CODE[tags].any()),
    }


_LONGEST_HEADLINE: Final = 40
"""Words; in longer blocks, some of the title's words are found by chance."""
_FORK_NAMES: Final = ("fork share", "fork link", "headline below fork", "block below fork")
_BRANCH_NAMES: Final = ("branch share", "branch link", "branch long", "branch after headline")
_MOST: Final = 200
"""How many meta tags are looked at."""
_TYPES: Final = {
    "meta news": ('NewsArticle"', 'BlogPosting"', '"Article"'),
    "meta forum": ("DiscussionForumPosting", "QAPage"),
    "meta product": ('"Product"', "schema.org/Product"),
}
"""Types of schema.org."""
_TEXT: Final = re.compile(
    r'"(?:description|articleBody|text|headline|name)"\s*:\s*"((?:[^"\\]|\\.){20,4000})', re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\u([0-9a-fA-F]{4})|\\.", re.DOTALL)
_LONGEST: Final = 100_000
"""Characters of JSON-LD that are read."""


def headline_signals(ground: Ground) -> Family:
    """Measure the likeness to the page's title, the distance from the block that is most like it, and the way to it."""
    matched, before = ground.vocabulary.matches(ground.title), ground.words_before
    alike, covered = share(matched, ground.counted), np.minimum(matched / max(len(ground.title), 1), 1)
    match = np.where(ground.counted <= _LONGEST_HEADLINE, alike * covered * (1 + 0.25 * ground.level), 0)
    match = match + 0.15 * ground.level * (match > 0)
    headline, highest = _headline(ground, match), match.max(keepdims=True)[None]
    branches = _branch_signals(ground, int(ground.element[headline])) if headline >= 0 else None
    alike, covered = alike.astype(np.float32), covered.astype(np.float32)

    def of_blocks(at: slice) -> Named:
        places = np.arange(at.start, at.stop)
        past = np.zeros((2, len(places)))
        past[1] = before[at]
        if headline >= 0:
            past[0] = places - headline
            past[1] -= before[headline]
        yield ("title share", "title cover", "is headline"), (alike[at], covered[at], places == headline)
        yield ("headline match",), highest
        yield ("past headline", "words past headline"), np.sign(past) * np.log1p(np.abs(past))
        if branches:
            yield from branches(at)
        else:
            yield (*_FORK_NAMES, *_BRANCH_NAMES), np.full((8, 1), -1.0)

    return of_blocks


def _headline(ground: Ground, match: Numbers) -> int:
    """Choose the block that is most like the title, else the first heading of the first level; -1 if there is none.

    This is a signal as the model was trained with, not the page's headline (`headline.find_headline`): it must be a
    block, is found from counts that are there anyway, and every page is asked for it.
    """
    if match.max() > 0.2:
        return int(np.argmax(match))
    first = ground.tag == NUMBER["h1"]
    return int(np.argmax(first)) if first.any() else -1


def _branch_signals(ground: Ground, headline: int) -> Family:
    """Describe what the fork holds, how far it is, and what the branch holds that a block stands in."""
    ends, places = ground.page.elements.last[ground.holders], np.arange(len(ground.holders), dtype=np.int32)
    trunk = (places <= headline) & (ends > ground.holders[headline])
    branches = ~trunk & trunk[ground.up]
    # Of the elements around a block the nearest is the last in the order of the page.
    around = along_jumps(ground.lineage, np.array([trunk, branches]) * places, np.maximum)

    def of_blocks(at: slice) -> Named:
        element = ground.element[at]
        fork, branch = around.take(element, axis=1)
        off, (held, linked, long, _), of_fork = branch > 0, ground.held_by(branch), ground.held_by(fork)
        steps = ground.depth[np.array([element * 0 + headline, element])] - ground.depth[fork]
        yield _FORK_NAMES[:2], (of_fork[0] / ground.total, share(of_fork[1], of_fork[0]))
        yield _FORK_NAMES[2:], steps / 10
        found = (held / ground.total, share(linked, held), share(long, held), branch > headline)
        yield _BRANCH_NAMES, np.where(off, found, [[1.0], [0.0], [0.0], [0.5]])

    return of_blocks


@dataclass(frozen=True, slots=True)
class SelfDescription:
    """What a page tells machines that it is about."""

    says: dict[str, bool]
    """The kinds of page that it says it is."""
    texts: dict[str, str]
    """Its descriptions, and what JSON-LD says in words."""


def described(page: Document) -> SelfDescription:
    """Read what a page says of itself."""
    tags, data = declared(page).meta_sources[:_MOST], _json_data(page)
    says = {"meta article": 'content="article"' in "\n".join(tags)}
    says |= {name: bool(data) and any(phrase in data for phrase in phrases) for name, phrases in _TYPES.items()}
    tags_of_it = [tag for tag in tags if "description" in tag.lower()]
    descriptions = " ".join([read_attributes(tag).get("content", "") for tag in tags_of_it])
    told = " ".join(_TEXT.findall(data)) if data else ""
    told = decode_references(_ESCAPED.sub(_character, told) if "\\" in told else told)
    return SelfDescription(says, {"description": descriptions, "json": told})


def description_signals(ground: Ground) -> Family:
    """Tell what kind of page it says it is, and the words that a block shares with its descriptions."""
    found = described(ground.page)
    texts = [_likeness(ground, name, text) for name, text in found.texts.items()]

    def of_blocks(at: slice) -> Named:
        yield tuple(found.says), np.array(list(found.says.values()))[:, None]
        for likeness in texts:
            yield from likeness(at)

    return of_blocks


def _likeness(ground: Ground, name: str, text: str) -> Family:
    """Compare blocks with a text: the share of a block's words in it, of its words in a block, and its length."""
    known = text_hashes(text) if text else np.zeros(0, dtype=np.uint64)
    matched = ground.vocabulary.matches(known) if len(known) else known

    def of_blocks(at: slice) -> Named:
        names = f"{name} share", f"{name} cover"
        if len(known):
            yield names, (share(matched[at], ground.counted[at]), np.minimum(matched[at] / len(known), 1))
        else:
            yield names, np.array([[-1.0], [0.0]])
        yield (f"{name} words",), np.log1p([[len(known)]])

    return of_blocks


def _json_data(page: Document) -> str:
    """Join the page's JSON-LD, up to a limit."""
    scripts = declared(page).json_ld_scripts
    return "\n".join([page.source[start : min(end, start + _LONGEST)] for start, end in scripts])[:_LONGEST]


def _character(escaped: re.Match[str]) -> str:
    return chr(int(escaped[1], 16)) if escaped[1] else " "
