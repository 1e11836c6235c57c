"""What class names, ids and item types say about an element: evidence beside the structure, never instead of it.

The words are those of common weblog and forum software; sites in every language use them, because the software does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.word_search import WordSearch
from webwinnow.lazy_values import cached_property

ATTRIBUTES: Final = ("class", "id", "itemtype", "itemprop")
_NAMED: Final = re.compile(rf"""\s({"|".join(ATTRIBUTES)})\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""")
LONGEST_TAG: Final = 1000
"""Characters of a start tag that are read: names stand in front of long styles and data."""
SHORTEST_TAG: Final = len("<p id=reply>")
HASH: Final = 8
_CHANGING: Final = re.compile(rf"\d+|[0-9a-f]{{{HASH},}}")
"""Numbers and hashes, of so many characters at least, tell one post from the other, not posts from the rest."""
TOLD_APART: Final = frozenset("odd even alt first last depth alternate row item bg js clearfix cf".split())
"""Names that change from sibling to sibling or say nothing."""


class SoughtNames:
    """A pattern for names, and parts of which one stands in all that it finds: they are looked for first.

    Most names hold none of them, and to see that takes a fifth of the time that the pattern takes.
    """

    def __init__(self, parts: Iterable[str], pattern: str) -> None:
        """Take both."""
        self._parts, self._pattern = tuple(parts), re.compile(pattern)
        self.parts = WordSearch(self._parts, ignore_case=True)
        """Looks for the parts in many tags at once."""

    def stand_in(self, names: str) -> bool:
        """Tell whether the pattern finds anything in names."""
        return any(map(names.__contains__, self._parts)) and self.are_found(names)

    def are_found(self, names: str) -> bool:
        """Tell the same of names in which one of the parts most likely stands."""
        return self._pattern.search(names) is not None


LETTER, NO_BLANK = "[a-z]", "[^ ]"


class Sign(NamedTuple):
    """A part of names, unless some texts, LETTER or NO_BLANK stand beside it: from these, compiled code reads names."""

    part: str
    not_before: tuple[str, ...] = ()
    not_behind: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """How a pattern says that."""
        before = "".join(f"(?<!{text})" for text in self.not_before)
        return f"{before}{re.escape(self.part)}" + (f"(?!{'|'.join(self.not_behind)})" if self.not_behind else "")


def _sought(*signs: Sign) -> SoughtNames:
    return SoughtNames(dict.fromkeys(sign.part for sign in signs), "|".join(sign.pattern for sign in signs))


def _with_hyphen(texts: str) -> tuple[str, ...]:
    return tuple(f"{hyphen}{text}" for text in texts.split() for hyphen in ("", "-"))


def _apart(parts: str) -> tuple[Sign, ...]:
    """Return parts before which no letter stands."""
    return tuple(Sign(part, (LETTER,)) for part in parts.split())


_IS_REPLY: Final = {"not_before": (LETTER,), "not_behind": _with_hyphen("form link button to")}
SIGNS: Final[dict[str, tuple[Sign, ...]]] = {
    "comment": (
        Sign("comment", not_behind=_with_hyphen("form count link box feed field add button")),
        *_apart("kommentar komment coment yorum disqus dsq- pinglun guestbook opini feedback-item"),
        *(Sign(part, **_IS_REPLY) for part in ("reply", "replies")),
        Sign("respons", (LETTER,), ("iv",)),
    ),
    "post": (
        Sign("post", not_behind=("al", "er", "code", *_with_hyphen("form button meta link tag nav"))),
        *_apart("answer question messag topic thread bbp- discussion entry hentry plhin lou"),
    ),
    "forum": (
        *map(Sign, "answer topic forum messagelist message--post postbit ipscomment qapage".split()),
        Sign("thread", (LETTER, "_", "comment-"), ("-even", "-odd", "-alt")),
        *map(Sign, "discussionforumposting crawler-post viewtopic comtr".split()),
        Sign("bbp-", (NO_BLANK,)),
    ),
    "against": (
        *map(Sign, "related recent popular teaser widget sidebar menu footer promo recommend trending latest".split()),
        *map(Sign, "similar breadcrumb paginat carousel slider calendar product archive cookie consent gdpr".split()),
        *map(Sign, "structitem struct-item signature userinfo user-info userdetails headlines newsletter".split()),
        Sign("hot-network"),
        *_apart("nav"),
    ),
    "advertised": tuple(Sign(part, (LETTER,), (LETTER,)) for part in ("ad", "ads")),
    "answer": (Sign("answer"),),
}
"""What names speak for, and by which parts."""
_COMMENT, _POST, _FORUM, _AGAINST, _ADVERTISED, _ANSWER = (_sought(*signs) for signs in SIGNS.values())
_EXACT: Final = re.compile(r"(?:^|\s)(?:comment|answer|reply|post|message)(?:\s|$)")
MAY_BE_ALONE: Final = WordSearch(
    ("omment", "nswer", "eply", "eplies", "espons", "isqus", "dsq-", "oment", "yorum", "pini", "inglun", "uestbook")
)
"""Parts of which one stands in all that is `alone`, without a first letter that may be large: a quick sieve."""

AUTHOR: Final = SoughtNames(
    "author creator user name nick poster byline fn commenter commentor handle profile authi".split(),
    r"""(?:class|rel|itemprop|id)\s*=\s*["']?[^"'>]*(?<![a-z])(?:[a-z]*author|creator|[a-z]*user(?:[-_]?(?:name(?:-coloured)?|info|link))?|"""
    r"""(?:author|user|poster|member|display|screen)[-_]?name|nick(?:name)?|poster|byline|fn|commenter|commentor|hnuser|"""
    r"""handle|postuser-name|profile[-_]?(?:name|link)|message-name|authi)(?![a-z]|[-_][a-z])""",
)
"""A start tag in lower case that is named as authors are."""
BESIDE_AUTHOR: Final = SoughtNames(
    "title rank group status role avatar join location badge count date time stats score points subject flair "
    "signature".split(),
    r"""(?:class|itemprop|id)\s*=\s*["']?[^"'>]*(?:title|rank|group|status|role|avatar|join|location|badge|count|date|time|"""
    r"""stats|score|points|subject|flair|signature)""",
)
"""A start tag named as what else is said of authors and posts."""
PERSONS_PAGE: Final = SoughtNames(
    "user member profile author people /u/ /@ space-uid uid=".split(),
    r"""href\s*=\s*["']?[^"'>\s]*(?:user|member|profile|author|people|/u/|/@|space-uid|uid=)""",
)
"""A link to somebody's page."""
SIGNED: Final = re.compile(
    r"""<a\s[^>]*?(?:class\s*=\s*["']?(?:[^"'>]*[\s_-])?(?:author|user|username|nickname|poster|fn)["'\s>]|"""
    r"""href\s*=\s*["']?[^"'>\s]*(?:/users?/|/members?/|/profile|profile[./=-]|memberlist|member\.php))"""
)
"""A link that surely names who wrote something."""


