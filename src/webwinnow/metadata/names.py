"""Authors' names as they stand in pages, cleaned: no "By", no roles, no addresses, no markup, one name at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from typing import Final

from webwinnow.document.references import decode_references

_MARKUP: Final = re.compile(r"<[^<>]*+>")
_BETWEEN: Final = re.compile(r"\s*(?:[;|•·\n\r\t/、；]| [–—-] |\s\*\s)\s*")
_COMMA: Final = re.compile(r"\s*[,，،]\s*")
_ADDRESS: Final = re.compile(r"(?:https?:)?//\S+|www\.\S+|\S+@\S+\.\w+|(?<!\w)@\w+", re.IGNORECASE)
_MAY_PART: Final = re.compile(r"[;|•·\n\r\t/、；–—*-]")
_MAY_BE_ADDRESS: Final = re.compile(r"[/@]|www", re.IGNORECASE)
"""What stands in all that parts names, and in all addresses: these patterns take many times as long."""
_BRACKETED: Final = re.compile(r"\([^()]*+\)|\[[^\[\]]*+\]|（[^（）]*+）")
_HANDLE: Final = re.compile(r"(?:https?:)?//|www\.", re.IGNORECASE)
_DATED: Final = re.compile(r"\d{4}|\d{1,2}[:/]\d{2}|\d+ (?:min|hour|day)")
_EDGES: Final = " \t,;:.|·•–—-_*/\\\"“”„'«»<>()[]\u200b\u200e\u200f\ufeff\xa0"
_PLAIN_NAME: Final = re.compile("[A-Z][a-z]+(?: [A-Z][a-z]+){1,3}")
"""A name as many are written: two to four words with capitals. Reading it takes many times as long otherwise."""
_SPOKEN: Final = ("By ", "by ", "BY ")
_LONGEST: Final = 1000
"""Characters of a text that are read; a longer one is cut there."""
_WORDS: Final = 7
_FEW_WORDS: Final = 4
_LETTERS: Final = 80
"""Longer is no name; the longest in the gold of fundus has 26 letters, and none has more than four words."""
LOOKED_AT: Final = 5
"""Characters of a text by which most are known to be no byline."""
_PARTICLE: Final = 3
"""Letters of the words in small letters that names hold: de, van, der."""
_INITIALS: Final = re.compile(r"(?:[^\W\d_][\w'’-]+\s+)?(?:[^\W\d_](?:\.[\s-]*|[\s-]+|$)){1,3}")
"""Given names of which at least the last is an initial: "Emery D.", "J. R. R."."""


def names_in(text: str, *, surname_first: bool = False) -> tuple[str, ...]:
    """Return the names of a byline or of an author field, each once, in order; empty if it holds none.

    Names that are written surname first are turned: where an initial tells that, or where the field is known to be
    written so (`surname_first`).

    >>> names_in("By <b>Ada Lovelace</b> and Charles Babbage, Staff Writer")
    ('Ada Lovelace', 'Charles Babbage')
    >>> names_in("Berger, Emery D."), names_in("Lovelace, Ada", surname_first=True)
    (('Emery D. Berger',), ('Ada Lovelace',))
    """
    return _names_in(text[:_LONGEST], surname_first)


@lru_cache(maxsize=256)
def _names_in(text: str, surname_first: bool) -> tuple[str, ...]:
    """Find the names; kept for a while, since a page gives the same names in several places."""
    name = text[3:] if text.startswith(_SPOKEN) else text
    if _is_plain_name(name):
        return () if name.casefold() in _nobody() else (name,)
    plain = " ".join(_MARKUP.sub(" ", decode_references(text)).split("\xa0"))
    if _MAY_BE_ADDRESS.search(plain):
        if _HANDLE.match(plain.strip()):
            return ()
        plain = _ADDRESS.sub(" ", plain)
    parts = _parts(plain, surname_first)
    return distinct(name for part in parts for name in _cleaned(part))


def _is_plain_name(text: str) -> bool:
    """Tell whether a text is words with capitals that may all be parts of one name: nothing is to be taken off."""
    if not _PLAIN_NAME.fullmatch(text) or len(text) > _LETTERS or may_start_with_by(text[:LOOKED_AT]):
        return False
    return not _may_hold(text, "and", "and between full names", "roles")


def _may_hold(text: str, *lists: str) -> bool:
    """Tell whether something of these lists may stand in a text between blanks, or at its end: most need no look."""
    return not _is_western(text) or not _first_words(lists).isdisjoint(text.lower().split())


def _is_western(text: str) -> bool:
    """Tell whether the letters of a text are each the same as one other at most, whatever the case."""
    return text.isascii() or (max(text) <= "ÿ" and "µ" not in text)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Keep each name once, whatever its case."""
    return tuple({name.casefold(): name for name in reversed(list(names))}.values())[::-1]


