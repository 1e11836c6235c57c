"""Code: how many characters each tag counts as."""

from __future__ import annotations

from typing import Final

import numpy as np

from webwinnow.document.html_names import RAW_TEXT, column
from webwinnow.document.markup import Column
from webwinnow.document.tokens import Tokens, start_tag_length

_NO_CODE: Final = column("script style")
"""Their tags and what they hold count as nothing, as in the papers' preprocessing."""
_HOLDS_TEXT: Final = column(RAW_TEXT) & ~_NO_CODE
"""What these hold stands in one token with their start tag, and is no code."""


def code_lengths(source: str, tokens: Tokens) -> Column:
    """Count the characters of each tag. Comments, scripts and styles count nothing."""
    lengths = tokens.tag_end - tokens.tag_start
    number = np.abs(tokens.code)
    lengths[(number == 0) | _NO_CODE[number]] = 0
    holding = np.flatnonzero(_HOLDS_TEXT[number] & (tokens.code > 0))
    starts, ends = tokens.tag_start[holding].tolist(), tokens.tag_end[holding].tolist()
    lengths[holding] = [start_tag_length(source[start:end]) for start, end in zip(starts, ends, strict=True)]
    return lengths
