"""What requests and answers say about a page: which are for pages, how a reader wants one, and which it is.

- Only answers in `text/html` to page loads are touched.
- A query key asks for a page otherwise: `?webwinnow=original`, `?webwinnow=dsc`.
- ETags of filtered pages name the page and how it was filtered: a browser that asks "still the same?" must not get
  "yes" for a page that it keeps unfiltered, or filtered otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote, unquote_plus, urlsplit, urlunsplit

_OF_SCRIPTS: Final = ("x-requested-with", "hx-request", "turbo-frame", "x-pjax", "x-up-version", "rsc")
"""Headers by which the usual libraries mark requests for a piece of a page."""
_PAGE: Final = "text/html"
_READABLE: Final = frozenset({"gzip", "x-gzip", "deflate", "br", "zstd", "identity", "*"})


KEY: Final = "webwinnow"
ORIGINAL: Final = "original"
_TAG: Final = re.compile(r'(?:W/)?"([^"]*)"')
_MARK: Final = ".webwinnow-"


def is_page_load(method: str, headers: Mapping[str, str]) -> bool:
    """Tell whether a request is for a page that somebody looks at, not for a piece of one.

    Browsers say so in `Sec-Fetch-Dest`, but only to https. Elsewhere `Accept` tells: it names HTML for pages and not
    for requests of scripts. Simple programs send no `Accept` at all, which scripts in pages cannot do.
    """
    if method != "GET" or any(name in headers for name in _OF_SCRIPTS):
        return False
    destination = headers.get("sec-fetch-dest")
    if destination is not None:
        return destination.strip().lower() == "document"
    accepted = headers.get("accept")
    return accepted is None or _PAGE in accepted.lower()


def is_page(status: int, headers: Mapping[str, str]) -> bool:
    """Tell whether the answer to a page load is a whole page to be shown."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    saved = headers.get("content-disposition", "").strip().lower().startswith("attachment")
    return status in (200, 203) and kind == _PAGE and not saved


def readable_codings(accepted: str) -> str:
    """Leave of an `Accept-Encoding` what can be read here; compression by shared dictionaries cannot."""
    kept = [part.strip() for part in accepted.split(",") if part.partition(";")[0].strip().lower() in _READABLE]
    return ", ".join(kept) or "identity"


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
