"""The library of compiled kernels: where it is, and what its functions take."""

from __future__ import annotations

import ctypes
import mmap
import os
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import numpy as np
import numpy.typing as npt

from webwinnow.errors import WebwinnowError
from webwinnow.kernels.fingerprint import fingerprint

_PATH: Final = Path(__file__).with_name("compiled.lib")
_SOURCES: Final = Path(__file__).parents[3] / "native"
"""The C of the kernels, where the package is used from its sources."""
_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_first_byte: Final[Callable[[Any], ctypes.c_char]] = ctypes.c_char.from_buffer
_WIDTHS: Final = (1, 2, 4)
Filled = TypeVar("Filled", bound=ctypes.Structure)
_NARROW: Final = 4
"""How many numbers the registers of every processor hold."""
_LARGE: Final = 1_000_000
"""Bytes from which on room is the system's own."""
NO_MEMORY: Final = -2
"""What kernels answer where memory is short."""

_OF_PAGES: Final[dict[str, tuple[Any, list[Any]]]] = {
    "may_hold_tags": (_NUMBER, [_POINTER, _SIZE, _SIZE]),
    "find_repetition": (_SIZE, [_POINTER, *[_SIZE] * 5, _POINTER, _POINTER]),
    "write_utf_8": (None, [_POINTER, _SIZE, _POINTER]),
    "measure_page": (None, [_POINTER, _POINTER]),
    "read_page": (_SIZE, [_POINTER] * 3),
    "measure_tags": (None, [_POINTER] * 4),
    "find_words": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 5]),
    "tally": (
        _SIZE,
        [_POINTER, _POINTER, _SIZE, *[_POINTER] * 3, _SIZE, _POINTER, _POINTER, ctypes.c_uint32, *[_POINTER] * 3],
    ),
    "hash_text": (_SIZE, [_POINTER, _POINTER, _SIZE, _POINTER, _POINTER]),
    "find_terms": (None, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 2, _NUMBER, *[_POINTER] * 3, _NUMBER, _POINTER]),
    "share_terms": (
        _SIZE,
        [*[_POINTER] * 3, _SIZE, *[_POINTER] * 3, _SIZE, _SIZE, *[_POINTER] * 3],
    ),
    "search_tags": (_SIZE, [*[_POINTER] * 2, _SIZE, *[_POINTER] * 2, _NUMBER, _NUMBER, _SIZE, _POINTER]),
    "count_terms": (
        None,
        [*[_POINTER] * 2, _SIZE, *[_POINTER] * 2, _NUMBER, *[_POINTER] * 3, *[_NUMBER] * 2, _SIZE, *[_POINTER] * 3],
    ),
    "rank_texts": (
        _SIZE,
        [*[_POINTER] * 3, _SIZE, *[_POINTER] * 3, _SIZE, _SIZE, _POINTER, _NUMBER, _POINTER, _POINTER],
    ),
    "find_headline": (_SIZE, [_POINTER] * 4),
    "says_headline": (_SIZE, [_POINTER] * 4),
    "search_around": (
        _SIZE,
        [*[_POINTER] * 3, _SIZE, *[_POINTER] * 2, _SIZE, _POINTER, *[_NUMBER] * 2, *[_POINTER] * 2],
    ),
    "may_hold": (_NUMBER, [_POINTER, _POINTER, _SIZE, _POINTER, _POINTER]),
    "count_words": (None, [_POINTER, _POINTER, _SIZE, _POINTER, _POINTER, _NUMBER, _POINTER]),
    "find_near": (_SIZE, [*[_POINTER] * 3, _SIZE, _SIZE, _POINTER]),
    "find_spoken": (_SIZE, [*[_POINTER] * 3, *[_SIZE] * 3, _POINTER]),
    "find_bylines": (_SIZE, [*[_POINTER] * 3, _SIZE, _SIZE, _POINTER]),
    "stands_elsewhere": (_NUMBER, [*[_POINTER] * 3, _NUMBER, _NUMBER]),
    "mark_dates": (None, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 3]),
    "find_dated": (_SIZE, [*[_POINTER] * 3, *[_SIZE] * 4, _POINTER]),
    "find_tags": (_SIZE, [*[_POINTER] * 3, _SIZE, _SIZE, _POINTER]),
    "find_outline": (_SIZE, [_POINTER] * 4),
    "holds_controls": (_NUMBER, [_POINTER, _SIZE]),
    "find_strings": (_SIZE, [_POINTER, *[_SIZE] * 3, _POINTER]),
    "mark_as_read": (None, [_POINTER, _SIZE, *[_POINTER] * 3]),
    "find_near_media": (_SIZE, [_POINTER] * 6),
    "weigh_beginning": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 3]),
    "find_metas": (_SIZE, [_POINTER] * 4),
    "find_lead": (_SIZE, [_POINTER] * 3),
    "sort_dropped": (_SIZE, [_POINTER] * 8),
    "read_texts": (_SIZE, [*[_POINTER] * 6, _SIZE, _POINTER, _SIZE, _SIZE, _POINTER]),
    "find_attributes": (None, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 3]),
    "write_flowing": (_SIZE, [*[_POINTER] * 5, _SIZE, *[_POINTER] * 4, _SIZE]),
    "write_readable": (_SIZE, [*[_POINTER] * 5, _SIZE, *[_POINTER] * 4, _SIZE]),
    "suspect": (_SIZE, [*[_POINTER] * 4, _SIZE, _POINTER, _POINTER]),
    "read_addresses": (_SIZE, [_POINTER] * 3),
    "build_blocks": (_SIZE, [*[_POINTER] * 4, _SIZE, *[_POINTER] * 4]),
    "build_ordinary": (_SIZE, [_POINTER] * 4),
    "list_noted": (_SIZE, [*[_POINTER] * 5, _SIZE, *[_POINTER] * 2]),
    "find_post_lists": (_SIZE, [*[_POINTER] * 3, _NUMBER, _NUMBER, *[_POINTER] * 3]),
    "read_names": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 4, _NUMBER, *[_POINTER] * 4]),
    "name_tags": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 7]),
    "find_names": (_SIZE, [*[_POINTER] * 5, _SIZE, _SIZE, _POINTER]),
    "find_signs": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_NUMBER] * 3, *[_POINTER] * 4, _SIZE]),
}
"""Functions that read characters, one for each width; what they return, and what they take."""
_OTHERS: Final[dict[str, tuple[Any, list[Any]]]] = {
    "measure_utf_8": (_SIZE, [_POINTER, _SIZE, _POINTER]),
    "count_breaks": (None, [_POINTER, _POINTER, _NUMBER, _POINTER]),
    "mark_parted": (None, [*[_POINTER] * 2, _NUMBER, _SIZE, *[_POINTER] * 2]),
    "climb_to_cards": (None, [_SIZE, *[_POINTER] * 4, _NUMBER, *[_POINTER] * 2]),
    "fill_slots": (None, [_POINTER]),
    "score_names": (None, [_POINTER, _POINTER, _POINTER, _SIZE, _POINTER]),
    "ask_lexicon": (_SIZE, [_POINTER] * 3),
    "ask_model": (_SIZE, [*[_POINTER] * 3, *[_SIZE] * 3, _POINTER]),
    "decide": (_NUMBER, [*[_POINTER] * 5, ctypes.c_double, *[_POINTER] * 3]),
    "ask_trees": (None, [*[_POINTER] * 4, _SIZE, _POINTER]),
    "mark_layout_lists": (_SIZE, [_POINTER] * 3),
    "find_structures": (_SIZE, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 4]),
    "normalise_lines": (_SIZE, [_POINTER]),
    "put_in_sequence": (_SIZE, [_POINTER]),
    "find_stretch": (_NUMBER, [_POINTER, _SIZE, _POINTER]),
    "see_view": (_NUMBER, [_POINTER]),
    "take_away": (_SIZE, [_POINTER] * 5),
    "judge_links": (_SIZE, [_POINTER] * 4),
    "find_body": (_SIZE, [_POINTER] * 3),
    "find_line_regions": (_SIZE, [_POINTER] * 4),
    "select_best": (ctypes.c_double, [_POINTER, _POINTER, _SIZE, ctypes.c_double, _POINTER]),
    "shape_tables": (_SIZE, [_POINTER, _POINTER]),
    "join_wholes": (_NUMBER, [_POINTER, _POINTER]),
    "join_sections": (None, [_POINTER, _POINTER]),
    "mark_inside": (None, [_SIZE, *[_POINTER] * 3]),
    "mark_tags": (_SIZE, [_SIZE, _SIZE, *[_POINTER] * 7]),
    "find_bytes": (None, [_POINTER, _SIZE, _SIZE, *[_POINTER] * 2]),
    "tally_page": (_SIZE, [*[_POINTER] * 3, _NUMBER, _SIZE, *[_POINTER] * 2, *[_NUMBER] * 2, _POINTER, _POINTER]),
    "score_figures": (ctypes.c_double, [_SIZE, _SIZE, *[_POINTER] * 7]),
    "mark_bits": (None, [_SIZE, *[_POINTER] * 5]),
    "mark_surroundings": (None, [_SIZE, *[_POINTER] * 4]),
    "find_nearest": (None, [_SIZE, *[_POINTER] * 3]),
    "register_width": (_NUMBER, []),
    "add_odds": (None, [_POINTER, _SIZE, *[_POINTER] * 3, _SIZE, _SIZE, _NUMBER, _POINTER]),
    "share_odds": (_NUMBER, [_POINTER, _POINTER, _SIZE, *[_POINTER] * 3]),
    "add_histograms": (None, [*[_POINTER] * 3, *[_SIZE] * 4, _POINTER]),
    "measure_survey": (None, [_POINTER]),
    "make_survey": (_SIZE, [_POINTER]),
    "study_words": (_SIZE, [_POINTER] * 3),
    "study_page": (_SIZE, [_POINTER] * 2),
    "fill_table": (_SIZE, [_POINTER, _POINTER, _SIZE, _SIZE, _POINTER]),
    "find_kept": (_SIZE, [_POINTER] * 7),
    "write_pairs": (_SIZE, [_SIZE, *[_POINTER] * 3]),
    "write_markdown": (_SIZE, [_POINTER, _POINTER, _SIZE]),
    "weigh_languages": (_SIZE, [_POINTER, _POINTER, _SIZE, _POINTER]),
    "fill_terms": (None, [_NUMBER, *[_POINTER] * 3, _NUMBER]),
    "mark_untidy": (_SIZE, [_SIZE, *[_POINTER] * 5, _NUMBER, _NUMBER, _POINTER]),
}


