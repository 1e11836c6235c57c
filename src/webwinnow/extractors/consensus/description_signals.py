"""Signals of what a page says about itself in words: its descriptions in the head, and the texts in JSON-LD.

A product's description, or the first lines of an article, often stand there once more, so that machines can read them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.extractors.consensus.ground import Ground, Named, Numbers, share
from webwinnow.extractors.consensus.letters import text_hashes

_META: Final = re.compile(
    r"""<meta\s[^<>]{0,80}?(?:name|property)=["']?(?:og:|twitter:)?description\b[^<>]{0,4000}>""", re.IGNORECASE
)
_CONTENT: Final = re.compile(r"""\scontent=(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TEXT: Final = re.compile(
    r'"(?:description|articleBody|text|headline|name)"\s*:\s*"((?:[^"\\]|\\.){20,4000})', re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\u([0-9a-fA-F]{4})|\\.", re.DOTALL)
_HEAD: Final = 200_000
"""Characters of the page that are searched for descriptions."""
_LONGEST: Final = 100_000
"""Characters of JSON-LD that are read."""


def description_signals(ground: Ground) -> Named:
    """The share of a block's words that a description has, and the share of a description that a block has."""
    for name, text in (("description", _description(ground.page)), ("json", _in_json(ground.page))):
        names = (f"{name} share", f"{name} cover", f"{name} words")
        known = np.unique(text_hashes(text)) if text else np.zeros(0, dtype=np.uint64)
        if len(known):
            matched = matches(ground, known)
            yield names[:2], (share(matched, ground.counted), np.minimum(matched / len(known), 1))
        else:
            yield names[:2], np.array([[-1.0], [0.0]])
        yield names[2:], np.log1p([[len(known)]])


def matches(ground: Ground, known: Numbers) -> Numbers:
    """Count in each block the words that are among some known ones, which are sorted hashes."""
    if not len(known):
        return np.zeros(len(ground), dtype=np.intp)
    words = ground.letters.word_hash
    nearest = known[np.minimum(np.searchsorted(known, words), len(known) - 1)]
    return np.bincount(ground.block[ground.letters.word_run[nearest == words]], minlength=len(ground))


def _description(page: Document) -> str:
    """Give the descriptions of the page's head: for search engines, Open Graph and the like."""
    found = (_CONTENT.search(tag) for tag in _META.findall(page.source[:_HEAD]))
    return html.unescape(" ".join(content[1] or content[2] or "" for content in found if content))


def _in_json(page: Document) -> str:
    """Give the longer texts of the page's JSON-LD."""
    texts = (text for script in _scripts(page.source) for text in _TEXT.findall(script))
    return html.unescape(_ESCAPED.sub(_character, " ".join(texts)))


def _scripts(source: str) -> Iterator[str]:
    """Cut out the scripts that hold JSON-LD, up to a limit in all."""
    at, left = source.find("ld+json"), _LONGEST
    while at >= 0 and left > 0:
        end = source.find("</script", at)
        end = end if end >= 0 else len(source)
        yield source[at : min(end, at + left)]
        left -= end - at
        at = source.find("ld+json", end)


def _character(escaped: re.Match[str]) -> str:
    return chr(int(escaped[1], 16)) if escaped[1] else " "
