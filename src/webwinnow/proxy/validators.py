"""ETags of filtered pages: they name the page and how it was filtered.

A browser that asks "still the same?" must not get "yes" for a page that it keeps unfiltered, or filtered otherwise.
"""

from __future__ import annotations

import re
from typing import Final

_TAG: Final = re.compile(r'(?:W/)?"([^"]*)"')
_MARK: Final = ".webwinnow-"


def filtered_tag(tag: str, fingerprint: str) -> str | None:
    """Name a filtered page after the server's tag for the whole one; weak, since the bytes are not the server's."""
    found = _TAG.fullmatch(tag.strip())
    return f'W/"{tag_mark(tag)}{found[1]}{_MARK}{fingerprint}"' if found else None


def tag_mark(tag: str) -> str:
    """Tell strong and weak tags apart, so that the server gets back exactly what it gave."""
    return "w." if tag.strip().startswith("W/") else "s."


def server_tags(asked: str, fingerprint: str) -> str | None:
    """Turn an If-None-Match back into the server's own tags; those of other settings are left out, None if all are."""
    ending = f"{_MARK}{fingerprint}"
    tags = [tag.removesuffix(ending) for tag in _TAG.findall(asked) if tag.endswith(ending)]
    kept = [f'{"W/" * tag.startswith("w.")}"{tag[2:]}"' for tag in tags if tag[:2] in ("w.", "s.")]
    return ", ".join(kept) or None
