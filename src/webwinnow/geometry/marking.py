"""Marks in the source of a page by which a browser's nodes are known again, whatever tree the browser builds.

Every start tag gets an attribute with its number, right behind its name, where it outdoes any later one of that name.
Behind every run of text stands a comment with the number of the run: a comment changes neither layout nor what style
sheets select, and the parser puts it where it has just put the text, so the text nodes right before it are the run.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import RAW_TEXT, column

ATTRIBUTE: Final = "data-webwinnow-tag"
COMMENT: Final = "webwinnow "
_RAW: Final = column(RAW_TEXT)
_NAME: Final = re.compile(r"<[^ \t\n\f\r/>]*+")


def marked(page: Document) -> str:
    """Return the source with all marks written into it."""
    source, tokens, runs = page.source, page.tokens, page.runs
    opening = np.flatnonzero(tokens.code > 0)
    attributes = [
        (_behind_name(source, start), f' {ATTRIBUTE}="{tag}"')
        for start, tag in zip(tokens.tag_start[opening].tolist(), opening.tolist(), strict=True)
    ]
    written = np.flatnonzero(~_RAW[page.elements.tag[runs.home]])
    ends = tokens.gap_end[runs.gap[written]]
    comments = [(end, f"<!--{COMMENT}{run}-->") for end, run in zip(ends.tolist(), written.tolist(), strict=True)]
    pieces, at = [], 0
    for place, mark in sorted([*attributes, *comments]):
        pieces += [source[at:place], mark]
        at = place
    return "".join([*pieces, source[at:]])


def _behind_name(source: str, start: int) -> int:
    name = _NAME.match(source, start)
    return name.end() if name else start
