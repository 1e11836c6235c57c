"""Signals of what a page says it is about: its title and headline, and what it tells machines.

The elements around the headline are the page's trunk. A block branches off from it at a fork: the content at a near
one, the rest of the page further out. A product's description, or the first lines of an article, often stand once more
in Open Graph, descriptions in the head, and JSON-LD, so that machines can read them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.letters import text_hashes
from webwinnow.document.references import decode_references
from webwinnow.document.tree.elements import along_jumps
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share

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
