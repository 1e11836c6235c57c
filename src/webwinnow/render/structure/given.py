"""Texts that compiled code reads from the tags of links and pictures, and hands on without making them strings.

Markdown is written from the pool that they stand in; whoever else asks for an address or a picture gets it made.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from webwinnow.document import Document
from webwinnow.document.references import References
from webwinnow.kernels import Library, address, check
from webwinnow.lazy_values import cached_property, kept_for_good
from webwinnow.media.sources import CLASS, LATE, READ, SIZING, STAND_IN
from webwinnow.media.teasers import FURNITURE, ICON
from webwinnow.render.addresses import Addresses
from webwinnow.render.structure.block_columns import Atom
from webwinnow.render.structure.reading import LONGEST_SIGN

_POINTER, _SIZE, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
_ALT, _TITLE = READ.names.index("alt"), READ.names.index("title")
_NO_ROOM: Final = -1
_EACH: Final = 128
"""Bytes of a text that there is room for at first."""
Numbers = npt.NDArray[np.int32]


class GivenTexts:
    """Texts one behind the other: the addresses of links, then the names of pictures, then the addresses of these."""

    def __init__(
        self, pool: npt.NDArray[np.uint8], at: Numbers, letters: npt.NDArray[np.uint8], addresses: int
    ) -> None:
        """Take the texts as UTF-8, where each begins, the first letters of the names, and how many are addresses.

        Letters are small; 0 says that there is none, 255 that it is beyond ASCII.
        """
        self.pool, self.at, self.letters = pool, at, letters
        self.addresses, self.atoms = GivenAddresses(self, addresses), GivenAtoms(self, addresses, len(letters))

    def without_names(self, pictures: Sequence[int]) -> GivenTexts:
        """Return the texts without the names of some pictures."""
        lengths, letters, addresses = np.diff(self.at), self.letters.copy(), len(self.addresses)
        stays = np.ones(len(lengths), np.bool_)
        stays[[addresses + picture for picture in pictures]] = False
        pool = self.pool[: self.at[-1]][np.repeat(stays, lengths)]
        at = np.zeros(len(self.at), np.int32)
        np.cumsum(lengths * stays, out=at[1:])
        letters[pictures] = 0
        return GivenTexts(pool, at, letters, addresses)

    def texts(self, first: int, behind: int) -> list[str]:
        """Make some of the texts."""
        places = self.at[first : behind + 1].tolist()
        data = self.pool.data
        return [str(data[start:end], "utf-8") for start, end in pairwise(places)]


class GivenAddresses(Sequence[str]):
    """The addresses of links, made when one is first looked at."""

    def __init__(self, given: GivenTexts, count: int) -> None:
        """Take the texts, and how many are addresses."""
        self._given, self._count = given, count

    @cached_property
    def _made(self) -> list[str]:
        return self._given.texts(0, self._count)

    def __len__(self) -> int:
        """Count them."""
        return self._count

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        """Return one, or some."""
        return self._made[at]


class GivenAtoms(Sequence[Atom]):
    """The pictures, made when one is first looked at."""

    def __init__(self, given: GivenTexts, first: int, count: int) -> None:
        """Take the texts, the number of the first name, and how many pictures there are."""
        self._given, self._first, self._count = given, first, count

    @cached_property
    def _made(self) -> list[Atom]:
        first, behind = self._first, self._first + self._count
        return [*map(Atom, self._given.texts(behind, behind + self._count), self._given.texts(first, behind))]

    def __len__(self) -> int:
        """Count them."""
        return self._count

    @overload
    def __getitem__(self, at: int) -> Atom: ...
    @overload
    def __getitem__(self, at: slice) -> list[Atom]: ...
    def __getitem__(self, at: int | slice) -> Atom | list[Atom]:
        """Return one, or some."""
        return self._made[at]


class Leads(NamedTuple):
    """Links and pictures as they stand in a page, in the order of native/addresses.h."""

    links: Numbers
    """The elements of links,"""
    places: Numbers
    """for each a row: where its address is written; -1 if it has none."""
    pictures: Numbers
    """The elements of pictures,"""
    values: Numbers
    """for each a row: where the values of its attributes stand."""
    main: npt.NDArray[np.bool_]
    """Whether each is one that is shown whatever it looks like."""


class GivenLeads(NamedTuple):
    """What links and pictures show."""

    texts: GivenTexts
    sources: Numbers
    """Of each picture that is shown, the number of its address,"""
    main: npt.NDArray[np.uint8]
    """and whether it is one that is shown whatever it looks like."""


class _Rules(ctypes.Structure):
    """`AddressRules` of native/addresses.h."""

    _fields_ = (
        *((name, _POINTER) for name in "references stand_in furniture icon".split()),
        *((name, _NUMBER) for name in "late sizing alternative title class_ sign".split()),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        self._references = References(library)
        super().__init__(
            ctypes.addressof(self._references), STAND_IN.table, FURNITURE.table, ICON.table, LATE.start // 2, SIZING,
            _ALT, _TITLE, CLASS // 2, LONGEST_SIGN,
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def _rules(library: Library) -> _Rules:
    return _Rules(library)


def address_rules(library: Library) -> int:
    """Tell where the rules stand by which compiled code reads addresses."""
    return _rules(library).address


class _Asked(ctypes.Structure):
    """`AddressesAsked` of native/addresses.h."""

    _fields_ = (
        ("has_base", _SIZE),
        *((name, ctypes.c_char_p) for name in "origin whole folder".split()),
        *((name, _SIZE) for name in "origin_size whole_size folder_size links pictures attributes".split()),
        *((name, _POINTER) for name in "link place picture values is_main".split()),
        *((name, _SIZE) for name in "longer room".split()),
        *((name, _POINTER) for name in "pool at detail source letter shown_main".split()),
        *((name, _SIZE) for name in "addresses shown sources".split()),
    )  # fmt: skip


def read_leads(
    library: Library, page: Document, leads: Leads, addresses: Addresses, detail: Numbers
) -> GivenLeads | None:
    """Read where links lead and what pictures show, and number both in `detail`; None where Python must read them."""
    beginnings = addresses.beginnings
    if beginnings is None:
        return None
    data, width = page.markup.units
    links, pictures = len(leads.links), len(leads.pictures)
    at, sources = np.empty(links + 2 * pictures + 2, np.int32), np.empty(pictures + 1, np.int32)
    letters, main = np.empty((2, pictures + 1), np.uint8)
    written: tuple[npt.NDArray[Any], ...] = (at, detail, sources, letters, main)
    sizes = (len(each) // 4 for each in beginnings[1:])
    asked = _Asked(
        *beginnings, *sizes, links, pictures, len(READ.names),
        *(address(each) if len(each) else None for each in leads), addresses.left, _EACH * len(at), None,
        *map(address, written),
    )  # fmt: skip
    answer = _NO_ROOM
    while answer == _NO_ROOM:
        pool = np.empty(asked.room, np.uint8)
        asked.pool = address(pool)
        answer = library.of("read_addresses", width)(address_rules(library), data, ctypes.addressof(asked))
        asked.room *= 4
    check(answer)
    if answer < 0:
        return None
    at, shown = at[: asked.addresses + 2 * asked.shown + 1], asked.shown
    pool.resize(max(int(at[-1]), 1), refcheck=False)
    return GivenLeads(GivenTexts(pool, at, letters[:shown], asked.addresses), sources[:shown], main[:shown])
