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
from webwinnow.extractors.consensus.ground import BLOCK_BITS, INSIDE, Ground, Named, Numbers, equal_values, share

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


def text_signals(ground: Ground) -> Named:
    """Describe length, links, emphasis, marks and letters."""
    words, characters = ground.words, ground.characters
    gap = ground.page.runs.gap[ground.page.blocks.runs[ground.first]]
    same = equal_values(np.add.reduceat(ground.tallies.text_hash, ground.first))
    logarithms = np.zeros((4, len(ground)))
    logarithms[:2] = words, characters
    logarithms[2] = np.diff(ground.bound)
    logarithms[3, 1:] = gap[1:] - gap[:-1]
    np.log1p(logarithms, out=logarithms)
    strong, code, word_length = share(np.array([ground.strong, ground.code, characters]), words)
    yield ("words", "characters"), logarithms[:2]
    yield ("link", "strong", "code"), (ground.link, strong, code)
    yield ("upper", "digits"), share(np.array([ground.upper, ground.digits]), characters)
    yield ("sentences", "pauses"), np.minimum(np.array([ground.sentences, ground.pauses]) / (words + 1), 1)
    yield ("closes", "word length"), (ground.closes, np.minimum(word_length, 20) / 10)
    yield ("runs", "tags before"), logarithms[2:]
    yield ("copies",), (np.log(same.sizes[same.group]),)


def element_signals(ground: Ground) -> Named:
    """Describe the block's own element, and what stands around it."""
    yield _IS_NAMES, IS_COLUMNS.take(ground.tag, axis=1)
    yield _IN_NAMES, (ground.around & _IN_BITS) > 0
    yield tuple(_MARKS), (ground.page.marks[ground.page.blocks.runs[ground.first]] & MARK_BITS) > 0
    yield ("depth",), (ground.depth[ground.element] / 20,)


def position_signals(ground: Ground) -> Named:
    """Tell how far down the page, by words, blocks and running text."""
    words, total = ground.words, ground.total
    before = np.cumsum(words) - words
    long_words = words * ground.long
    long_before = np.cumsum(long_words) - long_words
    yield ("position", "block position"), (before / total, np.arange(len(ground)) / len(ground))
    yield ("words before", "words after"), np.log1p(np.array([before, total - before]))
    yield ("long before",), (long_before / max(ground.total_long, 1),)


def window_signals(ground: Ground) -> Named:
    """Average over the blocks around (after CETR, CCB and DANAg): words, links, running text."""
    ones, words, linked = np.ones(len(ground)), ground.words, ground.linked
    sums = _windows(np.array([words, words - linked, linked, ground.long, ones]))
    found, width = sums[:, :4], sums[:, 4:]
    found[:, 2] /= np.maximum(sums[:, 0], 1e-9)
    found[:, 3:] /= width
    found[:, :2] /= width
    np.log1p(found[:, :2], out=found[:, :2])
    yield _WINDOW_NAMES, found.reshape(len(_WINDOW_NAMES), -1)


def neighbour_signals(ground: Ground) -> Named:
    """Tell how long the two blocks before and the two after are, and whether the one before is a heading or a link."""
    size, reach = len(ground), max(_NEIGHBOURS)
    words = np.zeros(size + 2 * reach)  # zeros stand beyond the ends
    np.log1p(ground.words, out=words[reach:-reach])
    yield _NEIGHBOUR_NAMES, [words[reach + offset : reach + offset + size] for offset in _NEIGHBOURS]
    before = np.zeros((2, size))
    before[:, 1:] = ground.link[:-1], ground.level[:-1]
    yield ("link before", "heading before"), before


def _windows(rows: Numbers) -> Numbers:
    """Add up each row over the blocks within each reach: a sum per reach, row and block."""
    size, margin = rows.shape[1], max(_REACHES)
    before = np.zeros((len(rows), size + 2 * margin + 1))  # what stands beyond the ends adds nothing
    np.cumsum(rows, axis=1, out=before[:, margin + 1 : margin + 1 + size])
    before[:, margin + 1 + size :] = before[:, margin + size, None]
    sums = np.empty((len(_REACHES), *rows.shape))
    for found, reach in zip(sums, _REACHES, strict=True):
        below, above = margin - reach, margin + reach + 1
        np.subtract(before[:, above : above + size], before[:, below : below + size], out=found)
    return sums


def vocabulary_signals(ground: Ground) -> Named:
    """Tell whether the words of a block stand in other blocks, too, or in the title."""
    words, block, size = ground.vocabulary.words, ground.vocabulary.block, len(ground)
    if not len(words):
        yield WORD_NAMES, np.zeros((len(WORD_NAMES), 1))
        return
    hashes = words >> BLOCK_BITS
    starts = _differs(hashes)
    word, once = starts.cumsum() - 1, _differs(words).nonzero()[0]  # each word once per block
    of, at = word[once], block[once]
    blocks, long_blocks = np.bincount(of), np.bincount(of, ground.long[at])
    topical = (long_blocks[of] > ground.long[at]) & (blocks[of] <= most_of_topic(size))
    rarity = np.log(size / blocks)[of]
    different = np.bincount(at, minlength=size)
    yield (
        WORD_NAMES[:3],
        [share(np.bincount(at, each, size), different) for each in (blocks[of] == 1, topical, rarity)],
    )
    of_title = among(hashes[starts], ground.title >> BLOCK_BITS) & (blocks <= most_of_site(size))
    chosen = (most_frequent(long_blocks), of_title)
    yield WORD_NAMES[3:], [share(np.bincount(block, each[word], size), ground.counted) for each in chosen]


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


