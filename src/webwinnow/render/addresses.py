"""Addresses of links and images: made absolute, and sorted by whether they lead anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from webwinnow.document.links import absolute

_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]+")
"""Browsers overlook some of these before and inside a scheme, so `java\\nscript:` is one."""
_WHOLE: Final = ("http://", "https://")
_ORIGIN: Final = re.compile(r"https?://[^/?#\\]+", re.IGNORECASE)
_NOT_PLAIN: Final = re.compile(r"^//|/\.|\\")
"""What makes an address that starts with a slash more than a path on the same site."""
_BESIDE: Final = re.compile(r"[\w-]+(?:[./][\w-]+)*/?", re.ASCII)
"""An address that stands beside the page's own, with nothing in it that could mean more."""
_SCHEMES: Final = frozenset({"http", "https", "mailto", "tel", "ftp"})
_PICTURE: Final = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif|bmp)[;,]", re.IGNORECASE)


REPEATED: Final = 4
"""How many times as long as the page all that is repeated in its addresses may be: with one long address in `base` and
many short links, they would otherwise grow with the square of the page."""
_KEPT: Final = 4_096
"""Addresses that are remembered: few pages have more."""


class Beginnings(NamedTuple):
    """What compiled code puts before addresses, in four bytes a character; nothing where the page's own is no page."""

    has_base: bool
    """Whether addresses are relative to another;"""
    origin: bytes
    whole: bytes
    folder: bytes


_NO_BASE: Final = Beginnings(False, b"", b"", b"")


class Addresses:
    """Makes the addresses of one page absolute, each once."""

    __slots__ = ("_base", "_beside", "_known", "_left", "_origin", "_whole")

    def __init__(self, base: str, most: float = float("inf")) -> None:
        """Take the address that the others are relative to, and how many characters of it they may get in all.

        Those behind stay as they are written.
        """
        self._left = most
        self._base = base
        self._whole = base.partition("#")[0]
        origin = _ORIGIN.match(base)
        self._origin = origin[0] if origin else ""
        self._beside: str | None = None
        self._known: dict[str, str] = {}

    @property
    def is_spent(self) -> bool:
        """Whether some stay as they are written."""
        return self._left < 0

    @property
    def left(self) -> float:
        """How many characters the others may get."""
        return self._left

    @property
    def beginnings(self) -> Beginnings | None:
        """What addresses are put behind; None where only Python can make them absolute."""
        if not self._base:
            return _NO_BASE
        if not self._base.isascii():
            return None
        texts = (self._origin, self._whole, self._folder() if self._origin else "")
        return Beginnings(True, *(text.encode("utf-32-le") for text in texts))

    def link(self, written: str | None) -> str:
        """Return the absolute address of a link; nothing where it is missing or does more than lead somewhere."""
        if not written:
            return ""
        known = self._known.get(written)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[written] = self._absolute(written)
        self._left -= max(len(known) - len(written), 0)
        if self._left < 0 and known:
            return _CONTROLS.sub("", written).strip()
        return known

    def links(self, written: Sequence[str]) -> list[str]:
        """Do as `link` for many."""
        known = self._known
        for each in set(written) - known.keys():
            known[each] = self._absolute(each) if each else ""
        found = [known[each] for each in written]
        longer = sum([len(to) - len(each) for each, to in zip(written, found, strict=True) if len(to) > len(each)])
        if longer > self._left:
            return list(map(self.link, written))
        self._left -= longer
        return found

    def image(self, written: str) -> str:
        """Do as `link` for pictures, which may also be written out in the address itself."""
        address = written.strip()
        return address if _PICTURE.match(address) else self.link(address)

    def _absolute(self, written: str) -> str:
        address = (written if written.isprintable() else _CONTROLS.sub("", written)).strip()
        if address.startswith(_WHOLE):
            return address
        if self._origin and address.startswith("/") and not _NOT_PLAIN.search(address):
            return self._origin + address
        if self._origin and address.startswith("#"):
            return self._whole + address
        if self._origin and _BESIDE.fullmatch(address):
            return self._folder() + address
        found = absolute(self._base, address) if address else ""
        return found if is_safe(found) else ""

    def _folder(self) -> str:
        """Return what stands before addresses beside the page's own."""
        if self._beside is None:
            self._beside = absolute(self._base, "x")[:-1]
        return self._beside


def is_safe(address: str) -> bool:
    """Tell whether an address is relative or has one of the schemes that only lead somewhere."""
    if ":" not in address:
        return True
    scheme = _SCHEME.match(_CONTROLS.sub("", address).lstrip())
    return not scheme or scheme[1].lower() in _SCHEMES