class Library:
    """The functions of the compiled kernels."""

    def __init__(self, path: Path) -> None:
        """Load them; OSError where the file is for another machine or was made from other sources."""
        loaded = ctypes.CDLL(str(path))
        if _SOURCES.is_dir() and _made_from(loaded) != fingerprint(_SOURCES):
            raise OSError(f"{path.name} was made from other sources than these: run python native/build.py")
        self._of_pages = {
            (name, width): _declared(loaded, f"{name}_{width}", *form)
            for name, form in _OF_PAGES.items()
            for width in _WIDTHS
        }
        self.__dict__.update((name, _declared(loaded, name, *form)) for name, form in _OTHERS.items())
        self.width: int = self.register_width()
        """How many numbers this processor works on at once,"""
        self.is_wide = self.width > _NARROW
        """and whether these are more than every processor can."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]:
            """Return a function that reads no characters."""

    def of(self, name: str, width: int) -> Callable[..., Any]:
        """Return the function of that name for characters of that many bytes."""
        return self._of_pages[name, width]


class NameTable(ctypes.Structure):
    """Names that C looks up by their text; `NameTable` of native/kernels.h."""

    _fields_ = (
        ("text", _POINTER), ("at", _POINTER), ("slot", _POINTER), ("count", _NUMBER), ("mask", _NUMBER),
    )  # fmt: skip

    def __init__(self, library: Library, names: Sequence[str]) -> None:
        """Number the names by their order."""
        written = [name.encode("utf-8", "surrogatepass") for name in names]
        self._text = np.frombuffer(b"".join(written), np.uint8)
        self._at = np.array([0, *accumulate(map(len, written))], dtype=np.int32)
        self._slot = np.zeros(4 << len(names).bit_length(), dtype=np.int32)
        super().__init__(
            address(self._text), address(self._at), address(self._slot), len(names), len(self._slot) - 1
        )  # fmt: skip
        library.fill_slots(ctypes.addressof(self))


def check(answer: int) -> None:
    """Raise what went wrong, unless it is only that Python must read the page or that more room is needed."""
    if answer == NO_MEMORY:
        raise MemoryError("the compiled kernels could not get the memory that they need")


def address(array: npt.NDArray[Any]) -> int:
    """Tell where an array's numbers stand; it must be in one piece, and outlive the call that is given the address.

    A page asks 200 times, and NumPy takes five times as long; it is asked where an array is empty or read only.
    """
    owner = array.base  # of spans, which are read only views of all of a column
    try:
        whole = type(owner) is np.ndarray and owner.nbytes == array.nbytes
        return ctypes.addressof(_first_byte(owner if whole else array))
    except (TypeError, ValueError):
        return array.ctypes.data


def filled(kind: type[Filled], *values: int) -> Filled:
    """Fill a structure whose fields take eight bytes each, in their order; those behind the values are 0.

    Its own initialiser looks up each field by its name, which takes several times as long.
    """
    return kind.from_buffer_copy(pack(f"{len(values)}q", *values).ljust(ctypes.sizeof(kind), b"\0"))


def address_of_bytes(text: bytes) -> int:
    """Tell where some bytes stand, which must outlive the call that is given the address; 0 for none."""
    return (ctypes.cast(ctypes.c_char_p(text), _POINTER).value or 0) if text else 0


def passing_room(size: int, large: int = _LARGE) -> npt.NDArray[np.uint8]:
    """Return room of so many bytes for work that passes; what is large goes back to the system as soon as it is done.

    The allocator of C would keep it for what comes next, which is small and finds no place there: a process would take
    as much memory as the largest page ever needed, and for each rendering some more.
    """
    if size < large or not hasattr(mmap, "MAP_PRIVATE"):
        return np.empty(size, np.uint8)
    try:
        return np.frombuffer(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), np.uint8)
    except OSError as problem:
        raise MemoryError(f"no memory for {size:,} bytes") from problem


def given_back(room: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.uint8]:
    """Return the first so many bytes of passing room that stay; the memory of the others goes back to the system."""
    if room.base is None:
        room.resize(size, refcheck=False)
        return room
    mapped: mmap.mmap = cast(memoryview, room.base).obj  # type: ignore[assignment]  # as passing room is made
    start = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    if start < len(mapped) and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED, start, len(mapped) - start)
    return room[:size]


def give_back_free() -> None:
    """Let the system have the memory that the allocator of C keeps free, where that can be asked for.

    Work on a crowded page leaves many times the page in pieces, and the next finds no place there.
    """
    with suppress(AttributeError, OSError, TypeError):  # TypeError: Windows has no library of the program itself
        ctypes.CDLL(None).malloc_trim(0)


def load() -> Library | None:
    """Load the kernels, unless WEBWINNOW_PURE=1; where that fails, WEBWINNOW_NATIVE=1 makes it an error."""
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
        if _PATH.exists():  # where there are none, nothing else was to be expected
            warnings.warn(f"numpy does the work of the compiled kernels: {problem}", RuntimeWarning, stacklevel=2)
        return None


def _made_from(loaded: ctypes.CDLL) -> int | None:
    """Tell from which sources a library was made; None for one that does not know."""
    try:
        made_from: int = _declared(loaded, "fingerprint", ctypes.c_uint32, [])()
    except AttributeError:
        return None
    return made_from


def _declared(loaded: ctypes.CDLL, name: str, result: Any, takes: list[Any]) -> Callable[..., Any]:
    function = getattr(loaded, name)
    function.restype, function.argtypes = result, takes
    return function  # type: ignore[no-any-return]
