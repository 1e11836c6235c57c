"""The only word splitter: pages, gold standards and measures all count the same words.

Text is looked at as a column of kinds, one per character, found by one table look-up: the one definition of blank,
letter and word unit. A word is a run of letters, digits and combining marks. ZWNJ, ZWJ, soft hyphens, bidi marks and
apostrophes stay inside a word when letters stand on both sides (`می‌خواهم`, `don't`). Scripts written without spaces get
units of about a syllable: Han and Hiragana a character each, Katakana a run, Thai, Lao, Khmer and Burmese a letter with
the vowels and marks that follow it. Units are found for a whole text at once by comparing neighbouring kinds.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import numpy as np
import numpy.typing as npt

from webwinnow.language.characters import AT_ONCE, LAST, UNIFORM, entries, points, varied
from webwinnow.lazy_values import kept_for_good

Kinds = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.integer]

BLANK: Final = 0
"""Nothing to see: white space, NBSP, controls, NUL, zero-width space, byte order mark."""
INVISIBLE_JOINER: Final = 1
"""Nothing to see, but it stays inside a word: ZWNJ, ZWJ, soft hyphen, bidi marks."""
REST: Final = 2
"""The later places of what stands for one character, as a character reference does in a page's source."""
OTHER: Final = 3
"""Punctuation and symbols, emoji among them."""
JOINER: Final = 4
"""Punctuation that stays inside a word when letters stand on both sides: apostrophes, middle dot."""
LETTER: Final = 5
"""Letters, digits, combining marks and the underscore: a run of them is a word."""
KATAKANA: Final = 6
"""Katakana: a run is a word of its own, also next to other Japanese characters."""
SINGLE: Final = 7
"""Han and Hiragana, written without spaces: each character is a unit."""
CLUSTER: Final = 8
"""A letter that opens a unit in Thai, Lao, Khmer and Burmese, written without spaces."""
CLUSTER_REST: Final = 9
"""Vowels and marks that go on with such a unit, and the voicing marks of Japanese."""

BETWEEN: Final = "\0"
"""A blank to join texts with, so that no word and no character reference goes on across a tag."""
_ASCII_WORD: Final = re.compile(r"[a-zA-Z0-9_]++(?:'[a-zA-Z0-9_]++)*+")
_SHORT: Final = 200
"""Characters of a plain text for which a pattern is quicker than columns are."""
_JOINED: Final = 2048
"""Stretches that are joined at a time: more than most pages have."""
FIRST_VISIBLE: Final = OTHER
FIRST_IN_WORDS: Final = LETTER


def joined(text: str, starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer]) -> str:
    """Join stretches of a text, with `BETWEEN` behind each; some at a time, for each is an object by itself."""
    parts = list[str]()
    for at in range(0, len(starts), _JOINED):
        bounds = zip(starts[at : at + _JOINED].tolist(), ends[at : at + _JOINED].tolist(), strict=True)
        parts += [BETWEEN.join([text[start:end] for start, end in bounds]), BETWEEN]
    return "".join(parts)


def visible(found: Kinds) -> npt.NDArray[np.bool_]:
    """Tell which characters a reader sees; a character reference counts once."""
    return found >= FIRST_VISIBLE


def character_ends(found: Kinds, places: Positions) -> Positions:
    """Tell where the characters at these places end: a reference ends where the next character starts."""
    ends = places + 1
    longer = np.flatnonzero(found[np.minimum(ends, len(found) - 1)] == REST)
    if len(longer):
        _, stops = stretches(found == REST)
        ends[longer] = stops[np.searchsorted(stops, ends[longer])]
    return ends


def stretches(marked: npt.NDArray[np.bool_]) -> tuple[Positions, Positions]:
    """Find where stretches of marked places start and end."""
    inside = np.zeros(len(marked) + 2, dtype=np.bool_)
    inside[1:-1] = marked
    edges = places_of(inside[1:] != inside[:-1])
    return edges[0::2], edges[1::2]


def places_of(marked: npt.NDArray[np.bool_]) -> Positions:
    """List the marked places, as `np.flatnonzero` does, in half of its room."""
    found, at = np.empty(np.count_nonzero(marked), np.int32), 0
    for start in range(0, len(marked), AT_ONCE):
        part = np.flatnonzero(marked[start : start + AT_ONCE])
        part += start
        found[at : at + len(part)] = part
        at += len(part)
    return found