@dataclass(frozen=True)
class Naming:
    """How one element is named: the key it shares with its like, and its words, which speak for something."""

    key: str
    words: str

    @cached_property
    def comment(self) -> bool:
        """Named as comments and replies are."""
        return _COMMENT.stand_in(self.words)

    @cached_property
    def exact(self) -> bool:
        """Named as one post, not as a part of it or a list."""
        return bool(_EXACT.search(self.words))

    @property
    def alone(self) -> bool:
        """Named so that even a single one is a post: comments, and answers to a question."""
        return self.comment or _ANSWER.stand_in(self.words)

    @cached_property
    def post(self) -> bool:
        """Named as posts of weblogs and forums are."""
        return _POST.stand_in(self.words)

    @cached_property
    def forum(self) -> bool:
        """Named as only forums and question pages name things."""
        return _FORUM.stand_in(self.words)

    @cached_property
    def against(self) -> bool:
        """Named as lists of teasers, menus and the like."""
        return _AGAINST.stand_in(self.words) or _ADVERTISED.stand_in(self.words)


NAMELESS: Final = Naming("", "")


def naming(page: Document, element: int) -> Naming:
    """Read how an element is named. Read once per page."""
    return page.once((naming, element), lambda: read_naming(page.start_tag(element).lower()))


def read_naming(tag: str) -> Naming:
    """Read class, id, item type and item property of a start tag in lower case.

    >>> read_naming('<li class="even comment depth-2" id="c12">').key
    'comment'
    """
    found = {name: double or single or bare for name, double, single, bare in _NAMED.findall(tag, 0, LONGEST_TAG)}
    return Naming(_key(found), " ".join(found.values())) if found else NAMELESS


def may_be_alone(page: Document, elements: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Tell quickly which of some elements may be named so that even a single one is a post."""
    tag = page.elements.first[elements]
    starts, ends = page.tokens.tag_start[tag], page.tokens.tag_end[tag]
    long = np.flatnonzero(ends - starts >= SHORTEST_TAG)
    ends = np.minimum(ends, starts + LONGEST_TAG)
    alone = np.zeros(len(elements), dtype=np.bool_)
    alone[long[MAY_BE_ALONE.holding(page.markup, starts[long], ends[long])]] = True
    return alone


def _key(found: dict[str, str]) -> str:
    """Choose what an element shares with its like: its first lasting class, else its id without numbers."""
    for word in found.get("class", "").split():
        plain = word.isalpha() and len(word) < HASH
        lasting = word if plain else _CHANGING.sub("", word).strip("-_")
        if lasting and lasting.partition("-")[0] not in TOLD_APART:
            return lasting
    return _CHANGING.sub("#", found.get("id", ""))
