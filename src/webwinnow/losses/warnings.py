"""What to know before trusting a result: script shells, walls, pages that were cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

import numpy as np

from webwinnow.declared import declared
from webwinnow.document import Document
from webwinnow.document.html_names import NUMBER
from webwinnow.document.tree.elements import depths
from webwinnow.spans import Spans

_SHELL: Final = 400
"""Fewer characters than this with many times as much script are a shell that a script would fill."""
_SCRIPT_SHARE: Final = 20
_WALL: Final = 1500
"""Characters of main content below which a phrase of a wall is taken as one."""
_SHELL_NAMES: Final = re.compile(r"""\bid=["']?(?:root|app|__next|__nuxt|app-root)\b""", re.IGNORECASE)
_SCRIPT, _BODY = NUMBER["script"], NUMBER["body"]
_DEEP: Final = 3
_TAIL: Final = 2000
"""Characters at the end of a page that are looked at."""


def find_warnings(page: Document, spans: Spans) -> tuple[str, ...]:
    """Tell what may be wrong with a page and therefore with its result. Found once per page and content."""
    return page.once((find_warnings, spans), lambda: tuple(_warnings(page, spans)))


def _warnings(page: Document, spans: Spans) -> Iterator[str]:
    yield from page.cut
    if _is_too_deep(page):
        yield f"elements stand deeper than {page.limits.depth} in each other: they were read flat (limit depth)"
    seen = int(page.characters_before[-1])
    kept = int((spans.ends - spans.starts).sum())
    if _is_shell(page, seen):
        yield "the page is a shell that a script fills: let a browser run it with --render"
    if _is_paid(page):
        yield "the page says that its text is not free: it may be cut at a pay wall"
    elif kept < _WALL and (wall := _wall(page)):
        yield f"the page looks like a {wall}: its text may be missing"
    if not page.cut and _is_cut(page):
        yield "the page ends in the middle: it was cut off on its way"


def _is_too_deep(page: Document) -> bool:
    """Tell whether the deepest place where elements are kept open is reached."""
    elements, deepest = page.elements, page.limits.depth
    if len(elements) <= deepest:
        return False
    large = deepest // 2  # around so deep a place stand as many that hold more than that; most pages have few
    sizes = elements.last - np.arange(len(elements), dtype=np.int32)
    return int(np.count_nonzero(sizes > large)) >= deepest - large and int(depths(elements).max()) >= deepest


def _is_shell(page: Document, seen: int) -> bool:
    if seen >= _SHELL:
        return False
    tags = page.tokens
    scripts = int((tags.tag_end - tags.tag_start)[tags.code == _SCRIPT].sum())
    return scripts > _SCRIPT_SHARE * max(seen, 1) and (seen < _SHELL // 4 or bool(_SHELL_NAMES.search(page.source)))


def _is_paid(page: Document) -> bool:
    """Tell whether the page declares that its text, or a part of it, is not free."""
    said = [item.properties.get("isAccessibleForFree") for item in declared(page).json_ld]
    return any(str(free).strip().lower() == "false" for free in said if free is not None)


def _wall(page: Document) -> str | None:
    """Name the wall whose phrases the visible text holds."""
    text = " ".join(page.source[start:end] for start, end in page.visible)[:20_000].lower()
    return next((kind for kind, phrases in _phrases().items() if any(phrase in text for phrase in phrases)), None)


@cache
def _phrases() -> dict[str, tuple[str, ...]]:
    """Read the phrases of walls: a line in brackets names the kind of those that follow."""
    text = resources.files("webwinnow.losses").joinpath("walls.txt").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    kind = ""
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            found.setdefault(kind, []).append(line)
    return {kind: tuple(phrases) for kind, phrases in found.items()}


def _is_cut(page: Document) -> bool:
    """Tell whether the source ends inside a tag, or deep inside elements of a page that nothing closes."""
    end = page.source[-_TAIL:].rstrip() or page.source.rstrip()  # to strip the whole would copy it
    if not end or not len(page.tokens.code):
        return False
    if page.tokens.code[-1] >= 0 and page.tokens.tag_end[-1] == len(page.source) and not end.endswith(">"):
        return True
    open_at_end = np.count_nonzero(page.elements.close >= len(page.tokens.code))
    if open_at_end <= _DEEP or not (page.elements.tag == _BODY).any():
        return False
    source = page.source.rstrip()
    starts_whole, tail = "<body" in source[:200_000].lower(), source[-_TAIL:].lower()
    return starts_whole and "</body" not in tail and "</html" not in tail