def _parts(text: str, surname_first: bool) -> Iterator[str]:
    """Part a text where one name ends and another begins."""
    whole = _without_by(_BRACKETED.sub(" ", f" {text} "))
    for piece in _BETWEEN.split(whole) if _MAY_PART.search(whole) else [whole]:
        joined = _may_hold(piece, "and", "and between full names") or "&" in piece
        for pair in _and("and").split(piece) if joined else [piece]:
            parts = _and("and between full names").split(pair) if joined else [pair]
            is_one = any(not 2 <= len(part.split()) <= _FEW_WORDS for part in parts)  # a name that holds such a word
            for part in [pair] if is_one else parts:
                yield from _turned(_COMMA.split(part.strip()), surname_first)


def _turned(parts: list[str], surname_first: bool) -> Iterator[str]:
    """Put what stands before a comma behind what follows it, where these are a surname and given names."""
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    by_initials = all(_INITIALS.fullmatch(given) and _is_surname(surname) for surname, given in pairs)
    if pairs and len(parts) % 2 == 0 and (by_initials or (surname_first and _is_one_person(parts))):
        yield from (f"{given}{'.' * _ends_in_initial(given)} {surname}" for surname, given in pairs)
    else:
        yield from parts


def _is_surname(text: str) -> bool:
    """Tell whether a text has one word besides those like "de la"."""
    return len(text) > 1 and sum(not word.islower() for word in text.split()) == 1


def _is_one_person(parts: list[str]) -> bool:
    """Tell whether two texts can be a surname and given names: not two full names, nor a name and a degree."""
    if len(parts) != 2:
        return False
    surname, given = (part.split() for part in parts)
    few = 0 < len(surname) < _FEW_WORDS and 0 < len(given) < _FEW_WORDS and 1 in (len(given), _is_surname(parts[0]))
    return few and is_name(parts[1]) and "." not in parts[1][1:-1] and not given[0].isupper()


def _ends_in_initial(text: str) -> bool:
    return text[-1:].isalpha() and (len(text) == 1 or not text[-2].isalpha()) and text.isascii()


def _without_by(text: str) -> str:
    """Take "By" and its like off; where it may be part of a name, only if a full name follows."""
    text = text.strip(_EDGES)
    rest = _by("by").sub("", text, count=1) if may_start_with_by(text[:LOOKED_AT]) else text
    further = _by("by before full names").sub("", rest, count=1) if may_start_with_by(rest[:LOOKED_AT]) else rest
    spoken = len(further.split()) > 1 or rest[:1].islower()  # names begin with a capital, bylines may not
    return further if further and spoken and not further[:1].islower() else rest


def _cleaned(part: str) -> Iterator[str]:
    name = _without_by(" ".join(part.split()).strip(_EDGES))
    without = (_roles().sub("", name) if _may_hold(name, "roles") else name).strip(_EDGES)
    name = without if len(without.split()) != 1 else name  # "Guardian reporter" is no person called Guardian
    if name and is_name(name):
        yield name


