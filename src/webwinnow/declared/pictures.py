"""The pictures that a page declares for previews: compiled code finds the few meta tags that name any."""

from __future__ import annotations

import ctypes
from typing import Final

import numpy as np

from webwinnow.declared.declaration import META, METAS, ONE_KEY, PICTURING, SEVERAL_KEYS, declared
from webwinnow.document import Document
from webwinnow.document.attributes import value_at
from webwinnow.document.reading import columns_of
from webwinnow.kernels import LIBRARY, Library, NameTable, address
from webwinnow.lazy_values import kept_for_good

DECLARED: Final = "og:image", "og:image:url", "twitter:image"
"""Keys of the picture that a page declares for previews, the first first."""
_ROOM: Final = 64
"""Tags that there is room for; a page with more is read by Python."""


def declared_pictures(page: Document) -> list[str]:
    """List the pictures that a page declares for previews, each once, as their addresses are written.

    >>> declared_pictures(Document('<meta property="og:image" content="/grain.jpg">'))
    ['/grain.jpg']
    """
    found = _found(LIBRARY, page) if LIBRARY else None
    if found is None:
        tags = declared(page).picturing
        found = [each.content or "" for key in DECLARED for each in tags if each.key == key]
    return list(dict.fromkeys(found))


class PictureRules(ctypes.Structure):
    """`PictureRules` of native/media.h."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("words", "attributes", "keys")),
        *((name, ctypes.c_int32) for name in ("meta", "metas", "of_one_key", "room")),
    )

    def __init__(self, library: Library) -> None:
        """Collect the rules, and keep what is pointed to."""
        names = (*ONE_KEY, *SEVERAL_KEYS, "content", "value")
        self._tables = [NameTable(library, each) for each in (names, DECLARED)]
        super().__init__(
            PICTURING.table, *map(ctypes.addressof, self._tables), META, METAS, len(ONE_KEY), _ROOM
        )  # fmt: skip
        self.address = ctypes.addressof(self)


@kept_for_good
def picture_rules(library: Library) -> PictureRules:
    """Return what compiled code finds these tags by."""
    return PictureRules(library)


def _found(library: Library, page: Document) -> list[str] | None:
    """Find what tags with these keys say; None where Python must read them: a key is written with references."""
    (data, width), found = page.markup.units, np.empty((_ROOM, 3), np.int32)
    count = library.of("declared_pictures", width)(
        picture_rules(library).address, data, ctypes.addressof(columns_of(page)), address(found)
    )
    if count < 0:
        return None
    said = [" ".join(value_at(page.source, start, end).split()) for _, start, end in sorted(found[:count].tolist())]
    return list(filter(None, said))
