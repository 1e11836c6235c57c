"""Whether the words of a gold text occur in its page: a crude check, on purpose apart from the extraction code."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from webwinnow.document.references import decode_references
from webwinnow.language.words import words

# Every branch also ends where the page ends, so that an unclosed tag is read once and hostile pages stay linear.
_CODE: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b[^>]*(?:>|\Z).*?(?:</\1\b[^>]*(?:>|\Z)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_INLINE: Final = re.compile(
    r"</?(?:a|abbr|acronym|b|big|bdi|bdo|cite|code|dfn|del|em|font|i|ins|kbd|mark|nobr|q|ruby|s|samp|small|span|strike"
    r"|strong|sub|sup|time|tt|u|var|wbr)(?:[\s/][^>]*)?(?:>|\Z)",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<[a-z/!?][^>]*(?:>|\Z)", re.IGNORECASE)
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+")
_APOSTROPHE: Final = re.compile("[\u2018\u2019\u02bc`]")


@dataclass(frozen=True, slots=True)
class MissingWords:
    """Gold words the page does not have: how large a share of all gold words, and the first few."""

    share: float
    first: tuple[str, ...]


def missing_words(gold: str, page: str, *, first: int = 5) -> MissingWords:
    """Look for each gold word in the decoded page; case, typography and inline tags make no difference."""
    wanted = words(_comparable(gold))
    visible = _CODE.sub(" ", page)
    missing = _not_in(visible, wanted)
    if missing:  # rarely, so joining is tried only now: `<b>W</b>ord` is one word
        missing = _not_in(_INLINE.sub("", visible), missing)
    return MissingWords(len(missing) / len(wanted) if wanted else 0.0, tuple(dict.fromkeys(missing))[:first])


def _not_in(markup: str, wanted: list[str]) -> list[str]:
    found = set(words(_comparable(decode_references(_TAG.sub(" ", markup)))))
    return [word for word in wanted if word not in found]


def _comparable(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _APOSTROPHE.sub("'", _UNSEEN.sub("", plain))
