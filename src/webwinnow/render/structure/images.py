"""Pictures: where they come from and what they show, past the tricks by which pages load them late."""

from __future__ import annotations

import re
from typing import Final

from webwinnow.render.addresses import Addresses

_LATE: Final = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "data-hi-res-src")
_SMALL: Final = frozenset({"0", "1", "2", "0px", "1px", "2px"})
_PLACEHOLDER: Final = re.compile(r"data:|about:|.*(?:/blank|/spacer|/pixel|placeholder|transparent)[^/]*$", re.I)


def image_of(attributes: dict[str, str], addresses: Addresses) -> tuple[str, str] | None:
    """Give a picture's address and its alternative text; None for dots that only count visits."""
    if attributes.get("width") in _SMALL or attributes.get("height") in _SMALL:
        return None
    source = attributes.get("src", "").strip()
    if not source or _PLACEHOLDER.match(source[:2000]):
        source = _late(attributes) or source
    address = addresses.image(source)
    alternative = " ".join((attributes.get("alt") or attributes.get("title") or "").split())
    return (address, alternative) if address else None


def _late(attributes: dict[str, str]) -> str:
    for name in _LATE:
        if attributes.get(name):
            return attributes[name]
    several = attributes.get("srcset") or attributes.get("data-srcset") or ""
    return several.strip().split(" ", 1)[0].rstrip(",")