def is_name(text: str) -> bool:
    """Tell whether a text can be somebody's name: short, with letters, and neither a date nor an address."""
    words = text.split()
    if not 1 <= len(words) <= _WORDS or not 2 <= len(text) <= _LETTERS:
        return False
    if _DATED.search(text) or "@" in text or not any(map(str.isalpha, text)):
        return False
    return text.casefold().strip(" .") not in _nobody()


def is_likely_name(text: str) -> bool:
    """Tell whether a text that nobody marked as a name looks like one: few words, begun in capitals, no numbers."""
    words = text.split()
    numbered = any(map(str.isdigit, text))
    if len(words) > _FEW_WORDS or (numbered and (len(words) > 1 or text[0].isdigit())):
        return False
    cased = [word for word in words if word[:1].lower() != word[:1].upper()]
    capital = sum(word[:1].isupper() for word in cased)
    return not cased or 2 * capital >= len(cased) or len(words) == 1


def is_full_name(text: str) -> bool:
    """Tell whether a text is a given name and a surname, and no word of another kind."""
    words = text.split()
    particles = all(word[:1].isupper() or len(word) <= _PARTICLE for word in words)
    return particles and 2 <= len(words) <= _FEW_WORDS and words[0][:1].isupper() and words[-1][:1].isupper()


@lru_cache(maxsize=1)
def _data() -> dict[str, tuple[str, ...]]:
    """Read the lists of words."""
    lists: dict[str, list[str]] = {}
    name = ""
    for line in resources.files("webwinnow.metadata").joinpath("bylines.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
        elif line and not line.startswith("#"):
            lists.setdefault(name, []).extend(each.strip() for each in line.split("|"))
    return {name: tuple(sorted(set(words), key=len, reverse=True)) for name, words in lists.items()}


@lru_cache(maxsize=2)
def _by(words: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:(?:{_any(words)})(?:\s*[:：.]+\s*|\s+|(?=[（(])))+", re.IGNORECASE)


@lru_cache(maxsize=2)
def _and(words: str) -> re.Pattern[str]:
    return re.compile(rf"\s+(?:{_any(words)})\s+|\s*[&＆]\s*", re.IGNORECASE)


@lru_cache(maxsize=1)
def _roles() -> re.Pattern[str]:
    """Match a role behind a name to the end, or a text that is nothing but a role."""
    return re.compile(rf"(?:^|\s+)(?:{_any('roles')})(?:\s+(?:at|for|von|der|de|of)\b.*)?$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _nobody() -> frozenset[str]:
    """Return what is no name: the words of that list, and those around names when they stand alone."""
    lists = ("nobody", "by", "by before full names", "and", "and between full names")
    return frozenset(word.casefold().strip(" .:") for name in lists for word in _data()[name])


@lru_cache(maxsize=4)
def _first_words(lists: tuple[str, ...]) -> frozenset[str]:
    """Return the first words of all that stands in some lists, in small letters."""
    return frozenset(word.lower().split()[0] for name in lists for word in _data()[name])


def starts_with_by(text: str) -> bool:
    """Tell whether a text begins as bylines do, in any of the languages."""
    if not may_start_with_by(text[:LOOKED_AT]):
        return False
    return bool(_by("by").match(text) or _by("by before full names").match(text))


@lru_cache(maxsize=4096)
def may_start_with_by(beginning: str) -> bool:
    """Tell, by the first characters of a text, whether it may begin as bylines do: most need no further look.

    The text may be one of the source: what may be a reference, or white space, tells nothing.
    """
    if not _is_western(beginning) or "&" in beginning or beginning[:1] <= " " or beginning[0].isspace():
        return True
    small, known = beginning.lower(), beginnings()
    shorter = range(1, LOOKED_AT)
    return small in known or any(small[:end] in known and not small[end : end + 1].isalnum() for end in shorter)


@lru_cache(maxsize=1)
def beginnings() -> frozenset[str]:
    """Return the first letters of the first words that bylines begin with, in small letters."""
    words = (word.lower() for name in ("by", "by before full names") for word in _data()[name])
    return frozenset(word.partition(" ")[0][:LOOKED_AT] for word in words)


def _any(name: str) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in _data()[name])
