"""Where the bar stands in a page, and what the page's own policy must say about it."""

from __future__ import annotations

import numpy as np

from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tokens import cut
from webwinnow.drawing.markup import Html, element
from webwinnow.proxy.policy import allowing

_POLICY = "content-security-policy"


def with_bar(markup: str, bar: Html, style_source: str) -> str:
    """Put the bar before the end of the body, behind all that the page holds: readers meet it last."""
    pieces = cut(markup)
    tokens = pieces.tokens
    ends = np.flatnonzero(tokens.code == -NUMBER["body"])
    changes = [(int(tokens.tag_start[ends[-1]]) if len(ends) else len(markup), 0, str(bar))]
    for meta in np.flatnonzero(tokens.code == NUMBER["meta"]).tolist():
        tag = pieces.tags[meta]
        if _POLICY in tag.lower():
            changes.append((int(tokens.tag_start[meta]), len(tag), _allowing(tag, style_source)))
    return _changed(markup, sorted(changes))


def _allowing(tag: str, style_source: str) -> str:
    """Write a meta element anew if it is a policy."""
    attributes = read_attributes(tag)
    if attributes.get("http-equiv", "").strip().lower() != _POLICY:
        return tag
    return element("meta", http_equiv=_POLICY, content=allowing(attributes.get("content", ""), style_source))


def _changed(markup: str, changes: list[tuple[int, int, str]]) -> str:
    parts, at = [], 0
    for start, length, text in changes:
        parts += [markup[at:start], text]
        at = start + length
    return "".join([*parts, markup[at:]])
