"""Which tags break the flow of text: where readers see one paragraph end and another begin."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.document.html_names import BLOCK, NUMBER, column
from webwinnow.document.tokens import Tokens

_BR: Final = NUMBER["br"]
_BREAKING: Final = BLOCK & ~column("script style template noscript svg title")
"""Blocks that readers see as such: an icon or a script inside a sentence does not part it."""


def find_breaks(tokens: Tokens, characters_before: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Mark block-level tags, and line breaks that follow another with nothing to see between them."""
    breaking = _BREAKING[np.abs(tokens.code)]
    lines = np.flatnonzero(tokens.code == _BR)
    if len(lines) > 1:
        seen_before = characters_before[lines + 1]
        breaking[lines[1:][seen_before[1:] == seen_before[:-1]]] = True
    return breaking
