"""Content security policies: the bar's style is let in by its hash, and nothing else is."""

from __future__ import annotations

import re
from typing import Final

_NO_INLINE: Final = re.compile(r"'(?:nonce-|sha(?:256|384|512)-)|'strict-dynamic'", re.IGNORECASE)
_STYLES: Final = ("style-src-elem", "style-src", "default-src")
"""The directives that decide about style elements, the one that is asked first in front."""

READER: Final = (
    "default-src 'none'; img-src * data: blob:; media-src * data: blob:; font-src * data:; "
    "style-src 'unsafe-inline'; base-uri *; form-action *"
)
"""For pages that are ours from end to end: pictures and styles, no scripts at all."""


def allowing(header: str, source: str) -> str:
    """Add a source of styles, such as a hash, to each of the policies in a header."""
    return ", ".join(_allowing(policy, source) for policy in header.split(","))


def _allowing(policy: str, source: str) -> str:
    directives = [part.strip() for part in policy.split(";")]
    names = [part.split(maxsplit=1)[0].lower() if part else "" for part in directives]
    deciding = next((name for name in _STYLES if name in names), None)
    if deciding is None:
        return policy.strip()  # styles are free
    at = names.index(deciding)  # of two with one name, browsers obey the first
    sources = directives[at].split()[1:]
    if _lets_inline_in(sources):
        return policy.strip()  # a hash would switch 'unsafe-inline' off, and with it the page's own styles
    kept = [each for each in sources if each.lower() != "'none'"]
    written = " ".join([deciding if deciding != "default-src" else "style-src", *kept, source])
    directives[at : at + (deciding != "default-src")] = [written]
    return "; ".join(part for part in directives if part)


def _lets_inline_in(sources: list[str]) -> bool:
    return any(each.lower() == "'unsafe-inline'" for each in sources) and not any(map(_NO_INLINE.match, sources))
