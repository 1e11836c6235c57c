"""A medium of a page: an image, a video, a sound, a drawing, or something else that is embedded."""

from __future__ import annotations

from dataclasses import dataclass

from webwinnow.media.size import Size


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
        """Square pixels; 0 if nothing is known, or only a view box, which icons of any size have."""
        return self.size.area if self.size and self.size.source != "viewbox" else 0.0

    def to_json(self) -> dict[str, object]:
        """Give what is known as JSON has it."""
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
    return int(side) if side is not None and side.is_integer() else side
