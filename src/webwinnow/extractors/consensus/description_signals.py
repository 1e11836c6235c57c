"""Signals of what a page says about itself for machines: Open Graph, descriptions in its head, and JSON-LD.

A product's description, or the first lines of an article, often stand there once more, so that machines can read them.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.letters import text_hashes
from webwinnow.document.references import decode_references
from webwinnow.extractors.consensus.ground import Ground, Named, share

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


def description_signals(ground: Ground) -> Named:
    """What kind of page it says it is, and the words that a block shares with its descriptions."""
    tags, data = declared(ground.page).meta_sources[:_MOST], _json_data(ground.page)
    says = {"meta article": any('content="article"' in tag for tag in tags)}
    says |= {name: any(phrase in data for phrase in phrases) for name, phrases in _TYPES.items()}
    yield tuple(says), np.array(list(says.values()))[:, None]
    described = [read_attributes(tag).get("content", "") for tag in tags if "description" in tag.lower()]
    yield from _likeness(ground, "description", " ".join(described))
    texts = " ".join(_TEXT.findall(data))
    yield from _likeness(ground, "json", decode_references(_ESCAPED.sub(_character, texts) if "\\" in texts else texts))


def _likeness(ground: Ground, name: str, text: str) -> Named:
    """The share of a block's words that a text has, the share of the text that a block has, and the text's length."""
    known = np.unique(text_hashes(text)) if text else np.zeros(0, dtype=np.uint64)
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
