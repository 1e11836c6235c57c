"""The pages that the proxy itself writes: one look, no scripts, readable in the dark."""

from __future__ import annotations

from typing import Final

from webwinnow.drawing.markup import Html, element
from webwinnow.drawing.picture import variables

HEADERS: Final = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}
"""What is sent along with such a page."""
_STYLE: Final = (
    f":root{{color-scheme:light dark;{variables(lambda colour: colour.light)}}}"
    f"@media(prefers-color-scheme:dark){{:root{{{variables(lambda colour: colour.dark)}}}}}"
    "body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;"
    "padding:0 1rem}h1{font-size:1.5rem}a{color:var(--content)}small{color:var(--quiet);overflow-wrap:anywhere}"
    "th,td{text-align:start;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--rule);font-weight:normal}"
    "td{font-variant-numeric:tabular-nums}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}"
)


def own_page(title: str, content: Html) -> str:
    """Write a page with a heading and what stands below it."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", title),
        element("style", Html(_STYLE)),
    )
    body = element("body", element("main", element("h1", title), content))
    return "<!doctype html>\n" + element("html", head, body, lang="en")
