"""Which characters belong to scripts written from right to left."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

RIGHT_TO_LEFT: Final = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))
"""Hebrew, Arabic (also Farsi, Urdu, Pashto), Syriac, Thaana, N'Ko and their supplements."""


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """Give the code point of each character."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def is_right_to_left(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """Tell which code points are written from right to left."""
    found = np.zeros(len(points), dtype=np.bool_)
    for first, last in RIGHT_TO_LEFT:
        found |= (points >= first) & (points <= last)
    return found
