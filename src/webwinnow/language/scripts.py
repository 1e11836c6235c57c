"""Which characters belong to scripts written from right to left."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

RIGHT_TO_LEFT: Final = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))
"""Hebrew, Arabic (also Farsi, Urdu, Pashto), Syriac, Thaana, N'Ko and their supplements."""
INVISIBLE: Final = (0x200C, 0x200F)
"""ZWNJ, ZWJ and the marks of direction: part of right-to-left writing where they stand beside such a character."""


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """Return the code point of each character."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def right_to_left(text: str) -> npt.NDArray[np.intp]:
    """Find the characters that are written from right to left; quick where there are none."""
    if text.isascii():
        return np.empty(0, dtype=np.intp)
    every = code_points(text)
    places = np.flatnonzero(every >= RIGHT_TO_LEFT[0][0])  # all that needs a closer look
    points = every[places]
    found = np.zeros(len(places), dtype=np.bool_)
    for first, last in RIGHT_TO_LEFT:
        found |= points - np.uint32(first) <= last - first  # what is below the first wraps around and is too large
    if not found.any():
        return places[:0]
    return places[found | ((points - np.uint32(INVISIBLE[0]) <= INVISIBLE[1] - INVISIBLE[0]) & _beside(places, found))]


def _beside(places: npt.NDArray[np.intp], found: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell which characters stand right behind or before one that was found."""
    beside = np.zeros(len(places), dtype=np.bool_)
    touches = np.diff(places) == 1
    beside[1:] |= touches & found[:-1]
    beside[:-1] |= touches & found[1:]
    return beside
