"""What columns, keys and elements are called, and which field each of them is."""

from __future__ import annotations

from typing import Final

_NAMES: Final = {
    "journal": "journal, journal title, source, source title, site, site_name, publication, publication name",
    "title": "title, headline, article title, document title",
    "date": "date, year, published, publication year, publication date, publicationyear, py, issued",
    "abstract": "abstract, text, content, abstract note, summary, ab",
    "url": "url, link, address, source url",
    "doi": "doi",
}
_FIELDS: Final = {name: field for field, names in _NAMES.items() for name in names.split(", ")}


def field_of(name: str) -> str | None:
    """Give the field that a name stands for; None for any other.

    >>> field_of("Publication Year"), field_of("Pages")
    ('date', None)
    """
    return _FIELDS.get(name.strip("\ufeff \"'").casefold())
