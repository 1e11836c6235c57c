"""The small bar on filtered pages: what was removed, the way to the whole page, other extractors.

It lives in a shadow tree that the parser builds by itself: styles of the page do not reach it, its own do not leave
it, no script is needed, and scripts of the page do not find its links. It takes no room in the page's flow. Where the
page has a content security policy, the bar's style is let in by its hash, and nothing else is.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tokens import cut
from webwinnow.drawing.markup import Html, element, join
from webwinnow.drawing.picture import PALETTE, Colour
from webwinnow.proxy.messages import ORIGINAL, asking

_POLICY: Final = "content-security-policy"
_NO_INLINE: Final = re.compile(r"'(?:nonce-|sha(?:256|384|512)-)|'strict-dynamic'", re.IGNORECASE)
_STYLES: Final = ("style-src-elem", "style-src", "default-src")
"""The directives that decide about style elements, the one that is asked first in front."""
READER: Final = (
    "default-src 'none'; img-src * data: blob:; media-src * data: blob:; font-src * data:; "
    "style-src 'unsafe-inline'; base-uri *; form-action *"
)
"""For pages that are ours from end to end: pictures and styles, no scripts at all."""


def _colours(paper: Callable[[Colour], str]) -> str:
    return "".join(f"--{name}:{paper(PALETTE[name])};" for name in ("paper", "ink", "axis", "content"))


STYLE: Final = (
    f":host{{all:initial!important;{_colours(lambda colour: colour.light)}position:fixed!important;right:8px!important;"
    "bottom:8px!important;z-index:2147483647!important;display:block!important;max-width:min(26rem,90vw)!important;"
    "font:13px/1.45 system-ui,sans-serif!important;color-scheme:light dark}"
    f"@media(prefers-color-scheme:dark){{:host{{{_colours(lambda colour: colour.dark)}}}}}"
    "@media print{:host{display:none!important}}"
    "details{background:var(--paper);color:var(--ink);border:1px solid var(--axis);border-radius:8px;"
    "padding:3px 9px;box-shadow:0 1px 4px #0004;opacity:.88}"
    "details[open],details:hover,details:focus-within{opacity:1}"
    "summary{cursor:pointer}p,ul{margin:6px 0;padding:0}li{display:inline-block;list-style:none;margin:0 8px 0 0}"
    "a{color:var(--content)}code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}"
    "a:focus-visible,summary:focus-visible{outline:2px solid var(--content);outline-offset:2px}"
)
STYLE_SOURCE: Final = f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
"""How a content security policy names the bar's style."""


@dataclass(frozen=True, slots=True)
class Removal:
    """How much of a page's visible text was kept."""

    words: int
    words_kept: int
    links_removed: int

    @property
    def share(self) -> float:
        """The share of words that were kept; of nothing, all is kept."""
        return self.words_kept / self.words if self.words else 1.0


def draw_bar(removal: Removal, url: str, expression: str, choices: Sequence[str], *, marked: bool = False) -> Html:
    """Write the bar; all addresses in it are whole, since pages may say what others are relative to."""
    whole = _link("Show original", url, ORIGINAL)
    others = [_link(choice, url, choice) for choice in choices if choice != expression]
    content = join(
        [
            element("summary", _summary(removal, marked)),
            element("p", _account(removal, marked)),
            element("p", whole),
            element("p", "Extractor: ", element("code", expression), ". Others:"),
            element("ul", *(element("li", other) for other in others)),
        ]
    )
    shadow = element("template", element("style", Html(STYLE)), element("details", content), shadowrootmode="open")
    return element("webwinnow-bar", shadow, role="complementary", aria_label="webwinnow")


def _summary(removal: Removal, marked: bool) -> str:
    if removal.words and not removal.words_kept:
        return "webwinnow: no main content was found"
    return f"webwinnow: {'marked' if marked else 'kept'} {removal.share:.0%} of the text"


def _account(removal: Removal, marked: bool) -> str:
    words, what = removal.words - removal.words_kept, "Not marked" if marked else "Removed"
    return f"{what}: {words:,} of {removal.words:,} words, {removal.links_removed:,} links."


def _link(label: str, url: str, wish: str) -> Html:
    return element("a", label, href=asking(url, wish), target="_top", rel="nofollow")


def with_bar(markup: str, bar: Html, style_source: str) -> str:
    """Put the bar before the end of the body, behind all that the page holds: readers meet it last."""
    pieces = cut(markup)
    tokens = pieces.tokens
    ends = np.flatnonzero(tokens.code == -NUMBER["body"])
    changes = [(int(tokens.tag_start[ends[-1]]) if len(ends) else len(markup), 0, str(bar))]
    for meta in np.flatnonzero(tokens.code == NUMBER["meta"]).tolist():
        tag = pieces.tags[meta]
        if _POLICY in tag.lower():
            changes.append((int(tokens.tag_start[meta]), len(tag), _allowing_tag(tag, style_source)))
    return _changed(markup, sorted(changes))


def _allowing_tag(tag: str, style_source: str) -> str:
    """Write a meta element anew if it is a policy."""
    attributes = read_attributes(tag)
    if attributes.get("http-equiv", "").strip().lower() != _POLICY:
        return tag
    return element("meta", http_equiv=_POLICY, content=allowing(attributes.get("content", ""), style_source))


def _changed(markup: str, changes: list[tuple[int, int, str]]) -> str:
    parts, at = [], 0
    for start, length, text in changes:
        parts += [markup[at:start], text]
        at = start + length
    return "".join([*parts, markup[at:]])


def allowing(header: str, source: str) -> str:
    """Add a source of styles, such as a hash, to each of the policies in a header."""
    return ", ".join(_allowing_one(policy, source) for policy in header.split(","))


def _allowing_one(policy: str, source: str) -> str:
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