def kinds(text: str) -> Kinds:
    """Return the kind of each character of a plain text; `document.references` does so for a page's source."""
    found_points, table = points(text), kind_table()
    found = np.empty(len(found_points), np.uint8)
    for start in range(0, len(found), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        found[part] = table.take(entries(found_points[part]))
    if found_points.itemsize < 4:
        return found
    beyond = np.flatnonzero(found_points > LAST)
    found[beyond] = kinds_beyond(found_points[beyond])
    return found


def words(text: str) -> list[str]:
    """Split plain text (not markup) into words, as written."""
    if len(text) <= _SHORT and text.isascii():
        return _ASCII_WORD.findall(text)
    starts, ends = word_positions(kinds(text))
    return [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


def occurrences(text: str, part: str, start: int = 0, end: int | None = None) -> list[int]:
    """List where a part stands in a text, or between two places of it: many times as fast as a pattern.

    >>> occurrences("winnow, win", "win")
    [0, 8]
    """
    found: list[int] = []
    at = text.find(part, start, end)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + len(part), end)
    return found


def word_positions(found: Kinds) -> tuple[Positions, Positions]:
    """Find where words start and end in a column of kinds."""
    # Invisible joiners are passed over: inside a word they change nothing, at its edges they are no part of it.
    kept = (found != REST) & (found != INVISIBLE_JOINER)
    if kept.all():
        return _word_positions(found.copy())
    places = places_of(kept)
    first, stop = _word_positions(found[kept])
    return places[first], character_ends(found, places[stop - 1])


def _word_positions(kind: Kinds) -> tuple[Positions, Positions]:
    """Find the words where every character counts."""
    kind = _with_joined(kind)
    if kind.max(initial=0) <= LETTER:
        return _letter_runs(kind)
    before = np.concatenate([[np.uint8(0)], kind])[:-1]
    inside = kind >= FIRST_IN_WORDS
    goes_on = (kind == before) & (kind != SINGLE) & (kind != CLUSTER)
    goes_on |= (kind == CLUSTER_REST) & (before >= KATAKANA)
    # A word ends where the next one starts or where something that is no word stands, whichever comes first.
    edges = places_of(~(inside & goes_on))
    starts = np.flatnonzero(inside[edges])
    return edges[starts], np.append(edges, np.int32(len(kind)))[starts + 1]


def _letter_runs(kind: Kinds) -> tuple[Positions, Positions]:
    """Find the words of a text in which all scripts are written with spaces: they start and end where letters do."""
    return stretches(kind == LETTER)


def _with_joined(kind: Kinds) -> Kinds:
    """Turn joiners between two letters into letters, so that they stay inside the word."""
    joined = kind[1:-1] == JOINER
    joined &= kind[:-2] == LETTER
    joined &= kind[2:] == LETTER
    kind[1:-1][joined] = LETTER
    return kind


@kept_for_good
def kind_table() -> Kinds:
    """Make the kinds of the first 65,536 code points; made once, on first use, in some 2 ms."""
    table = np.empty(LAST + 1, dtype=np.uint8)
    alike = _kinds_of(np.array([first for first, _ in UNIFORM]))
    for (first, last), kind in zip(UNIFORM, alike.tolist(), strict=True):
        table[first : last + 1] = kind
    places = varied()
    table[places] = _kinds_of(places)
    table[list(map(ord, _NAMED))] = list(_NAMED.values())
    table.setflags(write=False)
    return table


_NAMED: Final = dict.fromkeys("'’·‧", JOINER)
_NAMED.update(dict.fromkeys("\u200c\u200d\u00ad\u200e\u200f\u061c", INVISIBLE_JOINER))
_NAMED.update(dict.fromkeys(map(chr, [*range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A)]), 1))
_NAMED.update(dict.fromkeys(map(chr, range(0xFE00, 0xFE10)), INVISIBLE_JOINER))  # variants, mostly of emoji
_NAMED.update(dict.fromkeys("\u200b\ufeff\ufffc\u3164\u115f\u1160\u2800", BLANK))
_NAMED.update(dict.fromkeys("\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3\u3099\u309a", CLUSTER_REST))
_NAMED.update({"_": LETTER, "々": SINGLE, "〇": SINGLE, "ー": KATAKANA})
_WRITTEN: Final = {
    KATAKANA: ((0x30A0, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)),
    SINGLE: ((0x3040, 0x309F), (0x3400, 0x9FFF), (0xF900, 0xFAFF)),
    CLUSTER: ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)),
}
"""Where the letters stand that are written without spaces."""


def _kinds_of(places: npt.NDArray[np.intp]) -> Kinds:
    """Tell what code points are by Unicode's categories, without those that have a kind by name."""
    categories = "".join(map(unicodedata.category, map(chr, places.tolist()))).encode()
    group, detail = (np.frombuffer(categories, dtype=np.uint8)[at::2] for at in (0, 1))
    found = np.full(len(places), OTHER, dtype=np.uint8)
    found[_are(group, "LNM")] = LETTER
    found[_are(group, "Z") | (_are(group, "C") & _are(detail, "cfs"))] = BLANK
    for kind, stretches_of_kind in _WRITTEN.items():
        inside = np.logical_or.reduce([(places >= first) & (places <= last) for first, last in stretches_of_kind])
        found[inside & (found == LETTER) & ~((kind == CLUSTER) & _are(group, "N"))] = kind
    found[(found == CLUSTER) & _are(group, "M")] = CLUSTER_REST
    return found


def _are(signs: npt.NDArray[np.uint8], some: str) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = np.logical_or.reduce([signs == ord(sign) for sign in some])
    return found


def kinds_beyond(points: npt.NDArray[np.uint32]) -> Kinds:
    """Return rough kinds of the planes above: Han extensions, symbols and emoji, invisible tags, else letters."""
    found = np.full(len(points), LETTER, dtype=np.uint8)
    found[(points >= 0x20000) & (points < 0x40000)] = SINGLE
    found[((points >= 0x1F000) & (points < 0x1FC00)) | ((points >= 0x1CF00) & (points < 0x1D400))] = OTHER
    found[points >= 0xE0000] = INVISIBLE_JOINER
    return found
