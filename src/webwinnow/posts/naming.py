"""What class names, ids and item types say about an element: evidence beside the structure, never instead of it.

The words are those of common weblog and forum software; sites in every language use them, because the software does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

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
"""SoughtNames that change from sibling to sibling or say nothing."""


class SoughtNames:
    """A pattern for names, and parts of which one stands in all that it finds: they are looked for first.

    Most names hold none of them, and to see that takes a fifth of the time that the pattern takes.
    """

    def __init__(self, parts: str, pattern: str) -> None:
        """Take the parts, with blanks between them."""
        self._parts, self._pattern = tuple(parts.split()), re.compile(pattern)
        self.parts = WordSearch(self._parts, ignore_case=True)
        """Looks for the parts in many tags at once."""

    def stand_in(self, names: str) -> bool:
        """Tell whether the pattern finds anything in names."""
        return any(map(names.__contains__, self._parts)) and self._pattern.search(names) is not None


_COMMENT: Final = SoughtNames(
    "comment komment coment yorum repl respons disqus dsq- pinglun guestbook opini feedback-item",
    r"(?<![a-z])(?:[a-z]*comment(?!-?(?:form|count|link|box|feed|field|add|button))|kommentar|komment|coment|yorum|"
    r"repl(?:y|ies)(?!-?(?:form|link|button|to))|respons(?!iv)|disqus|dsq-|pinglun|guestbook|opini|feedback-item)",
)
_POST: Final = SoughtNames(
    "post answer question messag topic thread bbp- discussion entry plhin lou",
    r"(?<![a-z])(?:[a-z]*post(?!al|er|code|-?(?:form|button|meta|link|tag|nav))|answer|question|messag|topic|thread|"
    r"bbp-|discussion|entry|hentry|plhin|lou)",
)
_EXACT: Final = re.compile(r"(?:^|\s)(?:comment|answer|reply|post|message)(?:\s|$)")
MAY_BE_ALONE: Final = WordSearch(
    ("omment", "nswer", "eply", "eplies", "espons", "isqus", "dsq-", "oment", "yorum", "pini", "inglun", "uestbook")
)
"""SoughtNames of which one stands in all that is `alone`, without a first letter that may be large: a quick sieve."""
_FORUM: Final = SoughtNames(
    "answer thread topic forum messagelist message--post postbit ipscomment qapage crawler-post bbp- comtr",
    r"answer|(?<![a-z_])(?<!comment-)thread(?!-(?:even|odd|alt))|topic|forum|messagelist|message--post|postbit|ipscomment|qapage|"
    r"discussionforumposting|crawler-post|viewtopic|(?:^| )bbp-|comtr",
)
_AGAINST: Final = SoughtNames(
    "related recent popular teaser widget sidebar nav menu footer promo recommend trending latest similar breadcrumb "
    "paginat carousel slider calendar product archive cookie consent gdpr struct signature user headlines newsletter "
    "hot-network",
    r"related|recent|popular|teaser|widget|sidebar|(?<![a-z])nav|menu|footer|promo|recommend|trending|latest|similar|"
    r"breadcrumb|paginat|carousel|slider|calendar|product|archive|cookie|consent|gdpr|struct-?item|signature|user-?info|userdetails|headlines|newsletter|hot-network",
)
_ADVERTISED: Final = re.compile(r"ad(?<![a-z]ad)s?(?![a-z])")

AUTHOR: Final = SoughtNames(
    "author creator user name nick poster byline fn commenter commentor handle profile authi",
    r"""(?:class|rel|itemprop|id)\s*=\s*["']?[^"'>]*(?<![a-z])(?:[a-z]*author|creator|[a-z]*user(?:[-_]?(?:name|info|link))?|"""
    r"""(?:author|user|poster|member|display|screen)[-_]?name|nick(?:name)?|poster|byline|fn|commenter|commentor|hnuser|"""
    r"""handle|postuser-name|profile[-_]?(?:name|link)|message-name|authi)(?![a-z]|[-_][a-z])""",
)
"""A start tag in lower case that is named as authors are."""
BESIDE_AUTHOR: Final = SoughtNames(
    "title rank group status role avatar join location badge count date time stats score points subject flair "
    "signature",
    r"""(?:class|itemprop|id)\s*=\s*["']?[^"'>]*(?:title|rank|group|status|role|avatar|join|location|badge|count|date|time|"""
    r"""stats|score|points|subject|flair|signature)""",
)
"""A start tag named as what else is said of authors and posts."""
PERSONS_PAGE: Final = SoughtNames(
    "user member profile author people /u/ /@ space-uid uid=",
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
        return self.comment or "answer" in self.words

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
        return _AGAINST.stand_in(self.words) or bool(_ADVERTISED.search(self.words))


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