def page_signals(ground: Ground) -> Named:
    """Describe size, links, running text and what it is made of."""
    figures = _figures(ground)
    yield tuple(figures), np.array(list(figures.values()))[:, None]


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
        "page closes": float(ground.closes @ ground.long) / max(long_blocks, 1),
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


def headline_signals(ground: Ground) -> Named:
    """Measure the likeness to the page's title, the distance from the block that is most like it, and the way to it."""
    matched = ground.vocabulary.matches(ground.title)
    alike, covered = share(matched, ground.counted), np.minimum(matched / max(len(ground.title), 1), 1)
    match = np.where(ground.counted <= _LONGEST_HEADLINE, alike * covered * (1 + 0.25 * ground.level), 0)
    match = match + 0.15 * ground.level * (match > 0)
    headline = _headline(ground, match)
    places, before = np.arange(len(ground)), np.cumsum(ground.words) - ground.words
    past = np.zeros((2, len(ground)))
    past[1] = before
    if headline >= 0:
        past[0] = places - headline
        past[1] -= before[headline]
    yield ("title share", "title cover", "is headline"), (alike, covered, places == headline)
    yield ("headline match",), match.max(keepdims=True)[None]
    yield ("past headline", "words past headline"), np.sign(past) * np.log1p(np.abs(past))
    if headline >= 0:
        yield from _branch_signals(ground, int(ground.element[headline]))
    else:
        yield (*_FORK_NAMES, *_BRANCH_NAMES), np.full((8, 1), -1.0)


def _headline(ground: Ground, match: Numbers) -> int:
    """Choose the block that is most like the title, else the first heading of the first level; -1 if there is none.

    This is a signal as the model was trained with, not the page's headline (`headline.find_headline`): it must be a
    block, is found from counts that are there anyway, and every page is asked for it.
    """
    if match.max() > 0.2:
        return int(np.argmax(match))
    first = ground.tag == NUMBER["h1"]
    return int(np.argmax(first)) if first.any() else -1


def _branch_signals(ground: Ground, headline: int) -> Named:
    """Describe what the fork holds, how far it is, and what the branch holds that a block stands in."""
    ends, places = ground.page.elements.last[ground.holders], np.arange(len(ground.holders))
    trunk = (places <= headline) & (ends > ground.holders[headline])
    branches = ~trunk & trunk[ground.up]
    # Of the elements around a block the nearest is the last in the order of the page.
    marked = np.array([trunk, branches]) * places
    fork, branch = along_jumps(ground.lineage, marked, np.maximum).take(ground.element, axis=1)
    words, linked, long = ground.held[:3]
    off, held = branch > 0, words[branch]
    steps = ground.depth[np.array([ground.element * 0 + headline, ground.element])] - ground.depth[fork]
    yield _FORK_NAMES[:2], (words[fork] / ground.total, share(linked[fork], words[fork]))
    yield _FORK_NAMES[2:], steps / 10
    found = (held / ground.total, share(linked[branch], held), share(long[branch], held), branch > headline)
    yield _BRANCH_NAMES, np.where(off, found, [[1.0], [0.0], [0.0], [0.5]])


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
    says = {"meta article": any('content="article"' in tag for tag in tags)}
    says |= {name: any(phrase in data for phrase in phrases) for name, phrases in _TYPES.items()}
    tags_of_it = [tag for tag in tags if "description" in tag.lower()]
    descriptions = " ".join([read_attributes(tag).get("content", "") for tag in tags_of_it])
    told = " ".join(_TEXT.findall(data)) if data else ""
    told = decode_references(_ESCAPED.sub(_character, told) if "\\" in told else told)
    return SelfDescription(says, {"description": descriptions, "json": told})


def description_signals(ground: Ground) -> Named:
    """Tell what kind of page it says it is, and the words that a block shares with its descriptions."""
    found = described(ground.page)
    yield tuple(found.says), np.array(list(found.says.values()))[:, None]
    for name, text in found.texts.items():
        yield from _likeness(ground, name, text)


def _likeness(ground: Ground, name: str, text: str) -> Named:
    """Compare blocks with a text: the share of a block's words in it, of its words in a block, and its length."""
    known = text_hashes(text) if text else np.zeros(0, dtype=np.uint64)
    if len(known):
        matched = ground.vocabulary.matches(known)
        yield (f"{name} share", f"{name} cover"), (share(matched, ground.counted), np.minimum(matched / len(known), 1))
    else:
        yield (f"{name} share", f"{name} cover"), np.array([[-1.0], [0.0]])
    yield (f"{name} words",), np.log1p([[len(known)]])


def _json_data(page: Document) -> str:
    """Join the page's JSON-LD, up to a limit."""
    scripts = declared(page).json_ld_scripts
    return "\n".join([page.source[start : min(end, start + _LONGEST)] for start, end in scripts])[:_LONGEST]


def _character(escaped: re.Match[str]) -> str:
    return chr(int(escaped[1], 16)) if escaped[1] else " "
