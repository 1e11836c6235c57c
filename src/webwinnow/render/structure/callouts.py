"""Callouts: notes, tips and warnings set off from the text, as documentation and wikis have them.

Known by class, as MkDocs, Sphinx, GitHub, Docusaurus, VitePress, Quarto, Hugo, Asciidoctor and Bootstrap name them, or
by role. Each is one of GitHub's five kinds; many generators have more names, which fall into these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from webwinnow.document import Document
from webwinnow.document.attributes import read_attributes
from webwinnow.document.html_names import NUMBER
from webwinnow.render.structure.gaps import StartTags

_KINDS: Final = {
    "note": "note info information seealso abstract summary todo example question faq primary secondary notice remark",
    "tip": "tip hint success check done",
    "important": "important",
    "warning": "warning warn attention",
    "caution": "caution danger error failure bug",
}
KINDS: Final = {name: kind for kind, names in _KINDS.items() for name in names.split()}
"""The kind that each name falls into."""
_BASE: Final = "admonition|admonitionblock|theme-admonition|callout|markdown-alert|alert|custom-block|notices?|hint"
_SURE: Final = frozenset("admonition theme-admonition callout".split())
"""Classes that say enough without a kind: a note."""
_NAMED: Final = re.compile(rf"(?:{_BASE})(?:[-_]{{1,2}}([a-z]+))?")
_ROLES: Final = {"note": "note", "doc-notice": "note", "doc-tip": "tip"}
_DETAILS, _SUMMARY = NUMBER["details"], NUMBER["summary"]
_TITLE: Final = re.compile(
    r"(?:admonition|callout|alert|block|notice|hint)\w*[-_]{0,2}(?:title|head(?:ing|er)?)", re.IGNORECASE
)
_NEAR: Final = 4
"""Elements from the start of a callout among which its title stands."""


class Callouts(NamedTuple):
    """The callouts of a page."""

    kinds: dict[int, str]
    """The kind of each element that is one."""
    titles: frozenset[int]
    """The elements of their titles."""


def says_kind(title: str, kind: str) -> bool:
    """Tell whether a title says no more than the kind of its callout."""
    return KINDS.get(title.strip(" :!").lower()) == kind


def find_callouts(page: Document, suspects: Sequence[int], tags: StartTags) -> Callouts:
    """Find the callouts among those that may be some (see noted.py), and their titles."""
    found = {element: kind for element in suspects if (kind := _kind(page, tags, element))}
    return Callouts(found, frozenset(title for each in found if (title := _title(page, tags, each)) is not None))


def _kind(page: Document, tags: StartTags, element: int) -> str | None:
    """Tell which kind of callout an element is by its class or its role; None if it is none."""
    attributes = read_attributes(tags.written(element))
    names = attributes.get("class", "")[:500].lower().split()
    is_callout = False
    for name in names:
        match = _NAMED.fullmatch(name)
        if match and match[1] in KINDS:
            return KINDS[match[1]]
        is_callout |= bool(match and not match[1])
    if is_callout or page.elements.tag[element] == _DETAILS:
        known = next((KINDS[name] for name in names if name in KINDS and name not in ("hint", "notice")), None)
        if known or is_callout:
            return known or ("note" if _SURE & set(names) else None)
    return _ROLES.get(attributes.get("role", "").lower())


def _title(page: Document, tags: StartTags, callout: int) -> int | None:
    """Find the title at the start of a callout."""
    last = min(int(page.elements.last[callout]), callout + 1 + _NEAR)
    for element in range(callout + 1, last):
        if page.elements.tag[element] == _SUMMARY or _TITLE.search(tags.written(element)):
            return element
    return None
