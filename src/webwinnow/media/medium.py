"""A medium of a page, and its size: what is known of an image, a video, a sound, a drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Origin = Literal["rendered", "style", "attributes", "sizes", "srcset", "data", "viewbox"]
"""Where a size comes from; `rendered` is a browser's word, `data` the header of an image inside the page."""

LARGEST: Final = 65_535
"""Pixels of a side: JPEG and GIF know no more, and browsers show no more; what claims more is absurd."""
USUAL: Final = 4 / 3
"""Width by height where only one is known: bhardwaj2014, step 7, speaks of 400 x 300."""

_LENGTH: Final = re.compile(
    r"\s*+([0-9]{1,6}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})\s*+(px|em|rem|pt|)\s*+(?:!\s*+important)?\s*+"
)
_LONGEST: Final = 60
_PIXELS: Final = {"": 1.0, "px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3}
"""Units in pixels; an `em` is what browsers take before a style says otherwise."""
_STYLE: Final = re.compile(r"(?:^|;)\s*+(width|height)\s*+:([^;]*+)")


@dataclass(frozen=True, slots=True)
class Medium:
    """What a page says about one of its media."""

    kind: str
    """The name of its element: img, video, audio, embed, object, canvas, svg, or iframe for a player."""
    url: str | None
    """Where it comes from, absolute if the page's address is known; None for what is drawn in the page itself."""
    size: Size | None
    """None if nothing sensible is known."""
    caption: str | None
    alt: str | None
    """What stands for it where it cannot be seen; empty for mere decoration, None if nothing is said."""
    spans: tuple[tuple[int, int], ...]
    """Where it stands in the source: its element, then that of its caption, if it has one."""
    element: int
    """Its place among the page's elements."""

    @property
    def start(self) -> int:
        """Where its element starts in the source."""
        return self.spans[0][0]

    @property
    def area(self) -> float:
        """Square pixels; 0 if nothing is known."""
        return self.size.shown if self.size else 0.0

    def to_json(self) -> dict[str, object]:
        """Return what is known as JSON has it."""
        size = self.size
        return {
            "kind": self.kind,
            "url": self.url,
            "width": _number(size.width if size else None),
            "height": _number(size.height if size else None),
            "size_source": size.source if size else None,
            "caption": self.caption,
            "alt": self.alt,
            "spans": [list(span) for span in self.spans],
        }


def _number(side: float | None) -> float | None:
    """Write whole numbers as such."""
    return int(side) if side is not None and float(side).is_integer() else side


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in pixels, as far as they are known."""

    width: float | None
    height: float | None
    source: str
    """Where it comes from: an Origin, or two where each knew one side: `sizes+attributes`."""

    @property
    def area(self) -> float:
        """Square pixels; a side that is not known is taken to be in the usual relation to the other."""
        width, height = self.width, self.height
        if width is None:
            width = (height or 0.0) * USUAL
        return width * (width / USUAL if height is None else height)

    @property
    def shown(self) -> float:
        """Square pixels, as far as they say anything: 0 of a view box, which icons of any size have."""
        return 0.0 if self.source == "viewbox" else self.area

    @property
    def ratio(self) -> float | None:
        """Width by height, where both are known and not zero."""
        return self.width / self.height if self.width and self.height else None

    def completed(self, other: Size) -> Size:
        """Fill in a side that is missing: by the other's proportions if it has any, else as the other says."""
        if None not in (self.width, self.height):
            return self
        width, height = self.width, self.height
        if width is None:
            width = height * other.ratio if height and other.ratio else other.width
        elif height is None:
            height = width / other.ratio if width and other.ratio else other.height
        changed = (width, height) != (self.width, self.height)
        return Size(width, height, f"{self.source}+{other.source}") if changed else self


def side(text: str | None) -> float | None:
    """Read a length in pixels; None if it is none, or no sensible one.

    >>> side("640px"), side("100%"), side("9e99")
    (640.0, None, None)
    """
    found = _LENGTH.fullmatch((text or "")[:_LONGEST].lower())
    return sensible(float(found[1]) * _PIXELS[found[2]]) if found else None


def sensible(length: float) -> float | None:
    """Refuse a side that no medium has."""
    return length if 0 <= length <= LARGEST else None


def stated(width: float | None, height: float | None, source: Origin) -> Size | None:
    """Make a size, if anything is known."""
    return None if width is None and height is None else Size(width, height, source)


def styled(style: str) -> Size | None:
    """Read an inline style; of several declarations the last counts."""
    found = {name: side(value) for name, value in _STYLE.findall(style.lower())}
    return stated(found.get("width"), found.get("height"), "style")


def best(sizes: Iterable[Size | None]) -> Size | None:
    """Take the first size that is known, completed by those that follow."""
    found: Size | None = None
    for size in sizes:
        if size is not None:
            found = found.completed(size) if found else size
            if found.width is not None and found.height is not None:
                break
    return found
