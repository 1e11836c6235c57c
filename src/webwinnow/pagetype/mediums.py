"""Large media: videos, sounds, players in frames, and pictures that say that they are large."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column

_PLAYER: Final = column("video audio embed object canvas")
_FRAME: Final = column("iframe")
_PICTURE: Final = column("img")
_SIDE: Final = re.compile(r"\s(width|height)\s*+=\s*+[\"']?+(\d{1,5}+)(?![\d.%])", re.IGNORECASE)
LARGE: Final = 120_000
"""Square pixels of a main medium (bhardwaj2014, section III)."""
_MOST: Final = 5000
"""How many pictures and frames are looked at."""


def medium_figures(page: Document) -> dict[str, float]:
    """Count the pictures and the large media."""
    tag = page.elements.tag
    pictures, frames = _PICTURE[tag], _FRAME[tag]
    sources = [_start_tag(page, element) for element in np.flatnonzero(pictures)[:_MOST].tolist()]
    players = [_start_tag(page, element).lower() for element in np.flatnonzero(frames)[:_MOST].tolist()]
    return {
        "images": float(pictures.sum()),
        "large_images": float(sum(_area(source) > LARGE for source in sources)),
        "players": float(_PLAYER[tag].sum() + sum("allowfullscreen" in source for source in players)),
    }


def _start_tag(page: Document, element: int) -> str:
    tag = page.elements.start_tag(element)
    return page.source[page.tokens.tag_start[tag] : page.tokens.tag_end[tag]] if tag >= 0 else ""


def _area(source: str) -> int:
    """Multiply the sides that a tag gives in pixels; 0 if it gives less than two."""
    sides = {name.lower(): int(length) for name, length in _SIDE.findall(source[:2000])}
    return sides.get("width", 0) * sides.get("height", 0)
