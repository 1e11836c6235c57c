"""The rules on headlines that compiled code is given (native/headline.h): tables that are made once.

They say the rules of candidates.py, site.py and features.py, those of `declared/`, and the learned weights.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.declared.declaration import JSON_LD, SCRIPT, START_TAG
from webwinnow.declared.json_ld import DEPTH, LIMIT, PREFIXES, VALUES
from webwinnow.declared.meta_tags import META, METAS, NAMING_WORDS, ONE_KEY, SEVERAL_KEYS
from webwinnow.document.html_names import BREAKING, LINE_BREAK, NUMBER, NUMBERS
from webwinnow.document.references import character_table
from webwinnow.document.word_search import LONGEST_TAG, WordSearch, folding
from webwinnow.headline import candidates, features, site
from webwinnow.headline.outline import SIGNS
from webwinnow.kernels import Library, NameTable, address
from webwinnow.language.characters import LAST
from webwinnow.lazy_values import kept_for_good
from webwinnow.models import load_model

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
SOURCES: Final = (
    "h1", "h2", "h3", "h4", "h5", "h6", "element", "text", "title", "og:title", "twitter:title", "json-ld",
    "json-ld-name", "meta-title", "microdata", "meta-name",
)  # fmt: skip
_TITLE_PARTS: Final = ("clean", "first", "last", "middle")
FEATURES: Final = (
    *SOURCES, *(f"{part} of {source}" for source in ("title", "og:title") for part in _TITLE_PARTS),
    "run of heading", "only h1", "first h1", "beside h1: seen", "beside h1: declared", "beside h1: part", "no title",
    "starts title", "in title", "holds title", "title covered", "covered by title", "names site",
    "names site, title says more", "holds site", "no word", "one word", "two words", "three words", "long", "very long",
    "ends in dots", "has separator", "not seen", "before text", "near text", "aside", "inner", "linked", "marked",
    "repeated", "declared and seen", "declared twice", "h1 and title", "news: h1", "news: og:title", "news: json-ld",
    "news: twitter:title", "news: only h1", "news: own og:title", "news: own og:title, seen", "news: h1 and json-ld",
    "news: h1 and og:title", "news: json-ld and og:title",
)  # fmt: skip
"""What compiled code tells of each group, in its order."""
NUMBER_OF: Final = {source: number for number, source in enumerate(SOURCES)}
PARTS: Final = ("", *_TITLE_PARTS, "run")
_LONGEST_TITLE: Final = 1000
"""Characters of a title beyond which Python compares it with texts."""
_FOLDED, _SIGN = 1, 8
_IS_LETTER, _IS_COMPOSED = 1, 2
_SITE_NAME, _ADDRESS = 64, 65
SLACK: Final = 1e-6
"""More than rounding adds to a sum."""
_LETTERS: Final = re.compile(r"[^\W_]+")
_PLANE: Final = LAST + 1
SURELY_COMPOSED: Final = ((0, 0x300), (0x400, 0x483), (0x48A, 0x530), (0x2010, 0x2028), (0x4E00, 0xA000))
"""Stretches of which no character is written in two ways or goes on from the one before: Latin, Cyrillic, Han."""


class _HeadingRules(ctypes.Structure):
    """`HeadingRules` of native/headline.h."""

    _fields_ = (
        *((name, _POINTER) for name in "kind around parts sort sign marking marked".split()),
        *((name, _POINTER) for name in "attributes classes properties characters folding".split()),
        *((name, _NUMBER) for name in "most longest tag text pieces link alike title".split()),
    )

    def __init__(self, library: Library) -> None:
        """Tell the kinds of elements and of characters, and keep what is pointed to."""
        kind = np.where(candidates.MAY_MARK[:NUMBERS], np.uint8(len(candidates.HEADINGS) + 1), np.uint8(0))
        kind[list(candidates.HEADINGS)] = range(1, len(candidates.HEADINGS) + 1)
        parts, sort = BREAKING.copy(), np.zeros(_PLANE, np.uint8)
        parts[LINE_BREAK] = True
        sort[[code for code in range(0x3001) if chr(code).isspace()]] = _FOLDED
        sort[[ord(sign) for sign in SIGNS if ord(sign) <= LAST]] = _SIGN
        beyond = np.array([ord(sign) for sign in SIGNS if ord(sign) > LAST], np.uint32)
        self._kept: list[npt.NDArray[Any]] = [kind, features.AROUND, parts, sort, beyond]
        self._names = NameTable(library, ("class", "itemprop")), NameTable(library, candidates.HEADLINE_PROPERTIES)
        attributes, properties = map(ctypes.addressof, self._names)
        super().__init__(
            *map(address, self._kept), candidates.MARKING.table, candidates.MARKED.table, attributes, _CLASSES.table,
            properties, character_table(library), folding(library), candidates.PER_KIND, candidates.LONGEST_SOURCE,
            LONGEST_TAG, candidates.LONGEST, candidates.MOST_PIECES, NUMBER["a"], candidates.ALIKE, _LONGEST_TITLE,
        )  # fmt: skip


_CLASSES: Final = WordSearch(candidates.HEADLINE_CLASSES, ignore_case=True)
_SCRIPT_TYPE: Final = WordSearch((JSON_LD,), ignore_case=True)
_SAID_BY: Final = {
    **{key: NUMBER_OF[source] for key, source in candidates.META_KEYS.items()},
    **dict.fromkeys(sorted(site.NAME_KEYS), _SITE_NAME),
    **dict.fromkeys(sorted(site.ADDRESS_KEYS), _ADDRESS),
}
"""What is said by the keys of meta tags."""
_PROPERTIES: Final = {
    name: number
    for number, names in enumerate(
        (("@type",), ("type",), ("headline",), ("name",), ("@graph",), candidates.OF_PAGE, site.SITE_PROPERTIES), 1
    )
    for name in names
}
"""Properties of JSON-LD that are asked for, and what they are."""


class _DeclaredRules(ctypes.Structure):
    """`DeclaredRules` of native/headline.h."""

    _fields_ = (
        *((name, _POINTER) for name in "naming attributes keys said script properties property prefixes".split()),
        *((name, _POINTER) for name in "about news sites no_names between".split()),
        *((name, _NUMBER) for name in "meta script_tag title drawing metas longest_tag start_tag".split()),
        *((name, _NUMBER) for name in "values depth objects items near longest_title separators".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect what is read of meta tags, scripts and titles, and keep what is pointed to."""
        between = np.zeros(_PLANE, np.uint8)
        for bit, signs in enumerate(
            (site.IN_RUN, site.ALONE, site.COLONS, site.DASHES, site.STRONG_IN_RUN, site.STRONG_ALONE)
        ):
            between[list(map(ord, signs))] |= 1 << bit
        self._kept = [*(np.array(list(each.values()), np.uint8) for each in (_SAID_BY, _PROPERTIES)), between]
        listed = (
            ("content", "value", *ONE_KEY, *SEVERAL_KEYS, "type"), _SAID_BY, _PROPERTIES, PREFIXES,
            candidates.ABOUT_PAGE, (candidates.NEWS,), sorted(site.SITE_TYPES), sorted(site.NO_NAMES),
        )  # fmt: skip
        self._names = [NameTable(library, tuple(names)) for names in listed]
        attributes, keys, properties, prefixes, *types = map(ctypes.addressof, self._names)
        said, property_, parting = map(address, self._kept)
        super().__init__(
            NAMING_WORDS.table, attributes, keys, said, _SCRIPT_TYPE.table, properties, property_, prefixes, *types,
            parting, META, SCRIPT, NUMBER["title"], NUMBER["svg"], METAS, LONGEST_TAG, START_TAG, VALUES, DEPTH, LIMIT,
            candidates.MOST_ITEMS, candidates.NEAR, site.LONGEST_TITLE, site.MOST_SEPARATORS,
        )  # fmt: skip


