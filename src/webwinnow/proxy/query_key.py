"""The query key by which a reader asks for a page otherwise: `?webwinnow=original`, `?webwinnow=dsc`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, unquote_plus, urlsplit, urlunsplit

KEY: Final = "webwinnow"
ORIGINAL: Final = "original"


def taken(target: str, known: Iterable[str]) -> tuple[str, str | None]:
    """Take the wish out of a request's path or URL: servers never see it, nor is anything else of it changed.

    A value that means nothing here is left where it is: it may be the site's own.
    """
    before, mark, query = target.partition("?")
    query, fragment_mark, fragment = query.partition("#")
    parts, wishes = query.split("&") if mark else [], {ORIGINAL, *known}
    asked = [part for part in parts if _wish(part) in wishes]
    if not asked:
        return target, None
    kept = "&".join(part for part in parts if part not in asked)
    return f"{before}{'?' * bool(kept)}{kept}{fragment_mark}{fragment}", _wish(asked[-1])


def asking(url: str, wish: str | None) -> str:
    """Write the address at which a page is shown otherwise; None for the address of the page as it usually is."""
    scheme, host, path, query, _ = urlsplit(url)
    added = [f"{KEY}={quote(wish, safe='')}"] if wish is not None else []
    return urlunsplit((scheme, host, path, "&".join([*filter(None, [query]), *added]), ""))


def _wish(part: str) -> str | None:
    name, _, value = part.partition("=")
    return unquote_plus(value) if name == KEY else None
