"""Who wrote a post: by how elements are named, by links to people's pages, else by where names stand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.html_names import column
from webwinnow.metadata.dates import find_dates
from webwinnow.metadata.names import is_name, names_in
from webwinnow.posts.evidence import LOOKS_LIKE_TIME
from webwinnow.posts.nesting import Nesting

_AUTHOR: Final = re.compile(
    r"""(?:class|rel|itemprop|id)\s*=\s*["']?[^"'>]*(?<![a-z])(?:[a-z]*author|creator|user-?_?(?:name|info|link)?|"""
    r"""nick(?:name)?|poster|byline|fn|commenter|commentor|hnuser|screen-?name|handle|bigusername|postuser-name|"""
    r"""profile-?(?:name|link)|message-name|authi)(?![a-z])""",
    re.IGNORECASE,
)
_PERSONS_PAGE: Final = re.compile(
    r"""href\s*=\s*["']?[^"'>\s]*(?:user|member|profile|author|people|/u/|/@|space-uid|uid=)""", re.IGNORECASE
)
_HOLDS_NAME: Final = column("a b span strong em i cite address h2 h3 h4 h5 h6 p div dt font small label td th bdi li")
_VERB: Final = re.compile(
    r"\s*(?:[,:：–—-]|\b(?:says?|said|wrote|writes|replied|commented|answered|asked|posted|on|at|sagt|schrieb|schreibt|"
    r"meint|a dit|dit|dice|dijo|escribió|ha scritto|scrive|пишет|написал|说|說|发表于|發表於)(?!\w))[\s:：,.…]*$",
    re.IGNORECASE,
)
_LINK: Final = column("a")
_COUNT: Final = re.compile(r"\d+\s|[^\W\d]+:|#?\d+$")
"""A number of points or posts, a label."""
_ON: Final = re.compile(r"\s(?:on|at|am|le|el)\s.*$")
LONGEST: Final = 60
"""Characters of a name with what may stand around it."""


def author_elements(page: Document, nesting: Nesting) -> dict[int, list[int]]:
    """List for each post the elements that may name its author, the likeliest first.

    A link that is named as authors are, or leads to a person's page, is likelier than what is only named so; of an
    element and one inside it, the inner one has the bare name.
    """
    elements, tokens, source = page.elements, page.tokens, page.source
    owner = nesting.owner[elements.first + 1]
    length = page.in_subtrees(page.characters_before)
    fit = (owner >= 0) & _HOLDS_NAME[elements.tag] & (length > 0) & (length <= LONGEST)
    fit[list(elements.owner)] = False
    ranked: dict[int, list[tuple[int, int]]] = {}
    for element in np.flatnonzero(fit).tolist():
        tag = elements.first[element]
        written = source[tokens.tag_start[tag] : tokens.tag_end[tag]]
        rank = 2 * bool(_AUTHOR.search(written)) + bool(_PERSONS_PAGE.search(written))
        if rank:
            ranked.setdefault(int(owner[element]), []).append((-rank - bool(_LINK[elements.tag[element]]), element))
    return {post: [element for _, element in sorted(_innermost(page, found))] for post, found in ranked.items()}


def _innermost(page: Document, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out elements that hold the next one."""
    following = [element for _, element in found[1:]]
    inner = [each for each, after in zip(found, following, strict=False) if after >= page.elements.last[each[1]]]
    return [*inner, found[-1]]


def author_of(page: Document, elements: Iterable[int], first_texts: Iterable[str]) -> str | None:
    """Choose the author's name: from the elements, else from the texts that a post begins with."""
    for element in elements:
        if name := clean_name(page.text_of(element, LONGEST + 20, hidden=True)):
            return name
    return next((name for text in first_texts if (name := clean_name(text))), None)


def clean_name(text: str) -> str | None:
    """Give the name in a text such as "Ada on May 3, 2024 at 10:11 said:"; None if there is none.

    >>> clean_name("Ada wrote on 3 May 2024:"), clean_name("10:11"), clean_name("said Ada:")
    ('Ada', None, 'Ada')
    """
    text = " ".join(text.split())
    name = _before_time(text)
    for _ in range(3):
        name = _VERB.sub("", name)
    name = name.removeprefix("@").removeprefix("said ").strip(" .:,|·•–—-~#\xa0")
    if not name or len(name) > LONGEST or _COUNT.match(name) or not is_name(name):
        return None
    by = names_in(name)
    return by[0] if len(by) == 1 and len(by[0]) < len(name) else name


def _before_time(text: str) -> str:
    """Cut a text where a time begins; `on Friday, ` before it goes, too."""
    like_time = LOOKS_LIKE_TIME.search(text)
    if not like_time:
        return text
    start = min([like_time.start(), *(each.start for each in find_dates(text[:200]))])
    return _ON.sub("", text[:start])