class _HeadlineRules(ctypes.Structure):
    """`HeadlineRules` of native/headline.h."""

    _fields_ = (
        *((name, _POINTER) for name in "characters folding none letter letters_beyond quote separator weight".split()),
        ("in_main", ctypes.c_double), ("slack", ctypes.c_double), ("quotes", _NUMBER), ("separators", _NUMBER),
        ("dots", ctypes.c_uint32), *((name, _NUMBER) for name in "shortest is_long is_very_long".split()),
    )  # fmt: skip

    def __init__(self, library: Library) -> None:
        """Collect what is asked of candidates, and keep what is pointed to."""
        is_letter, weight = _letters(), feature_weights()
        beyond, first = is_letter[_PLANE:].reshape(-1, 256), is_letter[:_PLANE].copy()
        for start, end in SURELY_COMPOSED:
            first[start:end] |= _IS_COMPOSED
        self._kept: list[npt.NDArray[Any]] = [
            first,
            np.where(beyond.all(axis=1), 1, np.where(beyond.any(axis=1), 2, 0)).astype(np.uint8),
            np.array(list(candidates.QUOTES.items()), np.uint32),
            np.array(list(map(ord, features.SEPARATORS)), np.uint32),
            weight.columns,
        ]
        self._none = NameTable(library, sorted(features.NO_HEADLINES))
        super().__init__(
            character_table(library), folding(library), ctypes.addressof(self._none), *map(address, self._kept),
            weight.in_main, SLACK, len(candidates.QUOTES), len(features.SEPARATORS), ord(features.DOTS), site.SHORTEST,
            features.LONG_HEADLINE, features.VERY_LONG,
        )  # fmt: skip


def _letters() -> npt.NDArray[np.uint8]:
    """Mark the letters and digits of the first two planes, as `squeezed` of site.py knows them."""
    marked = np.zeros(2 * _PLANE, np.uint8)
    text = np.arange(2 * _PLANE, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    for match in _LETTERS.finditer(text):
        marked[match.start() : match.end()] = _IS_LETTER
    return marked


@kept_for_good
def feature_weights() -> features.Weights:
    """Return the weights of the features, also by the numbers that compiled code gives these."""
    by_name = weights()
    return features.Weights(
        by_name, np.array([by_name.get(name, 0.0) for name in FEATURES]), by_name.get(features.IN_MAIN, 0.0)
    )


@kept_for_good
def weights() -> Mapping[str, float]:
    """Read the weights of the features."""
    model = load_model("headline", "webwinnow.headline")
    return dict(zip(model.settings["features"], model.arrays["weights"].tolist(), strict=True))


class _HeadlineFinder(ctypes.Structure):
    """`HeadlineFinder` of native/headline.h."""

    _fields_ = tuple((name, _POINTER) for name in ("heading", "declared", "weighed"))

    def __init__(self, library: Library) -> None:
        """Collect all rules, and keep them."""
        self._rules = _HeadingRules(library), _DeclaredRules(library), _HeadlineRules(library)
        super().__init__(*map(ctypes.addressof, self._rules))
        self.address = ctypes.addressof(self)

    @property
    def letters(self) -> int:
        """Where the rules stand that tell what a letter is."""
        return ctypes.addressof(self._rules[-1])


@kept_for_good
def finder(library: Library) -> _HeadlineFinder:
    """Return all rules."""
    return _HeadlineFinder(library)
