"""Words as compiled code looks for them: by pairs of their letters, and by three letters at many places at once."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, address

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int32
_PAIRS: Final = 4096
_COMMON: Final = "zqjxkvbwygfpmuchldrsnioate"
"""Letters, the commonest last: most pages hold more English, in text and markup, than anything else."""
_SIGNS: Final = 4
"""What compiled code is told of the signs of words, if it looks for them."""
_IN_MOST_TAGS: Final = '<div class="" id="" <span <li <a href="https:// style="'


class WordTable(ctypes.Structure):
    """`WordTable` of native/kernels.h."""

    _fields_ = (
        *((name, _POINTER) for name in "plain text at entry next word offset signed_by also sign_at sign".split()),
        *((name, _NUMBER) for name in "mask step wide unused".split()),
    )  # fmt: skip

    def __init__(self, words: Sequence[str], *, ignore_case: bool) -> None:
        """List the pairs of neighbours of all words, and keep the arrays that are pointed to."""
        step = min(map(len, words)) - 1
        plain = np.arange(128, dtype=np.uint8)
        if ignore_case:
            plain[ord("A") : ord("Z") + 1] += 32
        first: dict[int, int] = {}
        entries: list[tuple[int, int, int]] = []
        for number, letters in enumerate(words):
            for offset in _rarest(letters, step):
                pair = _number_of(letters[offset:])
                entries.append((first.get(pair, -1), number, offset))
                first[pair] = len(entries) - 1
        self._kept: list[npt.NDArray[Any]] = [
            plain,
            np.frombuffer("".join(words).encode("utf-32-le"), np.uint32),
            np.array([0, *accumulate(map(len, words))], np.int32),
            np.array([first.get(pair, -1) for pair in range(_PAIRS)], np.int16),
            *np.ascontiguousarray(np.array(entries, np.int16).T),
        ]
        has_signs = step > 1 and all(map(str.isascii, words))
        wide = has_signs and LIBRARY is not None and LIBRARY.is_wide
        self._kept += _signs(words, ignore_case=ignore_case) if wide else [np.empty(0, np.int16)] * _SIGNS
        super().__init__(*map(address, self._kept), _PAIRS - 1, step, wide, 0)
        self.address = ctypes.addressof(self)


def _number_of(letters: str) -> int:
    """Number the first two characters of some, capitals as small letters."""
    return ((ord(letters[0]) | 32) << 6 ^ (ord(letters[1]) | 32)) % _PAIRS


def _rarest(word: str, step: int) -> range:
    """Choose so many neighbouring pairs of a word, any of which would do: common ones would stop the search often."""
    commonness = [_COMMON.find(letter.lower()) + 1 for letter in word]
    pairs = [one * other for one, other in pairwise(commonness)]
    first = min(range(len(pairs) - step + 1), key=lambda at: sum(pairs[at : at + step]))
    return range(first, first + step)


def _signs(words: Sequence[str], *, ignore_case: bool) -> list[npt.NDArray[Any]]:
    """Choose for each word its sign, three letters that it is found by where all places of a stretch are looked at.

    Return a word for each number of a pair that its sign begins with, for each word another one, and where its sign
    stands in it; and bits, which the signs share: for each half of each of their bytes, which it may belong to.
    """
    signs = [min((word[at : at + 3] for at in range(len(word) - 2)), key=_commonness) for word in words]
    places = [word.index(sign) for word, sign in zip(words, signs, strict=True)]
    first, also, bits = np.full(_PAIRS, -1, np.int16), np.empty(len(words), np.int16), np.zeros((3, 2, 16), np.uint8)
    for number, pair in enumerate(map(_number_of, signs)):
        also[number], first[pair] = first[pair], number
    different = sorted({*signs})
    for at, sign in enumerate(different):
        for place, letter in enumerate(sign):
            for code in map(ord, {letter, letter.swapcase()} if ignore_case else letter):
                bits[place, [0, 1], [code & 15, code >> 4]] |= np.uint8(1 << 8 * at // len(different))
    return [first, also, np.array(places, np.int16), bits]


def _commonness(letters: str) -> tuple[bool, int]:
    """Tell how common some characters are in tags: most are, that are no letters or digits."""
    known = [_COMMON.find(letter.lower()) + 1 if letter.isalnum() else len(_COMMON) for letter in letters]
    return letters.lower() in _IN_MOST_TAGS, prod(known)
