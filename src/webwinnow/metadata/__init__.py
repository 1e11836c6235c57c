"""What pages say about themselves: authors, dates, site, language, each with where it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webwinnow.lazy_names import lazy_names

if TYPE_CHECKING:
    from webwinnow.metadata.finding import Metadata, find_metadata
    from webwinnow.metadata.found import Found

__all__ = ["Found", "Metadata", "find_metadata"]

__getattr__, __dir__ = lazy_names(
    globals(), {"finding": ("Metadata", "find_metadata"), "found": ("Found",)}
)  # dates are read without the rest
