"""Writing SVG and HTML: text is escaped here and nowhere else, so that no page can put markup into a picture.

`Html` is text that is markup already. Whatever is not `Html` is escaped when it becomes part of an element; pieces
glued together with `+` or an f-string are plain text again, and are escaped: a slip shows tags, it runs no script.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Final, TypeAlias

_NO_TEXT: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What XML, HTML or UTF-8 cannot hold."""
_OF_SVG: Final = frozenset("circle line path polyline rect stop use".split())
_VOID: Final = _OF_SVG | frozenset("br hr img input link meta wbr".split())
"""Elements without content; those of SVG close themselves, as XML wants it."""


class Html(str):
    """Text that is markup."""

    __slots__ = ()


Value: TypeAlias = str | float | bool | None
"""What an attribute can be set to: None and False leave it out, True writes its name alone (not for SVG files)."""


def escape(text: str) -> Html:
    """Make text safe between tags and in quoted attributes; characters no file can hold become U+FFFD."""
    return text if isinstance(text, Html) else Html(html.escape(_NO_TEXT.sub("\ufffd", text)))


def join(parts: Iterable[str], between: str = "") -> Html:
    """Put parts together, each escaped unless it is markup."""
    return Html(escape(between).join(map(escape, parts)))


def element(name: str, /, *content: str, **attributes: Value) -> Html:
    """Write an element; `class_` is written `class`, and `aria_label` `aria-label`.

    >>> element("text", "1 < 2", class_="note")
    '<text class="note">1 &lt; 2</text>'
    """
    given = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID and not content:
        return Html(f"<{name}{given}{'/' * (name in _OF_SVG)}>")
    return Html(f"<{name}{given}>{join(content)}</{name}>")


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{escape(value if isinstance(value, str) else f"{value:.6g}")}"'
