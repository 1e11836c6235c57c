"""What elements are for, told by the words of their names: of classes, identifiers and roles.

>>> kinds = NameKinds(["nav* menu*", "footer* imprint"])
>>> kinds.told(b"main nav \\0imprints \\0footerbar menu ").tolist()
[1, 0, 3]
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from webwinnow.kernels import LIBRARY, Library, NameTable, address

Bits = npt.NDArray[np.uint8]


class NameKinds:
    """Words of kinds: a word that ends in `*` stands for all that begin so. The first kind of a word counts."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take the words of each kind, the bits of which follow their order."""
        listed = [(word, 1 << bit) for bit, known in enumerate(words) for word in known.split()]
        self.words = tuple(word.rstrip("*") for word, _ in listed)
        self._begins = np.array([word.endswith("*") for word, _ in listed], np.uint8)
        self._kind = np.array([kind for _, kind in listed], np.uint8)
        self._kind_of = lru_cache(maxsize=4096)(self._found)

    def told(self, names: bytes) -> Bits:
        """Return the bits of each tag, given the words of its names (see `document.attributes.NameWords`)."""
        if LIBRARY is None:
            return np.array([self._of_tag(tag.split(b" ")) for tag in names.split(b"\0")], np.uint8)
        text = np.frombuffer(names, np.uint8)
        bits = np.empty(names.count(b"\0") + 1, np.uint8)
        LIBRARY.tell_kinds(
            ctypes.addressof(_table(LIBRARY, self.words)), address(self._begins), address(self._kind), address(text),
            len(text), address(bits),
        )  # fmt: skip
        return bits

    def _of_tag(self, words: list[bytes]) -> int:
        bits = 0
        for word in words:
            bits |= self._kind_of(word)
        return bits

    def _found(self, word: bytes) -> int:
        """Find the kind of a word: the definition that compiled code follows."""
        for known, begins, kind in zip(self.words, self._begins.tolist(), self._kind.tolist(), strict=True):
            if word == known.encode() or (begins and word.startswith(known.encode())):
                return int(kind)
        return 0


@lru_cache(maxsize=8)
def _table(library: Library, words: tuple[str, ...]) -> NameTable:
    return NameTable(library, words)
