"""The library of compiled kernels: where it is, and what its functions take."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from webwinnow.errors import WebwinnowError

if TYPE_CHECKING:
    import numpy.typing as npt

_PATH: Final = Path(__file__).with_name("compiled.lib")
_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_WIDTHS: Final = (1, 2, 4)

_OF_PAGES: Final[dict[str, tuple[Any, list[Any]]]] = {
    "read_tags": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 6]),
    "find_runs": (_SIZE, [_POINTER, _POINTER, _POINTER, _SIZE, *[_POINTER] * 5]),
    "find_words": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 4]),
    "count_letters": (None, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 8]),
    "hash_words": (None, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 3]),
    "count_words": (None, [_POINTER, _POINTER, _SIZE, _POINTER, _POINTER, _NUMBER, _POINTER]),
}
"""Functions that read characters, one for each width; what they return, and what they take."""
_OTHERS: Final[dict[str, tuple[Any, list[Any]]]] = {
    "fill_slots": (None, [_POINTER]),
    "build_tree": (_SIZE, [*[_POINTER] * 4, *[_NUMBER] * 3, *[_POINTER] * 7]),
    "mark_inside": (None, [_SIZE, *[_POINTER] * 3]),
    "find_nearest": (None, [_SIZE, *[_POINTER] * 3]),
    "add_odds": (None, [_POINTER, _SIZE, *[_POINTER] * 3, _SIZE, _SIZE, _POINTER]),
    "add_histograms": (None, [*[_POINTER] * 3, *[_SIZE] * 4, _POINTER]),
    "lay_ground": (_NUMBER, [_POINTER]),
    "fill_signals": (_NUMBER, [_POINTER] * 5),
}


class Library:
    """The functions of the compiled kernels."""

    def __init__(self, path: Path) -> None:
        """Load them; OSError where the file is for another machine."""
        loaded = ctypes.CDLL(str(path))
        self._of_pages = {
            (name, width): _declared(loaded, f"{name}_{width}", *form)
            for name, form in _OF_PAGES.items()
            for width in _WIDTHS
        }
        others = {name: _declared(loaded, name, *form) for name, form in _OTHERS.items()}
        self.fill_slots, self.build_tree = others["fill_slots"], others["build_tree"]
        self.mark_inside, self.find_nearest = others["mark_inside"], others["find_nearest"]
        self.add_odds, self.add_histograms = others["add_odds"], others["add_histograms"]
        self.lay_ground, self.fill_signals = others["lay_ground"], others["fill_signals"]

    def of(self, name: str, width: int) -> Callable[..., Any]:
        """Return the function of that name for characters of that many bytes."""
        return self._of_pages[name, width]


def address(array: npt.NDArray[Any]) -> int:
    """Tell where an array's numbers stand; it must be in one piece, and outlive the call that is given the address."""
    return array.ctypes.data


def load() -> Library | None:
    """Load the kernels, unless WEBWINNOW_PURE=1; where they are missing, WEBWINNOW_NATIVE=1 makes that an error."""
    if os.environ.get("WEBWINNOW_PURE") == "1":
        return None
    try:
        return Library(_PATH)
    except (OSError, AttributeError) as problem:
        if os.environ.get("WEBWINNOW_NATIVE") == "1":
            raise WebwinnowError(
                f"WEBWINNOW_NATIVE=1, but the compiled kernels cannot be used: {problem}; "
                "install webwinnow again where there is a C compiler"
            ) from problem
        return None


def _declared(loaded: ctypes.CDLL, name: str, result: Any, takes: list[Any]) -> Callable[..., Any]:
    function = getattr(loaded, name)
    function.restype, function.argtypes = result, takes
    return function  # type: ignore[no-any-return]
