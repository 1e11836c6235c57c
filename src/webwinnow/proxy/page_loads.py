"""Which requests load a page, and which answers are pages: all else passes untouched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_OF_SCRIPTS: Final = ("x-requested-with", "hx-request", "turbo-frame", "x-pjax", "x-up-version", "rsc")
"""Headers by which the usual libraries mark requests for a piece of a page."""
_PAGE: Final = "text/html"
_READABLE: Final = frozenset({"gzip", "x-gzip", "deflate", "br", "zstd", "identity", "*"})


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
