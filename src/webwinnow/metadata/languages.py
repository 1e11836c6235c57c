"""What the words of a text say of its language, by compiled code: the twin of `language.detection.weigh_words`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np

from webwinnow.document import Document
from webwinnow.document.references import character_table
from webwinnow.document.word_search import AskedTerms, folding, letters_compared
from webwinnow.kernels import LIBRARY, Library, address, check
from webwinnow.language import detection
from webwinnow.lazy_values import kept_for_good
from webwinnow.spans import Spans

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
_POINTED: Final = (
    "characters", "folding", "text", "at", "slot", "word_at", "of_word", "among", "letter", "letter_at", "of_letter",
    "script_first", "script_last",
)  # fmt: skip
_MOST: Final = 128
"""Languages for which compiled code has room."""


class _Languages(ctypes.Structure):
    """`Languages` of native/languages.h."""

    _fields_ = (
        *((name, _POINTER) for name in _POINTED),
        ("letter_worth", ctypes.c_double), *((name, _NUMBER) for name in ("mask", "letters", "scripts", "read")),
    )  # fmt: skip

    def __init__(self, library: Library, possible: frozenset[str]) -> None:
        """Number the languages, and collect the words and letters that speak for them."""
        self.names = sorted(possible)
        words, letters = detection.telling_words(possible), dict(sorted(detection.telling_letters(possible).items()))
        self._terms = AskedTerms(list(words))
        count, text, at, slot, mask = self._terms.given
        library.fill_terms(count, text, at, slot, mask)
        self._kept = [
            *self._listed([names for names, _ in words.values()]),
            np.array([among for _, among in words.values()], np.float64),
            np.array(list(map(ord, letters)), np.uint32),
            *self._listed(list(letters.values())),
            *detection.script_ranges(),
        ]
        super().__init__(
            character_table(library), folding(library), text, at, slot, *map(address, self._kept),
            detection.LETTER, mask, len(letters), len(self._kept[-1]), detection.READ,
        )  # fmt: skip
        self.address = ctypes.addressof(self)

    def _listed(self, languages: Sequence[tuple[str, ...]]) -> tuple[np.ndarray, np.ndarray]:
        """Write the numbers of languages one behind the other, and where those of each start."""
        number = {name: at for at, name in enumerate(self.names)}
        starts = np.array([0, *accumulate(map(len, languages))], np.int32)
        return starts, np.array([number[name] for names in languages for name in names], np.uint8)


class _Verdict(ctypes.Structure):
    """`LanguageVerdict` of native/languages.h."""

    _fields_ = (("most", ctypes.c_double), ("second", ctypes.c_double), ("best", ctypes.c_int64))


@kept_for_good
def _table(library: Library, possible: frozenset[str]) -> _Languages:
    return _Languages(library, possible)


def weigh_compiled(text: str, possible: frozenset[str]) -> detection.LanguageEvidence:
    """Do as `weigh_words`, which does it itself where words are not folded letter by letter."""
    if LIBRARY is None or len(possible) > _MOST:
        return detection.weigh_words(text, possible)
    table, verdict, letters = _table(LIBRARY, possible), _Verdict(), letters_compared(text)
    words = LIBRARY.weigh_languages(table.address, letters, len(letters) // 4, ctypes.addressof(verdict))
    return _evidence(table, words, verdict) or detection.weigh_words(text, possible)


def weigh_beginning(library: Library, page: Document, spans: Spans) -> detection.LanguageEvidence | None:
    """Weigh the words at the beginning of some spans of a page; None where Python must: not all letters are Latin."""
    (data, width), table, verdict = page.markup.units, _table(library, detection.latin_languages()), _Verdict()
    starts, ends = (np.ascontiguousarray(each[: detection.READ], np.int32) for each in (spans.starts, spans.ends))
    words = library.of("weigh_beginning", width)(
        table.address, data, len(starts), address(starts), address(ends), ctypes.addressof(verdict)
    )
    return _evidence(table, words, verdict)


def _evidence(table: _Languages, words: int, verdict: _Verdict) -> detection.LanguageEvidence | None:
    """Read what compiled code wrote; None where it left the words to Python."""
    check(words)
    best = table.names[verdict.best] if verdict.best >= 0 else ""
    return detection.LanguageEvidence(words, best, verdict.most, verdict.second) if words >= 0 else None
